#!/bin/bash
# Compares what the libraries show with the lists in the tree: a name that is missing or new is seen in review.
# TESSERA_UPDATE_GOLDEN=1 rewrites the lists. Usage: symbols.sh FOLDER LIBRARIES...
set -euo pipefail
folder=$1
shift
code=0
for library; do
    name=$(basename "${library%%.so*}")
    list=$folder/$name.symbols
    found=$(nm -D --defined-only "$library" | awk '$2 != "A" { sub(/@@.*/, "", $3); print $3 }' | LC_ALL=C sort)
    if [ -n "${TESSERA_UPDATE_GOLDEN:-}" ]; then
        echo "$found" >"$list"
    fi
    diff -u "$list" <(echo "$found") || { echo "$name does not show the symbols of tests/api/$name.symbols" >&2; code=1; }
done
exit $code
