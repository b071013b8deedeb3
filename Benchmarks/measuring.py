"""Measures commands: processor time with their reader, the first frame, resident memory, and figures with a spread."""

import dataclasses
import hashlib
import json
import os
import shlex
import socket
import statistics
import subprocess
import tempfile
import time

# The minimum number of runs of short measurements.
SHORT_RUNS = 9


@dataclasses.dataclass(frozen=True)
class Figures:
    """The values of some runs of one measurement."""

    values: tuple[float, ...]

    @property
    def median(self):
        return statistics.median(self.values)

    @property
    def least(self):
        return min(self.values)

    @property
    def most(self):
        return max(self.values)

    def times(self, factor):
        """Returns the same figures in another unit."""
        return Figures(tuple(value * factor for value in self.values))


def free_port():
    """Returns a port of TCP on loopback that is free now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def in_turn(runs, measures):
    """Returns the figures of several measurements that alternate, so that a busy machine affects all of them.

    `measures` has a function for each name. A measurement that raises an error ends all of them.
    """
    results = {name: [] for name in measures}
    for _ in range(runs):
        for name, measure in measures.items():
            results[name].append(measure())
    return {name: Figures(tuple(values)) for name, values in results.items()}


def wait_for(process):
    """Waits for a process. Returns its user + system seconds, including the children for which it has waited."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{shlex.join(process.args)} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def start(command, output=subprocess.DEVNULL):
    return subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


def processor_seconds(command):
    """Returns the user + system seconds of a command."""
    return wait_for(start(command))


def piped_seconds(command, reader=("cat",)):
    """Returns the user + system seconds of a command and of the program that reads its output."""
    writer = start(command, subprocess.PIPE)
    sink = subprocess.Popen(reader, stdin=writer.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    writer.stdout.close()
    return wait_for(writer) + wait_for(sink)


def seconds_at_once(*commands):
    """Returns the user + system seconds of live commands that mostly wait, and run at the same time."""
    return [wait_for(process) for process in [start(command) for command in commands]]


def first_frame_milliseconds(command, byte_count):
    """Returns the time from the start of the process until the first complete frame is read from the pipe."""
    began = time.monotonic()
    process = start(command, subprocess.PIPE)
    received = len(process.stdout.read(byte_count))
    elapsed = time.monotonic() - began
    process.stdout.close()
    process.wait()
    if received < byte_count:
        raise RuntimeError(f"{shlex.join(command)} ended before its first frame")
    return elapsed * 1000


def peak_resident_bytes(command):
    """Returns the peak of resident memory of our command, which writes into `cat`, by its own statistics."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stats.json")
        piped_seconds([*command, "--stats", path])
        with open(path) as file:
            return json.load(file)["peakResidentBytes"]


def output_of(*command):
    """Returns the JSON that a command prints."""
    return json.loads(subprocess.check_output(command, stderr=subprocess.DEVNULL))


def digest(command):
    """Returns the SHA-256 of all bytes that a command writes."""
    process = start(command, subprocess.PIPE)
    value = hashlib.file_digest(process.stdout, "sha256").hexdigest()
    wait_for(process)
    return value


def steady_share(command, seconds, startup_seconds=4):
    """Returns the share of a core, in percent, of a command that runs on. Its start does not count."""
    process = start(command)
    try:
        # The identifier of the clock of another process: see clock_getcpuclockid(3).
        clock = ~process.pid << 3 | 2
        time.sleep(startup_seconds)
        began, before = time.monotonic(), time.clock_gettime(clock)
        time.sleep(seconds)
        return 100 * (time.clock_gettime(clock) - before) / (time.monotonic() - began)
    finally:
        process.terminate()
        process.wait()
