#!/usr/bin/env python3
"""Sends a ticker to servers for a long time, kills them now and then, and checks what they receive.

    stream-soak.py COMMAND [--seconds N] [--protocols rtmp,srt,tcp,udp,rtp,hls] [--kills N] [--size WxH] [--fps N]
                   [--loss PERCENT]

`make soak` calls this. One run of the command has an output for each protocol. The receivers are ffmpeg on loopback,
which writes the time of each packet. Each is killed and started again as often as --kills says. The run must not end,
the times of each connection must increase, every connection must begin with a keyframe, pictures and sound must stay
together, nothing may be late, and the memory must not grow by more than a tenth in the second half. The exit status is
1 otherwise.

With --loss, which needs root, the receivers are in a network namespace of their own. So many of the packets between
them and the command are lost at random, and all of them for ten seconds in the middle of the run.
"""

import argparse
import fcntl
import json
import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

from measuring import free_port

# How ffmpeg receives each protocol: the URL to send to, the options, and the URL to listen on.
RECEIVERS = {
    "rtmp": ("rtmp://{host}:{port}/live/key", ["-listen", "1"], "rtmp://{host}:{port}/live/key"),
    "tcp": ("tcp://{host}:{port}", [], "tcp://{host}:{port}?listen=1"),
    "srt": ("srt://{host}:{port}", [], "srt://{host}:{port}?mode=listener"),
    "udp": ("udp://{host}:{port}", [], "udp://{host}:{port}"),
    "rtp": ("rtp://{host}:{port}", ["-protocol_whitelist", "rtp,udp"], "rtp://{host}:{port}"),
}
# Of these, nobody knows whether they are received, so a receiver joins in the middle and may miss packets.
WITHOUT_CONNECTION = {"udp", "rtp"}


class LossyNetwork:
    """A network namespace behind two TUN devices (tun(4)), between which this process passes packets, or loses them."""

    NAME, HOST, ADDRESS = "overlay-lossy", "10.77.0.1", "10.77.0.2"

    def __init__(self, share):
        self.share = share
        self.run("ip", "netns", "add", self.NAME)
        near, far = self.device("overlay0"), self.device("overlay1")
        self.run("ip", "link", "set", "overlay1", "netns", self.NAME)
        self.run("ip", "address", "add", self.HOST, "peer", self.ADDRESS, "dev", "overlay0")
        self.run("ip", "link", "set", "overlay0", "up")
        inside = ("ip", "netns", "exec", self.NAME, "ip")
        self.run(*inside, "address", "add", self.ADDRESS, "peer", self.HOST, "dev", "overlay1")
        self.run(*inside, "link", "set", "overlay1", "up")
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=self.relay, args=(source, target), daemon=True).start()

    @staticmethod
    def run(*command):
        subprocess.run(command, check=True)

    @staticmethod
    def device(name):
        tun_set_interface, tun, without_header = 0x400454CA, 0x0001, 0x1000
        descriptor = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(descriptor, tun_set_interface, struct.pack("16sH22x", name.encode(), tun | without_header))
        return descriptor

    def relay(self, source, target):
        generator = random.Random(5)
        try:
            while True:
                packet = os.read(source, 65536)
                if generator.random() >= self.share:
                    os.write(target, packet)
        except OSError:
            pass  # The namespace was removed with its device.

    def lose_all(self, seconds):
        share, self.share = self.share, 1
        time.sleep(seconds)
        self.share = share

    def remove(self):
        self.run("ip", "netns", "delete", self.NAME)


