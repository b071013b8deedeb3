#!/bin/sh
# Creates the subset fonts in Sources/ExampleFonts/Fonts from Debian's Noto packages:
#   apt-get install fonts-noto-core fonts-noto-cjk python3-fonttools
# They contain the Chinese, Japanese, Korean and Arabic characters in the sources of the examples, and no others. Run this
# again after adding such text.
set -eu
cd "$(dirname "$0")/Sources"
fonts=ExampleFonts/Fonts
cjk=/usr/share/fonts/opentype/noto
arabic=/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf

characters() { # CLASS: the characters of all sources that are of a class of Perl's regular expressions
  find . -name '*.swift' -o -name '*.vtt' -o -name '*.lrc' | xargs perl -CSD -ne "print \$& while /[$1]/g" |
    perl -CSD -ne 'print for grep { !$seen{$_}++ } sort split //'
}

subset() { # SOURCE NAME TEXT
  /usr/bin/python3 -m fontTools.subset "$1" --output-file="$fonts/$2" --font-number=0 --layout-features='*' --text="$3"
}

text=$(characters '\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\x{3000}-\x{303F}\x{FF00}-\x{FFEF}')
subset $cjk/NotoSansCJK-Regular.ttc NotoSansCJK-Regular.subset.otf "$text"
subset $cjk/NotoSansCJK-Bold.ttc NotoSansCJK-Bold.subset.otf "$text"
subset $arabic NotoSansArabic-Regular.subset.ttf "$(characters '\p{Arabic}')"
