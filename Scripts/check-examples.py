#!/usr/bin/env python3
"""Checks that every public declaration is on a page or in an example.

    Scripts/check-examples.py [REPOSITORY]

The declarations are in Documentation/PublicDeclarations.txt. The name of each must be a word of README.md, of a page of
Documentation or of a documentation catalog, of a program of Examples, or of the code in a documentation comment. A
declaration that nothing shows is shown, or becomes `package`. Types that a page lists as a topic count as shown. The
cases of enumerations and the requirements of Swift's own protocols are not checked.
"""
import pathlib
import re
import sys

PAGES = ['README.md', 'Documentation/**/*.md', 'Examples/**/*.swift', 'Sources/**/*.docc/**/*.md']
CODE = re.compile(r'^ *///     (.*)$', re.M)
NAME = re.compile(r'[A-Za-z_]\w*')
# Sequences, collections, raw values, literals, string interpolation, errors, actors and result builders.
SWIFT = re.compile(
    r'Element|Iterator|startIndex|endIndex|rawValue|RawValue|errorDescription|unownedExecutor|append\w+|build[A-Z]\w+|'
    r'subscript|callAsFunction')
UNCHECKED = ('case ', 'enum ', 'extension ', 'associatedtype ')


def shown_names(root):
    pages = [path for pattern in PAGES for path in root.glob(pattern) if '.build' not in path.parts]
    texts = [path.read_text(encoding='utf-8') for path in pages]
    for path in root.glob('Sources/**/*.swift'):
        texts += CODE.findall(path.read_text(encoding='utf-8'))
    return {name for text in texts for name in NAME.findall(text)}


def name(path):
    """Returns the name by which a declaration is used; for an initializer, the name of its type."""
    parts = path.partition('(')[0].split('.')
    return parts[-2] if parts[-1] == 'init' and len(parts) > 1 else parts[-1]


root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
shown = shown_names(root)
missing = []
for line in (root / 'Documentation/PublicDeclarations.txt').read_text(encoding='utf-8').splitlines():
    path, _, declaration = line.partition(': ')
    used = name(path.partition(' ')[2])
    if declaration.startswith(UNCHECKED) or not NAME.fullmatch(used) or SWIFT.fullmatch(used) or used in shown:
        continue
    missing.append(f'{path} is in no article and no example: {declaration}')
print('\n'.join(missing), file=sys.stderr, end='\n' if missing else '')
sys.exit(1 if missing else 0)
