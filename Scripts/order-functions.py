#!/usr/bin/env python3
"""Lists the functions that run in a program, sorted by name.

    Scripts/order-functions.py PROGRAM OUTPUT LAST COMMAND...

A linker that places them side by side makes the program read fewer pages at its start, and fewer are resident. Each
COMMAND is one string of arguments, which valgrind's callgrind runs. LAST is a pattern of the function at whose first
call the list ends: while a program ends, its threads do not always come to the same functions. The program needs its
symbols.
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# "fn=(1) name", and "cfn=" for a function that is first seen in a call. Later lines repeat only the number.
FUNCTION = re.compile(r"^c?fn=\(\d+\) (.+?)(?:'\d+)?$", re.M)


def functions(program, last, arguments):
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder, 'profile')
        # Settings of a user, such as the language, would change what runs.
        environment = {'PATH': os.environ['PATH'], 'HOME': folder, 'LC_ALL': 'C.UTF-8', 'TZ': 'UTC'}
        subprocess.run(
            ['valgrind', '--quiet', '--tool=callgrind', f'--callgrind-out-file={profile}', '--demangle=no',
             f'--dump-before={last}', program, *shlex.split(arguments)],
            check=True, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        first = pathlib.Path(f'{profile}.1')
        if not first.exists():
            sys.exit(f'order-functions: {last} was not called')
        return FUNCTION.findall(first.read_text(encoding='utf-8', errors='replace'))


def main(program, output, last, *commands):
    listing = subprocess.run(['nm', '--defined-only', program], check=True, capture_output=True, text=True).stdout
    own = {line.split()[-1] for line in listing.splitlines()}
    with concurrent.futures.ThreadPoolExecutor() as runs:
        lists = runs.map(lambda command: functions(program, last, command), commands)
        found = {name for names in lists for name in names if name in own}
    pathlib.Path(output).write_text(''.join(name + '\n' for name in sorted(found)), encoding='utf-8')


if __name__ == '__main__':
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
