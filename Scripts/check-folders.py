#!/usr/bin/env python3
"""Checks that folders of the sources use each other in one direction, in the order of the tables in the documents.

    Scripts/check-folders.py [REPOSITORY]

The documents are ARCHITECTURE.md and Documentation/Architecture/*.md. A table whose first heading is "folder of `PATH`"
lists the folders of PATH from the bottom up. A folder may use the folders in the rows above its own. Folders in one row
may not use each other. `./` stands for the files in PATH itself, except a file with a row of its own, such as a list of
commands: it may use what is above it, and all may use it. A folder uses another one if one of its files mentions a type
or a free function that only the other one declares. Comments, strings, members of types and generic parameters are
ignored.

Each module of Package.swift with more than one folder in Sources needs a table.
"""
import collections
import pathlib
import re
import sys

HEADING = re.compile(r'\| folder of `([^`]+)` \|')
FOLDER = re.compile(r'`([^`]+?)/?`')
MODULE = re.compile(r'\.(?:executableTarget|target)\(\s*name: "([^"]+)"')
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"', re.S)
PRIVATE = re.compile(r'\b(?:file)?private\s+[^\n{]*')
TYPE = re.compile(r'\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)')
FREE_FUNCTION = re.compile(r'^(?:\w+ )*func\s+(\w+)', re.M)
GENERIC = re.compile(r'\b(?:struct|class|enum|actor|func|init|subscript|typealias)\b[^\n(<{]*<([^>]*)>')


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


def generic_parameters(text):
    return {parameter.split(':')[0].strip() for names in GENERIC.findall(text) for parameter in names.split(',')}


def uses(root, path, folder):
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
        own = declared[folder(file)] | generic_parameters(text)
        for name in sorted(set(re.findall(r'(?<!\w\.)\b[A-Za-z]\w*\b', text)) - own):
            if len(visible[name]) == 1:
                yield file, folder(file), name, *visible[name]


def folder(file, rows=()):
    """Returns the row of a file: its own name if that is a row, or else its folder."""
    if str(file) in rows:
        return str(file)
    return file.parts[0] if len(file.parts) > 1 else '.'


def swift_files(root, path):
    return [file.relative_to(root / path) for file in (root / path).rglob('*.swift')]


def problems(root):
    documents = [root / 'ARCHITECTURE.md', *sorted((root / 'Documentation/Architecture').glob('*.md'))]
    found = [table for document in documents for table in tables(document.read_text(encoding='utf-8'))]
    for module in MODULE.findall((root / 'Package.swift').read_text(encoding='utf-8')):
        path = pathlib.Path('Sources', module)
        if len(set(map(folder, swift_files(root, path)))) > 1 and path not in dict(found):
            yield f'{path} has several folders, but no document has a table of them'
    for path, ranks in found:
        def row(file):
            return folder(file, ranks)
        present = set(map(row, swift_files(root, path)))
        for name in sorted(present ^ ranks.keys()):
            place = 'is missing in the table of' if name in present else 'has no Swift files, but is in the table of'
            yield f'{path}/{name} {place} {path}'
        for file, user, name, owner in uses(root, path, row):
            if owner not in ranks or user not in ranks or owner.endswith('.swift'):
                continue
            if ranks[owner] >= ranks[user]:
                reason = 'comes after it' if ranks[owner] > ranks[user] else 'is in the same row'
                yield f'{path}/{file} uses {name} of {owner}, which {reason}'


root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
lines = list(problems(root))
print('\n'.join(lines), file=sys.stderr, end='\n' if lines else '')
sys.exit(1 if lines else 0)
