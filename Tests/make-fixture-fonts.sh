#!/bin/sh
# Makes the subset fonts in Tests/OverlayRenderTests/Fixtures/Fonts from Debian's Noto packages:
#   apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji python3-fonttools
# The pictures in Goldens/ depend on these files; remake them only to add characters.
set -eu
cd "$(dirname "$0")/OverlayRenderTests/Fixtures/Fonts"
noto=/usr/share/fonts/truetype/noto
cjk=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc

subset() { # SOURCE NAME ARGUMENTS...
  source=$1 name=$2
  shift 2
  /usr/bin/python3 -m fontTools.subset "$source" --output-file="$name" --layout-features='*' "$@"
}

subset $noto/NotoSans-Regular.ttf NotoSans-Regular.subset.ttf --unicodes=20-7E,A0-FF,2013,2014,2018-201D,2026
subset $noto/NotoSans-Bold.ttf NotoSans-Bold.subset.ttf --unicodes=20-7E,A0-FF,2013,2014,2018-201D,2026
subset $noto/NotoSansArabic-Regular.ttf NotoSansArabic-Regular.subset.ttf --text='مرحبا بالعالم السلام عليكم ٠١٢٣٤٥٦٧٨٩'
subset $noto/NotoSansHebrew-Regular.ttf NotoSansHebrew-Regular.subset.ttf --text='שלום עולם'
subset $noto/NotoSansDevanagari-Regular.ttf NotoSansDevanagari-Regular.subset.ttf \
  --text='नमस्ते दुनिया क्षत्रिय ०१२३४५६७८९'
subset $noto/NotoSansMyanmar-Regular.ttf NotoSansMyanmar-Regular.subset.ttf --text='ဂုဏ်သိက္ခာဖြင့်'
subset $cjk NotoSansCJK-Regular.subset.otf --font-number=0 --text='日本語中文字幕時計你好世界漢読こんにちはいかくけごじせとのほまむもよを한국어'
subset $noto/NotoColorEmoji.ttf NotoColorEmoji.subset.ttf --text='😀🎉👍👍🏽👩‍💻🇯🇵❤️'

# Digits of different widths without any OpenType feature, outside Fonts/ so that no other test falls back to it.
/usr/bin/python3 - $noto/NotoSans-Regular.ttf ../ProportionalDigits.ttf <<'PYTHON'
import sys
from fontTools import subset
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
names = "zero one two three four five six seven eight nine".split()
for table in font["cmap"].tables:
    for code, name in enumerate(names, start=0x30):
        if code in table.cmap:
            table.cmap[code] = name + ".lf"
subsetter = subset.Subsetter(subset.Options(layout_features=[]))
subsetter.populate(text="0123456789:.- ")
subsetter.subset(font)
font.save(sys.argv[2])
PYTHON
