#!/bin/sh
# Makes the two fonts beside this script from those of Debian's fonts-dejavu-core 2.37.
# Needs fonttools 4 (pip install fonttools). Give the folder with DejaVuSans.ttf.
set -eu
from=${1:-/usr/share/fonts/truetype/dejavu}
here=$(dirname "$0")
# Latin with Latin-1 and Latin Extended-A and -B, accents, Greek, Cyrillic, punctuation,
# super- and subscripts, currencies, letter-like, fractions, arrows, mathematics, boxes,
# shapes, symbols, dingbats.
ranges=U+0020-007E,U+00A0-024F,U+02C6-02DD,U+0300-030C,U+0327-0328,U+0370-03FF,U+0400-045F
ranges=$ranges,U+0490-0491,U+1E80-1E85,U+1E9E,U+1EF2-1EF3,U+2010-2027,U+2030-203A,U+2044
ranges=$ranges,U+2070-208E,U+20AC,U+2116,U+2122,U+2126,U+2150-215E,U+2190-21FF,U+2200-2265
ranges=$ranges,U+2500-259F,U+25A0-25FF,U+2605-2606,U+2654-265F,U+2660-2667,U+2680-2685
ranges=$ranges,U+2691,U+2693-2694,U+26A0,U+2713-2718,U+2726,U+2731,U+2756,U+FFFD
for face in DejaVuSans DejaVuSans-Bold; do
    pyftsubset "$from/$face.ttf" --unicodes="$ranges" --output-file="$here/$face.ttf" \
        --layout-features=kern,mark,mkmk,ccmp,locl --no-hinting --desubroutinize \
        --notdef-outline --name-IDs=0,1,2,3,4,5,6,13,14 --drop-tables+=FFTM
done
