#!/usr/bin/env python3
"""Lists the functions that run at the start of a program, in the order in which they first run.

    Scripts/order-functions.py PROGRAM OUTPUT COMMAND...

A linker that places them in this order makes the program read fewer pages at its start, and fewer are resident. Each
COMMAND is one string of arguments, which valgrind's callgrind runs. The program needs its symbols.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# "fn=(1) name", and "cfn=" for a function that is first seen in a call. Later lines repeat only the number.
FUNCTION = re.compile(r"^c?fn=\(\d+\) (.+?)(?:'\d+)?$", re.M)


def functions(program, arguments):
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder, 'profile')
        # Valgrind cannot read all debugging information of Swift.
        copy = pathlib.Path(folder, 'program')
        subprocess.run(['strip', '--strip-debug', '-o', copy, program], check=True)
        subprocess.run(
            ['valgrind', '--quiet', '--tool=callgrind', f'--callgrind-out-file={profile}', '--demangle=no', copy,
             *shlex.split(arguments)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        return FUNCTION.findall(profile.read_text(encoding='utf-8', errors='replace'))


def main(program, output, *commands):
    listing = subprocess.run(['nm', '--defined-only', program], check=True, capture_output=True, text=True).stdout
    own = {line.split()[-1] for line in listing.splitlines()}
    order = dict.fromkeys(name for command in commands for name in functions(program, command) if name in own)
    pathlib.Path(output).write_text(''.join(name + '\n' for name in order), encoding='utf-8')


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
