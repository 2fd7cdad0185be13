#!/bin/bash
# Holds every source file of a tree against rules.awk.
# Usage: check_tree.sh ROOT
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"

# rooms LIST: the names in this list of libcore/CMakeLists.txt, in its order.
rooms() {
    sed -n "/^set($1\$/,/)/p" libcore/CMakeLists.txt | tail -n +2 | tr -d ')\n'
}

# require_rooms FOLDER ROOMS...: what is listed must be there.
require_rooms() {
    local folder=$1 room
    shift
    for room in "$@"; do
        [ -d "$folder/$room" ] && continue
        echo "libcore/CMakeLists.txt:1: $folder/$room is listed as a room and does not exist"
        code=1
    done
}

folders=()
for folder in libcore cli gui tests share datasets; do
    [ ! -d $folder ] || folders+=("$folder")
done
mapfile -d '' files < <(find "${folders[@]}" -type f \( -name '*.cpp' -o -name '*.hpp' \) -print0 | sort -z)
if [ ${#files[@]} -eq 0 ]; then
    echo "no source files under $1" >&2
    exit 1
fi

# Files and folders that belong at the top. What git does not know is the reader's own.
forbid_strays() {
    local known=' CMakeLists.txt CMakePresets.json README.md libcore cli gui datasets tests share ' name
    [ -d .git ] || [ -f .git ] || return 0
    while read -r name; do
        [[ $name == .* || $known == *" $name "* ]] && continue
        echo "$name:1: does not belong at the top of the tree"
        code=1
    done < <(git ls-files | cut -d/ -f1 | sort -u)
}

code=0
core_rooms=$(rooms TESSERA_CORE_ROOMS)
runtime_rooms=$(rooms TESSERA_RUNTIME_ROOMS)
files_rooms=$(rooms TESSERA_FILES_ROOMS)
# shellcheck disable=SC2086 # one argument per room
require_rooms libcore $core_rooms
# shellcheck disable=SC2086
require_rooms libcore/runtime $runtime_rooms
# shellcheck disable=SC2086
require_rooms libcore/files $files_rooms
forbid_strays
# shellcheck disable=SC2086
inner_rooms=$(printf 'runtime/%s ' $runtime_rooms; printf 'files/%s ' $files_rooms)
awk -v core_rooms="$core_rooms" -v inner_rooms="$inner_rooms" -f "$here/rules.awk" "${files[@]}" || code=1
[ $code -eq 0 ] || exit $code
echo "${#files[@]} files keep the rules"
