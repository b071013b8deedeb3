#!/usr/bin/env python3
"""Checks the lines of comments in Swift files and of prose in Markdown files.

    Scripts/check-lines.py [REPOSITORY]

A line has at most 120 columns. Tables, code blocks, pictures and lines without a space where they could be wrapped do
not count. A line that continues an item of a list in a comment is indented by two spaces more than the hyphen of the
item. `swift format` checks lines of code, but not these.
"""
import pathlib
import re
import subprocess
import sys

LIMIT = 120
COMMENT = re.compile(r'\s*///?( ?)(.*)')
ITEM = re.compile(r'( *)- ')


def swift_problems(lines):
    """Yields (line number, problem) for the comments of a Swift file."""
    hyphen = None
    for number, line in enumerate(lines, 1):
        comment = COMMENT.match(line)
        if not comment or not comment[2].strip():
            hyphen = None
            continue
        if len(line) > LIMIT:
            yield number, f'{len(line)} columns, and at most {LIMIT} are allowed'
        text = comment[2]
        item = ITEM.match(text)
        if item:
            hyphen = len(item[1])
        elif hyphen is not None and len(text) - len(text.lstrip(' ')) < hyphen + 2:
            yield number, f'the line continues an item of a list: indent it by {hyphen + 2} spaces'


def markdown_problems(lines):
    """Yields (line number, problem) for the prose of a Markdown file."""
    in_code = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith('```'):
            in_code = not in_code
        if in_code or line.startswith(('|', '    ', '![')) or ' ' not in line.strip()[:LIMIT]:
            continue
        if len(line) > LIMIT:
            yield number, f'{len(line)} columns, and at most {LIMIT} are allowed'


root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
files = subprocess.run(
    ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.swift', '*.md'],
    cwd=root, check=True, capture_output=True, text=True).stdout.split('\0')
lines = [
    f'{name}:{number}: {problem}'
    for name in sorted(filter(None, files)) if (root / name).exists()
    for number, problem in (swift_problems if name.endswith('.swift') else markdown_problems)(
        (root / name).read_text(encoding='utf-8').split('\n'))
]
print('\n'.join(lines), file=sys.stderr, end='\n' if lines else '')
sys.exit(1 if lines else 0)
