#!/usr/bin/env python3
"""Checks the memory for converting 30 MB of SRT: at most 45 MiB plus five times the size of the file.

    caption-memory.py COMMAND

`make soak` calls this. COMMAND is the overlay-render program. The files have the maximum number of cues, cues of two
lines of which a third are in italics, cues that are partly in italics, and a few long cues. The exit status is 1 if a
limit is exceeded.
"""

import os
import sys
import tempfile

SIZE = 30_000_000
MEBIBYTE = 2**20
SENTENCE = "the quick brown fox jumps over the lazy dog and then it goes home "
TEXTS = {
    "most cues": lambda number: SENTENCE[:22],
    "styled cues": lambda number: f"<i>{SENTENCE[:30]}</i>\n{SENTENCE[30:60]}" if number % 3 == 0 else SENTENCE[:60],
    "cues partly in italics": lambda number: f"<i>{SENTENCE[:9]}</i>{SENTENCE[9:35]}",
    "two lines in italics": lambda number: f"<i>- {SENTENCE[:15]}</i>\n<i>- {SENTENCE[:15]}</i>",
    "long cues": lambda number: SENTENCE * 30,
}


def clock(milliseconds):
    seconds, milliseconds = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},{milliseconds:03}"


def write_captions(path, text):
    """Writes about SIZE bytes in pieces, because the memory of this process counts for the one that it starts."""
    with open(path, "w") as file:
        for number in range(1, 500_001):
            start = 2000 * number
            file.write(f"{number}\n{clock(start)} --> {clock(start + 1800)}\n{text(number)}\n\n")
            if number % 100 == 0 and file.tell() >= SIZE:
                break


def peak_resident_bytes(command):
    process = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        sys.exit(f"caption-memory: {' '.join(command)} ended with status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_maxrss * 1024


def main():
    command = sys.argv[1]
    is_within = True
    with tempfile.TemporaryDirectory() as folder:
        path, output = os.path.join(folder, "in.srt"), os.path.join(folder, "out.vtt")
        for name, text in TEXTS.items():
            write_captions(path, text)
            peak = peak_resident_bytes([command, "captions", "convert", path, output, "--overwrite"])
            limit = 45 * MEBIBYTE + 5 * os.path.getsize(path)
            print(f"{os.path.getsize(path) / 1e6:.0f} MB of SRT, {name}: {peak // MEBIBYTE} MiB of {limit // MEBIBYTE}")
            is_within = is_within and peak <= limit
    if not is_within:
        sys.exit("soak: converting captions takes more than 45 MiB plus five times the file")


if __name__ == "__main__":
    main()
