#!/bin/bash
# Makes the geoid again from its source and compares values and attributes with the committed file; then looks one value up by its
# place on the earth. Usage: geoid_origin_test.sh MAKE_GEOID COMMITTED-FILE SCRATCH-FOLDER
set -euo pipefail
"$1" /usr/share/proj/egm96_15.gtx "$3/egm96-geoid.h5"
h5diff --report "$2" "$3/egm96-geoid.h5"

# The deepest hollow of the geoid lies south of India, near 5 N 78.5 E: row (5 + 90) / 0.5, column (78.5 + 180) / 0.5.
found=$(h5dump -d /geoid -s 190,517 -c 1,1 -m '%.2f' "$2" | awk '$1 == "(190,517):" { print $2 }')
if [ "$found" != -106.63 ]; then
    echo "5 N 78.5 E: found '$found' metres, expected -106.63" >&2
    exit 1
fi