class Connection:
    """What a receiver gets from its start to its end."""

    def __init__(self):
        self.started = time.monotonic()
        self.first = None
        self.packets = {"video": 0, "audio": 0}
        self.latest = {"video": None, "audio": None}
        self.begins_with_keyframe = None
        self.disorder = 0
        self.longest_step = 0.0
        self.farthest_apart = 0.0
        self.messages = []

    def add(self, kind, time_of_decoding, is_keyframe):
        if self.first is None:
            self.first = time.monotonic()
        if kind == "video" and self.begins_with_keyframe is None:
            self.begins_with_keyframe = is_keyframe
        latest = self.latest[kind]
        if latest is not None:
            self.disorder += time_of_decoding <= latest
            if kind == "video":
                self.longest_step = max(self.longest_step, time_of_decoding - latest)
        self.latest[kind] = time_of_decoding
        self.packets[kind] += 1
        if None not in self.latest.values():
            self.farthest_apart = max(self.farthest_apart, abs(self.latest["video"] - self.latest["audio"]))


class Receiver:
    """A server that receives one protocol, and is started again when it ends."""

    def __init__(self, protocol, network):
        self.protocol = protocol
        self.port = free_port()
        self.prefix = ["ip", "netns", "exec", network.NAME] if network else []
        host = network.ADDRESS if network else "127.0.0.1"
        url, self.options, listener = RECEIVERS[protocol]
        self.url, self.listener = (text.format(host=host, port=self.port) for text in (url, listener))
        self.connections = []
        self.is_stopped = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.is_stopped:
            connection = Connection()
            # ffprobe reports packets as they arrive, in the order of the stream.
            command = [*self.prefix, "ffprobe", "-v", "warning", *self.options, "-i", self.listener]
            command += ["-show_entries", "packet=codec_type,dts_time,flags", "-of", "csv=p=0"]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            errors = threading.Thread(target=self.read_errors, args=(self.process, connection), daemon=True)
            errors.start()
            self.connections.append(connection)
            for line in self.process.stdout:
                fields = line.strip().split(",")
                if len(fields) >= 3 and fields[0] in connection.packets and fields[1] != "N/A":
                    connection.add(fields[0], float(fields[1]), fields[2].startswith("K"))
            self.process.wait()
            time.sleep(0.2)

    @staticmethod
    def read_errors(process, connection):
        connection.messages += [line.strip() for line in process.stderr]

    def kill(self):
        self.process.kill()

    def stop(self):
        self.is_stopped = True
        self.process.kill()
        self.thread.join(5)


def resident_bytes(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))


def playlist_problem(path):
    """Returns what is wrong with a playlist and its segments, or None."""
    if not os.path.exists(path):
        return None
    with open(path) as file:
        segments = [line.strip() for line in file if not line.startswith("#")]
    folder = os.path.dirname(path)
    if len(segments) > 6:
        return f"{len(segments)} segments are listed"
    missing = [name for name in segments if not os.path.exists(os.path.join(folder, name))]
    # The playlist may have been replaced since it was read.
    return f"{missing} missing" if len(missing) > 1 else None


