#!/usr/bin/env python3
"""Writes the public declarations of all libraries to a file, one per line, and fails if the file was different.

    Scripts/list-public-declarations.py SYMBOL_GRAPHS FILE

SYMBOL_GRAPHS is the folder with the symbol graphs of the libraries, which are made with their documentation.
Declarations that are unavailable are left out: they only name what to use instead.
"""
import json
import pathlib
import sys

LIBRARIES = [
    'OverlayBase', 'OverlayCaptions', 'OverlayRender', 'OverlayPictureInPicture', 'OverlayMedia', 'OverlayWindow',
    'OverlayRenderTesting',
]


def is_listed(symbol):
    # What a protocol adds to its conforming types is listed at the protocol.
    if '::SYNTHESIZED::' in symbol['identifier']['precise'] or symbol['accessLevel'] not in ('public', 'open'):
        return False
    return not any(item.get('isUnconditionallyUnavailable') for item in symbol.get('availability', []))


def declarations(library, folder):
    """Returns the lines of a library: the path of each declaration, and how it is declared."""
    graphs = [path for path in folder.rglob('*.symbols.json') if path.name.split('.')[0].split('@')[0] == library]
    if not graphs:
        sys.exit(f'{folder} contains no symbol graph of {library}')
    lines = set()
    for graph in graphs:
        for symbol in filter(is_listed, json.loads(graph.read_text(encoding='utf-8'))['symbols']):
            declaration = ''.join(fragment['spelling'] for fragment in symbol['declarationFragments'])
            lines.add(f"{library} {'.'.join(symbol['pathComponents'])}: {' '.join(declaration.split())}")
    return sorted(lines)


folder, file = map(pathlib.Path, sys.argv[1:])
text = ''.join(f'{line}\n' for library in LIBRARIES for line in declarations(library, folder))
if not file.exists() or file.read_text(encoding='utf-8') != text:
    file.write_text(text, encoding='utf-8')
    sys.exit(f'{file} was different, and is written again: list what breaks in CHANGELOG.md, and commit it')
