#!/usr/bin/env python3
"""Prints Sources/OverlayRender/Strings/UnicodeRanges.swift, from the Unicode Character Database that Python has.

    Scripts/make-unicode-ranges.py > Sources/OverlayRender/Strings/UnicodeRanges.swift
"""
import textwrap
import unicodedata


def table(has_property, matters):
    """Returns the ranges of characters with a property as Swift text; a range goes on over characters that do not matter."""
    ranges = []
    is_open = False
    for character in map(chr, range(0x110000)):
        if not matters(character):
            continue
        if not has_property(character):
            is_open = False
        elif is_open:
            ranges[-1][1] = character
        else:
            ranges.append([character, character])
            is_open = True
    text = ' '.join(f'0x{ord(first):04X}...0x{ord(last):04X},' for first, last in ranges)
    return textwrap.indent(textwrap.fill(text, width=116), '    ')


wide = table(
    lambda character: unicodedata.east_asian_width(character) in 'WF',
    lambda character: unicodedata.category(character) != 'Cn')
right_to_left = table(
    lambda character: unicodedata.bidirectional(character) in ('R', 'AL'),
    lambda character: unicodedata.category(character).startswith('L'))

print(f'''// Made by Scripts/make-unicode-ranges.py from the Unicode Character Database {unicodedata.unidata_version}.

extension Unicode.Scalar {{
  /// Whether its East_Asian_Width is Wide or Fullwidth (Unicode Standard Annex 11): it takes the room of two Latin letters.
  var isEastAsianWide: Bool {{ isWithin(Unicode.Scalar.eastAsianWideRanges) }}

  /// Whether a letter is written from right to left: its Bidi_Class is R or AL (Unicode Standard Annex 9).
  var isRightToLeftLetter: Bool {{ isWithin(Unicode.Scalar.rightToLeftLetterRanges) }}

  private func isWithin(_ ranges: [ClosedRange<UInt32>]) -> Bool {{
    let index = ranges.partitioningIndex {{ $0.upperBound >= value }}
    return index < ranges.count && ranges[index].contains(value)
  }}

  private static let eastAsianWideRanges: [ClosedRange<UInt32>] = [
{wide}
  ]

  private static let rightToLeftLetterRanges: [ClosedRange<UInt32>] = [
{right_to_left}
  ]
}}''')