def soak(arguments, folder, network):
    protocols = arguments.protocols.split(",")
    receivers = [Receiver(protocol, network) for protocol in protocols if protocol != "hls"]
    playlist = os.path.join(folder, "live.m3u8")
    outputs = [receiver.url for receiver in receivers] + ([playlist] if "hls" in protocols else [])
    report = os.path.join(folder, "statistics.json")
    time.sleep(1)
    command = [arguments.command, "text", "--style", "ticker", "news, weather and traffic; " * 5, "--live"]
    command += ["--fps", str(arguments.fps), "--size", arguments.size, "--duration", f"{arguments.seconds}s"]
    command += ["--background", "#203040", "--preset", arguments.preset, "--bitrate", "2M", "--reconnect", "--quiet"]
    command += ["--stats", report] + [word for output in outputs for word in ("-o", output)]
    print(" ".join(command), flush=True)
    sender = subprocess.Popen(command)
    start = time.monotonic()
    if network:
        threading.Timer(arguments.seconds / 2, network.lose_all, [10]).start()
    # Each receiver is killed at another time, so that the others are seen to go on.
    pause = arguments.seconds / (arguments.kills + 1)
    kills = [
        (start + pause * (number + 1 - index / 10), receiver)
        for number in range(arguments.kills)
        for index, receiver in enumerate(receivers)
    ]
    kills.sort(key=lambda kill: kill[0])
    residents, playlist_problems = [], []
    while sender.poll() is None:
        now = time.monotonic()
        while kills and kills[0][0] <= now:
            kills.pop(0)[1].kill()
        try:
            residents.append((now - start, resident_bytes(sender.pid)))
        except (StopIteration, OSError):
            pass
        if problem := playlist_problem(playlist):
            playlist_problems.append(problem)
        time.sleep(0.5)
    time.sleep(2)
    for receiver in receivers:
        receiver.stop()
    with open(report) as file:
        return sender.returncode, receivers, json.load(file), residents, playlist_problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--protocols", default="rtmp,srt,tcp,udp,rtp,hls")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--size", default="640x360")
    parser.add_argument("--fps", type=int, default=30)
    parser.add_argument("--preset", default="ultrafast")
    parser.add_argument("--loss", type=float, default=0, metavar="PERCENT")
    arguments = parser.parse_args()
    network = LossyNetwork(arguments.loss / 100) if arguments.loss else None
    try:
        with tempfile.TemporaryDirectory() as folder:
            status, receivers, counted, residents, playlist_problems = soak(arguments, folder, network)
    finally:
        if network:
            network.remove()
    print(json.dumps(counted))
    checks = {"the run ends with status 0": status == 0}
    for receiver in receivers:
        name, connections = receiver.protocol, [c for c in receiver.connections if c.packets["video"]]
        waits = [c.first - c.started for c in connections[1:]]
        print(
            f"{name}: {len(connections)} connections, {sum(c.packets['video'] for c in connections)} pictures, "
            f"{sum(c.packets['audio'] for c in connections)} packets of sound, "
            f"again after {max(waits, default=0):.1f} s at most, "
            f"longest step {max((c.longest_step for c in connections), default=0):.3f} s, "
            f"pictures and sound at most {max((c.farthest_apart for c in connections), default=0):.3f} s apart"
        )
        messages = sorted({message for c in connections for message in c.messages})
        for message in messages[:5]:
            print(f"  {message}")
        checks[f"{name}: the stream came back after each kill"] = len(connections) > arguments.kills
        checks[f"{name}: times increase"] = not any(c.disorder for c in connections)
        checks[f"{name}: no warning about times"] = not any("monoton" in message.lower() for message in messages)
        if name not in WITHOUT_CONNECTION:
            begins = all(c.begins_with_keyframe for c in connections)
            checks[f"{name}: every connection begins with a keyframe"] = begins
        if not (arguments.loss and name in WITHOUT_CONNECTION):
            checks[f"{name}: pictures and sound stay together"] = all(c.farthest_apart < 0.5 for c in connections)
    if playlist_problems:
        print(f"hls: {playlist_problems[:3]}")
    checks["hls: every listed segment exists, six at most"] = not playlist_problems
    # The first connections that are made again leave gaps in the heap, which the later ones fill.
    middle = statistics.median(size for moment, size in residents if 0.4 <= moment / arguments.seconds <= 0.5)
    late = statistics.median(size for moment, size in residents if moment / arguments.seconds >= 0.9)
    print(f"resident: {middle / 2**20:.1f} MiB in the middle, {late / 2**20:.1f} MiB at the end")
    checks["the memory does not grow in the second half"] = late <= 1.1 * middle
    late_by = counted["latenessMilliseconds"]["p99"]
    checks["no picture is late by more than two frames (99th percentile)"] = late_by <= 2000 / arguments.fps
    for check, holds in checks.items():
        print(f"{'ok ' if holds else 'NOT'}  {check}")
    sys.exit(0 if all(checks.values()) else 1)


if __name__ == "__main__":
    main()
