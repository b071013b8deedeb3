#!/usr/bin/env python3
"""Runs a live ticker for a long time under bad conditions, and checks its memory and its statistics.

    live-soak.py COMMAND [--seconds N]

`make soak-live` calls this. The ticker runs at 60 frames per second into a pipe. Its text file is rewritten ten times a
second, in place and by renaming. The reader is stopped for a few seconds now and then. Afterward the reader must have
received all frames, the statistics must contain all stops and their duration, and the resident memory must not have
grown by more than a tenth since the first minutes. The exit status is 1 if one of these checks fails.
"""

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

FRAMES_PER_SECOND = 60
WIDTH, HEIGHT = 1280, 720
WORDS = "news weather traffic sport culture Wetter Verkehr 天気 スポーツ новости спорт".split()


def resident_bytes(process):
    with open(f"/proc/{process.pid}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    return 0


def rewrite(path, number, generator):
    """Replaces the text, alternately in place, as an editor may, and atomically by renaming."""
    text = f"{number} " + " ".join(generator.choices(WORDS, k=12)) + "\n"
    if number % 2:
        with open(path, "w") as file:
            file.write(text)
        return
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def stop_now_and_then(reader, end, stops):
    """Stops a process for a few seconds about once a minute, but not at the end of the run."""
    generator = random.Random(5)
    time.sleep(20)
    while time.monotonic() < end:
        length = generator.uniform(1, 6)
        reader.send_signal(signal.SIGSTOP)
        time.sleep(length)
        reader.send_signal(signal.SIGCONT)
        stops.append(length)
        time.sleep(generator.uniform(30, 90))


def soak(command, seconds, folder):
    generator = random.Random(4)
    text_file = os.path.join(folder, "news.txt")
    statistics_file = os.path.join(folder, "statistics.json")
    rewrite(text_file, 0, generator)
    writer = subprocess.Popen(
        [command, "text", "--style", "ticker", "--text-file", text_file, "--live", "--fps", str(FRAMES_PER_SECOND)]
        + ["--size", f"{WIDTH}x{HEIGHT}", "--duration", f"{seconds}s", "--as", "raw", "--pixel-format", "yuv420p"]
        + ["--stats", statistics_file, "--quiet"],
        stdout=subprocess.PIPE,
    )
    reader = subprocess.Popen(["wc", "-c"], stdin=writer.stdout, stdout=subprocess.PIPE)
    writer.stdout.close()
    start = time.monotonic()
    stops, residents, number = [], [], 0
    threading.Thread(target=stop_now_and_then, args=(reader, start + seconds - 10, stops), daemon=True).start()
    while writer.poll() is None:
        now = time.monotonic()
        number += 1
        rewrite(text_file, number, generator)
        residents.append((now - start, resident_bytes(writer)))
        if number % 6000 == 0:
            print(f"{now - start:6.0f} s  {residents[-1][1] / 2**20:6.1f} MiB  {len(stops)} stops", flush=True)
        time.sleep(0.1)
    received = int(reader.communicate()[0])
    with open(statistics_file) as file:
        return writer.returncode, received, json.load(file), stops, residents


def median_resident(residents, first, last):
    return statistics.median(size for moment, size in residents if first <= moment < last)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--seconds", type=int, default=3600)
    arguments = parser.parse_args()
    seconds = arguments.seconds
    with tempfile.TemporaryDirectory() as folder:
        status, received, counted, stops, residents = soak(arguments.command, seconds, folder)
    early = median_resident(residents, seconds * 0.05, seconds * 0.15)
    late = median_resident(residents, seconds * 0.9, seconds)
    frames = seconds * FRAMES_PER_SECOND
    stopped = sum(stops)
    print(json.dumps(counted))
    print(
        f"reader stopped {len(stops)} times for {stopped:.1f} s; "
        f"{counted['stalls']} stalls of {counted['stallSeconds']:.1f} s"
    )
    print(f"resident: {early / 2**20:.1f} MiB early, {late / 2**20:.1f} MiB late")
    checks = {
        "the run ends with status 0": status == 0,
        "all frames are written": counted["frames"] == frames,
        "the reader received all bytes": received == counted["bytesWritten"] == frames * WIDTH * HEIGHT * 3 // 2,
        "no frame is dropped": counted["dropped"] == 0,
        "all stops are counted": counted["stalls"] >= len(stops),
        "the duration of the stops is counted": 0.95 * stopped - 0.1 * len(stops) <= counted["stallSeconds"]
        # A busy machine causes stalls, too.
        <= 1.05 * stopped + 0.02 * seconds,
        "the skipped frames match the duration": abs(counted["skipped"] - counted["stallSeconds"] * FRAMES_PER_SECOND)
        <= counted["stalls"] + 1,
        "the memory does not grow": late <= 1.1 * early,
    }
    for check, holds in checks.items():
        print(f"{'ok ' if holds else 'NOT'}  {check}")
    sys.exit(0 if all(checks.values()) else 1)


if __name__ == "__main__":
    main()
