#!/bin/bash
# Holds every source file of a tree against rules.awk.
# Usage: check_tree.sh ROOT
set -euo pipefail
rules=$(cd "$(dirname "$0")" && pwd)/rules.awk
cd "$1"

folders=()
for folder in libcore cli gui tests share datasets; do
    [ ! -d $folder ] || folders+=("$folder")
done
mapfile -d '' files < <(find "${folders[@]}" -type f \( -name '*.cpp' -o -name '*.hpp' \) -print0 | sort -z)
if [ ${#files[@]} -eq 0 ]; then
    echo "no source files under $1" >&2
    exit 1
fi
awk -f "$rules" "${files[@]}"
echo "${#files[@]} files keep the rules"
