#!/usr/bin/env python3
"""Measures how long a picture takes from its time, or from a feed, to a program that receives it.

    stream-latency.py COMMAND [--runs N]

`make soak` calls this. A clock that changes each minute is drawn live, so that the change belongs to a known time:

- It is written as nut or raw into a pipe, from which ffmpeg's filter `overlay` draws it over other pictures. They must
  show it within a second.
- ffmpeg sends a feed that turns from black to white, over each protocol. The command draws on it and writes it as raw
  video. It must be white within two seconds from when ffmpeg got the white picture, so its encoder counts, too.

The median and the longest time are printed. The exit status is 1 if one is too long.
"""

import argparse
import statistics
import subprocess
import sys
import threading
import time

from measuring import free_port

WIDTH, HEIGHT, RATE = 320, 180, 25
FRAME = WIDTH * HEIGHT * 3 // 2
# The URL on which the command listens or receives, the URL to which ffmpeg sends, and ffmpeg's muxer.
FEEDS = {
    "tcp": ("tcp://127.0.0.1:{port}?listen=1", "tcp://127.0.0.1:{port}", "mpegts"),
    "srt": ("srt://127.0.0.1:{port}?mode=listener", "srt://127.0.0.1:{port}", "mpegts"),
    "udp": ("udp://127.0.0.1:{port}", "udp://127.0.0.1:{port}", "mpegts"),
}


def frames(process):
    """Yields the luma of each frame, and the time at which it was read."""
    while len(frame := process.stdout.read(FRAME)) == FRAME:
        yield frame[: WIDTH * HEIGHT], time.time()


def overlay(command, name):
    """Returns the time from the beginning of a minute to the frame of ffmpeg that shows it."""
    size = f"{WIDTH}x{HEIGHT}"
    clock = [command, "clock", "--format", "mm", "--size", size, "--fps", str(RATE), "--live"]
    clock += ["--duration", "90s", "--quiet"]
    if name == "nut":
        clock += ["--as", "nut", "-o", "-"]
        inputs = ["-f", "nut", "-i", "pipe:0"]
    else:
        clock += ["--as", "raw", "--pixel-format", "bgra", "-o", "-"]
        inputs = ["-f", "rawvideo", "-pixel_format", "bgra", "-video_size", size, "-framerate", str(RATE)]
        inputs += ["-i", "pipe:0"]
    low = ["-fflags", "nobuffer", "-probesize", "32", "-analyzeduration", "0"]
    ffmpeg = ["ffmpeg", "-v", "error", "-re", "-f", "lavfi", "-i", f"color=gray:size={size}:rate={RATE}", *low, *inputs]
    ffmpeg += ["-filter_complex", "[0][1]overlay", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"]
    drawing = subprocess.Popen(clock, stdout=subprocess.PIPE)
    receiving = subprocess.Popen(ffmpeg, stdin=drawing.stdout, stdout=subprocess.PIPE)
    drawing.stdout.close()
    try:
        minute = time.time() // 60 * 60 + 60
        previous = None
        for luma, moment in frames(receiving):
            if moment < minute:
                previous = luma
            elif previous is not None and luma != previous:
                return moment - minute
    finally:
        receiving.kill()
        drawing.kill()
        receiving.wait()
        drawing.wait()
    return float("inf")


def feed(command, name):
    """Returns the time from the first white picture of a sender to the first one of the command."""
    port = free_port()
    listening, sending, muxer = (text.format(port=port) for text in FEEDS[name])
    drawing = subprocess.Popen(
        [command, "clock", "--over", listening, "--as", "raw", "--pixel-format", "yuv420p", "-o", "-",
         "--quiet"], stdout=subprocess.PIPE)
    time.sleep(1)
    sender = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", f"{WIDTH}x{HEIGHT}",
         "-framerate", str(RATE), "-i", "pipe:0", "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency",
         "-g", str(RATE), "-flush_packets", "1", "-f", muxer, sending],
        stdin=subprocess.PIPE)
    turned = []

    def send():
        start = time.time()
        try:
            for number in range(RATE * 20):
                luma = 16 if number < RATE * 8 else 235
                sender.stdin.write(bytes([luma]) * (WIDTH * HEIGHT) + bytes([128]) * (WIDTH * HEIGHT // 2))
                sender.stdin.flush()
                if luma == 235 and not turned:
                    turned.append(time.time())
                time.sleep(max(start + (number + 1) / RATE - time.time(), 0))
        except BrokenPipeError:
            pass

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    try:
        for luma, moment in frames(drawing):
            # The clock is in the middle.
            if luma[0] > 200:
                return moment - turned[0]
    finally:
        drawing.kill()
        sender.kill()
        drawing.wait()
        sender.wait()
    return float("inf")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    measurements = [(f"{name} into ffmpeg's overlay", 1, overlay, name) for name in ("nut", "raw")]
    measurements += [(f"{name} feed", 2, feed, name) for name in FEEDS]
    holds = True
    for label, limit, measure, name in measurements:
        times = [measure(arguments.command, name) for _ in range(arguments.runs)]
        longest = max(times)
        print(f"{label}: {statistics.median(times):.2f} s, at most {longest:.2f} s of {limit} s", flush=True)
        holds = holds and longest <= limit
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
