#!/usr/bin/env python3
"""Checks that folders of the sources use each other in one direction, in the order of the tables in ARCHITECTURE.md.

    Scripts/check-folders.py [REPOSITORY]

A table whose first heading is "folder of `PATH`" lists the folders of PATH from the bottom up. A folder may use the
folders in the rows above its own. Folders in one row may not use each other, and `./` stands for the files in PATH
itself. A folder uses another one if one of its files mentions a type or a free function that only the other one
declares. Comments, strings and members of types are ignored.
"""
import collections
import pathlib
import re
import sys

HEADING = re.compile(r'\| folder of `([^`]+)` \|')
FOLDER = re.compile(r'`([^`]+)/`')
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"', re.S)
PRIVATE = re.compile(r'\b(?:file)?private\s+[^\n{]*')
TYPE = re.compile(r'\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)')
FREE_FUNCTION = re.compile(r'^(?:\w+ )*func\s+(\w+)', re.M)


def tables(document):
    """Yields the path of each table and the rank of each of its folders."""
    lines = iter(document.splitlines())
    for line in lines:
        heading = HEADING.match(line)
        if not heading:
            continue
        ranks = {}
        next(lines)
        for rank, row in enumerate(iter(lambda: next(lines, ''), '')):
            for folder in FOLDER.findall(row.split('|')[1]):
                ranks[folder] = rank
        yield pathlib.Path(heading[1]), ranks


def declarations(text):
    return set(TYPE.findall(text) + FREE_FUNCTION.findall(text))


def uses(root, path):
    """Yields (file, folder of the file, name, folder that declares the name) for each name of another folder."""
    code, declared, visible = {}, collections.defaultdict(set), collections.defaultdict(set)
    for file in sorted((root / path).rglob('*.swift')):
        relative = file.relative_to(root / path)
        text = COMMENT_OR_STRING.sub(' ', file.read_text(encoding='utf-8'))
        code[relative] = text
        declared[folder(relative)] |= declarations(text)
        for name in declarations(PRIVATE.sub(' ', text)):
            visible[name].add(folder(relative))
    for file, text in code.items():
        for name in sorted(set(re.findall(r'(?<!\w\.)\b[A-Za-z]\w*\b', text)) - declared[folder(file)]):
            if len(visible[name]) == 1:
                yield file, folder(file), name, *visible[name]


def folder(file):
    return file.parts[0] if len(file.parts) > 1 else '.'


def problems(root):
    document = (root / 'ARCHITECTURE.md').read_text(encoding='utf-8')
    found = list(tables(document))
    if not found:
        yield 'ARCHITECTURE.md: no table of folders'
    for path, ranks in found:
        present = {folder(file.relative_to(root / path)) for file in (root / path).rglob('*.swift')}
        for name in sorted(present ^ ranks.keys()):
            place = 'is missing in the table of' if name in present else 'has no Swift files, but is in the table of'
            yield f'{path}/{name}/ {place} ARCHITECTURE.md'
        for file, user, name, owner in uses(root, path):
            if owner not in ranks or user not in ranks:
                continue
            if ranks[owner] >= ranks[user]:
                reason = 'comes after it' if ranks[owner] > ranks[user] else 'is in the same row'
                yield f'{path}/{file} uses {name} of {owner}/, which {reason}'


root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
lines = list(problems(root))
print('\n'.join(lines), file=sys.stderr, end='\n' if lines else '')
sys.exit(1 if lines else 0)
