#!/usr/bin/env python3
"""Checks that every public type of the library is in a topic of the documentation.

    Scripts/check-topics.py [REPOSITORY]

A public type is declared at the top level of a file of Sources/OverlayRender. It is in a topic when a page of
OverlayRender.docc lists its name under "## Topics". Members of types do not count: DocC lists them on the page of the type.
"""
import pathlib
import re
import sys

TYPE = re.compile(r'^public (?:final )?(?:struct|class|enum|protocol|actor|typealias) (\w+)', re.M)
ENTRY = re.compile(r'^- ``(\w+)``$', re.M)


def topics(page):
    return page.partition('\n## Topics\n')[2]


root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
sources = root / 'Sources/OverlayRender'
pages = sorted((sources / 'OverlayRender.docc').glob('*.md'))
listed = {name for page in pages for name in ENTRY.findall(topics(page.read_text(encoding='utf-8')))}
lines = [
    f'{file.relative_to(root)}: {name} is in no topic of OverlayRender.docc'
    for file in sorted(sources.rglob('*.swift'))
    for name in TYPE.findall(file.read_text(encoding='utf-8'))
    if name not in listed
]
print('\n'.join(lines), file=sys.stderr, end='\n' if lines else '')
sys.exit(1 if lines else 0)
