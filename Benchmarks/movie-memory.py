#!/usr/bin/env python3
"""Checks that the memory of a long movie does not grow. `make soak` calls this.

    movie-memory.py COMMAND

COMMAND is the overlay-render program. It writes a minute, an hour and a day of a clock into Matroska, a picture each
second. The exit status is 1 if the hour or the day needs much more memory than the minute.
"""

import json
import os
import subprocess
import sys
import tempfile

# The index of a day has an entry for each keyframe, and each has some dozens of bytes.
LIMIT = 1.1
SIZES = [("1920x1080", ["1m", "1h"]), ("320x180", ["1m", "24h"])]


def peak(command, folder, size, duration):
    movie, statistics = os.path.join(folder, "a.mkv"), os.path.join(folder, "a.json")
    arguments = [command, "clock", "--quiet", "--size", size, "--duration", duration, "-o", movie, "--overwrite"]
    subprocess.run(arguments + ["--stats", statistics], check=True)
    with open(statistics) as file:
        return json.load(file)["peakResidentBytes"] / 2**20


def main():
    command = sys.argv[1]
    is_flat = True
    with tempfile.TemporaryDirectory() as folder:
        for size, durations in SIZES:
            peaks = [peak(command, folder, size, duration) for duration in durations]
            figures = ", ".join(f"{peak:.0f} MiB for {duration}" for peak, duration in zip(peaks, durations))
            print(f"a clock of {size} into mkv: {figures}", flush=True)
            is_flat = is_flat and peaks[-1] <= LIMIT * peaks[0]
    if not is_flat:
        sys.exit("movie-memory.py: the memory grows with the duration")


main()
