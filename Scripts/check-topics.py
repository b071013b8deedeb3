#!/usr/bin/env python3
"""Checks that every public type of the libraries is in a topic of the documentation.

    Scripts/check-topics.py [REPOSITORY]

A public type is declared at the top level of a file of a library, such as Sources/OverlayRender. It is in a topic when
a page of the library's documentation catalog, such as OverlayRender.docc, lists its name under "## Topics". Members of
types do not count: DocC lists them on the page of the type. Types that the documentation hides do not count either.
"""
import pathlib
import re
import sys

LIBRARIES = [
    'OverlayBase', 'OverlayCaptions', 'OverlayRender', 'OverlayPictureInPicture', 'OverlayMedia', 'OverlayWindow',
    'OverlayRenderTesting',
]
TYPE = re.compile(r'^public (?:final )?(?:struct|class|enum|protocol|actor|typealias) (\w+)', re.M)
HIDDEN = re.compile(r'^@_documentation\(visibility: internal\)\n(?:@propertyWrapper\n)?public .*\n', re.M)
ENTRY = re.compile(r'^- ``(\w+)``$', re.M)


def topics(page):
    return page.partition('\n## Topics\n')[2]


def problems(root, library):
    sources = root / 'Sources' / library
    pages = sorted((sources / f'{library}.docc').glob('*.md'))
    listed = {name for page in pages for name in ENTRY.findall(topics(page.read_text(encoding='utf-8')))}
    for file in sorted(sources.rglob('*.swift')):
        for name in TYPE.findall(HIDDEN.sub('', file.read_text(encoding='utf-8'))):
            if name not in listed:
                yield f'{file.relative_to(root)}: {name} is in no topic of {library}.docc'


root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
lines = [line for library in LIBRARIES for line in problems(root, library)]
print('\n'.join(lines), file=sys.stderr, end='\n' if lines else '')
sys.exit(1 if lines else 0)
