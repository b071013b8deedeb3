#!/usr/bin/env python3
"""Writes the manual of the command: a page for the command, and one for each subcommand (mdoc(7)).

    Packaging/make-manual.py COMMAND FOLDER

The pages have what `help` shows, as the command itself describes it (--experimental-dump-help of the argument parser).
The parser's own generator is not used, because it leaves out the sections of the options, and names pages in a way
that `man overlay-render clock` does not find. The date is SOURCE_DATE_EPOCH if it is set.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap
import time

PAGE = pathlib.Path(__file__).parent.parent / "Documentation/files-and-signals.md"
# The rows of its table of exit statuses.
EXIT_STATUSES = re.findall(r"^\| (\d[\d, ]*) \| (.*) \|$", PAGE.read_text().replace("`", ""), re.MULTILINE)
if not EXIT_STATUSES:
    sys.exit(f"{PAGE}: has no table of exit statuses")


def escaped(text):
    """Returns a text without a meaning for roff."""
    names = {"\\": "\\e", "-": "\\-", '"': "\\(dq", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}
    text = "".join(names.get(character, character) for character in text)
    return "\\&" + text if text[:1] == "." else text


def word(text):
    """Returns a text as one argument of a macro."""
    # Punctuation, and words that are names of macros, have a meaning there.
    text = "\\&" + escaped(text)
    return f'"{text}"' if " " in text else text


def prose(text):
    """Returns lines with a sentence each, which are not longer than a terminal."""
    sentences = re.split(r"(?<=[.:!?)]) +(?=[A-Z(\"'])", " ".join(text.split()))
    lines = []
    for sentence in sentences:
        # Hyphens may be broken, but the parts of options may not.
        lines += textwrap.wrap(sentence, 70, break_long_words=False, break_on_hyphens=False)
    return [escaped(line) for line in lines]


def literal(lines):
    """Returns a display with the lines as they are."""
    return [".Bd -literal -offset indent", *map(escaped, lines), ".Ed"]


def paragraphs(text):
    """Returns the text with its paragraphs; indented lines stay as they are."""
    result = []
    for block in re.split(r"\n\n+", text.strip("\n")):
        lines = block.split("\n")
        heads = [line for line in lines if not line.startswith("  ")]
        shown = [line[2:] for line in lines if line.startswith("  ")]
        if result and heads:
            result.append(".Pp")
        result += prose(" ".join(heads))
        if shown:
            result += literal(shown)
    return result


def names(argument):
    """Returns the macros for an argument, as a list of options of a program has them."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return ".It Ar " + word(value)
    spellings = ["Fl " + word(("-" if name["kind"] == "long" else "") + name["name"]) for name in argument["names"]]
    return ".It " + " , ".join(sorted(spellings, key=len)) + (
        " Ar " + word(value) if argument["kind"] == "option" else "")


def entry(argument):
    """Returns an entry of a list of arguments."""
    text = argument.get("abstract", "")
    if argument.get("allValues") and "values:" not in text:
        text += " (values: " + ", ".join(argument["allValues"]) + ")"
    if argument.get("defaultValue") and argument["kind"] != "flag" and "default:" not in text:
        text += " (default: " + argument["defaultValue"] + ")"
    lines = [names(argument), *prose(text)]
    if argument.get("discussion"):
        lines += [".Pp", *paragraphs(argument["discussion"])]
    return lines


def entries(arguments):
    """Returns a list of arguments."""
    return [".Bl -tag -width Ds", *(line for argument in arguments for line in entry(argument)), ".El"]


def synopsis(name, command):
    """Returns how the command is called."""
    lines = [".Nm " + name]
    if command.get("subcommands"):
        return lines + [".Ar subcommand", ".Op Ar options"]
    lines.append(".Op Ar options")
    for argument in command.get("arguments", []):
        if argument["kind"] == "positional":
            value = "Ar " + word(argument["valueName"])
            lines.append("." + (f"Op {value}" if argument["isOptional"] else value))
    return lines


def page(command, parents, day):
    """Returns the page of a command with all options."""
    path = [*parents, command["commandName"]]
    name, title = " ".join(path), "-".join(path)
    discussion, _, examples = (command.get("discussion") or "").partition("Examples:\n")
    shown = [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
    subcommands = [child for child in command.get("subcommands", []) if child["commandName"] != "help"]
    lines = [
        f".Dd {day}", f".Dt {title.upper()} 1", f".Os {path[0]}", ".Sh NAME", f".Nm {title}",
        ".Nd " + escaped(command["abstract"].rstrip(".")), ".Sh SYNOPSIS", *synopsis(name, command), ".Sh DESCRIPTION",
        *(paragraphs(discussion) or prose(command["abstract"])),
    ]
    if subcommands:
        lines += [".Pp", "The subcommands are:", ".Bl -tag -width Ds"]
        for child in subcommands:
            lines += [f".It Xr {title}-{child['commandName']} 1", *prose(child["abstract"])]
        help_command = " ".join([path[0], "help", *path[1:]])
        lines += [".El", ".Pp", *prose(f"'{help_command} COMMAND' shows all options of a command.")]
        if not parents:
            lines += prose(f"'{name} help TOPIC' shows the options of a topic, which the help of a command names.")
    for section in dict.fromkeys(argument.get("sectionTitle") for argument in shown):
        lines.append(".Ss " + (section or "Options"))
        lines += entries([argument for argument in shown if argument.get("sectionTitle") == section])
    lines += [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    for status, meaning in EXIT_STATUSES:
        lines += [f".It {status}", *prose(meaning[:1].upper() + meaning[1:] + ".")]
    lines.append(".El")
    if examples:
        lines += [".Sh EXAMPLES", *literal([line.removeprefix("  ") for line in examples.rstrip().split("\n")])]
    if parents:
        lines += [".Sh SEE ALSO", f".Xr {'-'.join(parents)} 1"]
    return title, "\n".join(lines) + "\n", [(child, path) for child in subcommands]


def main():
    command, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    run = lambda *arguments: subprocess.run([command, *arguments], check=True, capture_output=True, text=True).stdout
    moment = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    day = f"{time.strftime('%B', moment)} {moment.tm_mday}, {moment.tm_year}"
    folder.mkdir(parents=True, exist_ok=True)
    waiting = [(json.loads(run("--experimental-dump-help"))["command"], [])]
    while waiting:
        title, text, children = page(*waiting.pop(), day)
        (folder / f"{title}.1").write_text(text)
        waiting += children


main()
