#!/bin/bash
# Compiles every header of a folder alone, with no other header of the project in sight: check_headers.sh FOLDER COMPILER INCLUDE-FOLDERS...
# A header that another one includes first of all is compiled alone on the way to that one, and needs no turn of its own.
set -euo pipefail
folder=$1 compiler=$2
shift 2
cd "$folder"
flags=(-std=c++20 -fsyntax-only -I. "${@/#/-isystem}")

mapfile -t headers < <(find . -name '*.hpp' -printf '%P\n' | sort)
[ ${#headers[@]} -gt 0 ] || { echo "no headers in $folder" >&2 && exit 1; }
# Of each header, what it includes first.
mapfile -t first < <(awk '/^#[ \t]*include/ { split($0, name, /[<>"]/); print name[2]; nextfile }' "${headers[@]}" | sort -u)
mapfile -t alone < <(comm -23 <(printf '%s\n' "${headers[@]}") <(printf '%s\n' "${first[@]}"))

compile() {
    "$@" 2>&1 || { echo "${*: -1} does not compile alone" && return 1; }
}
export -f compile
printf '%s\n' "${alone[@]}" | xargs -P "$(nproc)" -I{} bash -c 'compile "$@"' _ "$compiler" "${flags[@]}" -x c++ {}
echo "${#headers[@]} headers compile alone (seen in ${#alone[@]} runs of the compiler)"
