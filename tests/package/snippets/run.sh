#!/bin/bash
# Runs the snippets of all documents, and looks whether there are others: each ```cpp block has a name, and its file here includes it; any
# other block of code says in the line above it why nobody compiles it: <!-- not compiled: REASON -->. A whole program is named there, too:
# tests/api runs <!-- program: NAME, 4 ranks -->, tests/python <!-- file: NAME -->.
# Usage: run.sh PROJECT-ROOT SNIPPET-TESTS DOCUMENTS...
set -euo pipefail
root=$1 program=$2
shift 2
mpirun=$root/share/bin/local-mpirun
here=$(dirname "$0")
failures=0

complain() {
    echo "$1" >&2
    failures=$((failures + 1))
}

# Lines "FILE:LINE: LANGUAGE NAME" of all blocks of code; NAME is "-" where the line above has none.
blocks() {
    awk 'FNR == 1 { inside = 0 }
         /^```/ { if (!inside && $0 != "```") {
                      name = "-"
                      if (above ~ /^<!-- snippet: [a-z_]+ -->$/) { name = above; gsub(/<!-- snippet: | -->/, "", name) }
                      if (above ~ /^<!-- not compiled: .+ -->$/) name = "not-compiled"
                      if (above ~ /^<!-- (program|file): .+ -->$/) name = "program"
                      print FILENAME ":" FNR ":", substr($0, 4), name
                  }
                  inside = !inside }
         { above = $0 }' "$@"
}

while read -r place language name; do
    document=$(basename "${place%%:*}" .md)
    case $language,$name in
    cpp,-) complain "${place#"$root/"} a block of C++ has no name: write <!-- snippet: NAME --> above it, and include it in ${here#"$root/"}/$document.cpp" ;;
    cpp,not-compiled | *,program) ;;
    cpp,*)
        grep -qxF "#include \"snippets/$document/$name.inc\"" "$here/$document.cpp" ||
            complain "${place#"$root/"} ${here#"$root/"}/$document.cpp does not include the snippet '$name'"
        ;;
    c,-|fortran,-|python,-) complain "${place#"$root/"} say above this block why nobody compiles it: <!-- not compiled: REASON -->" ;;
    esac
done < <(blocks "$root"/README.md "$root"/share/doc/*.md)

for document; do
    case $document in
    coupling)
        numbers=$("$mpirun" -n 2 "$program" produce : -n 1 "$program" consume)
        [ "$numbers" = "$(seq 0 9)" ] || complain "the programs of coupling.md hand over $numbers"
        ;;
    *) "$mpirun" -n 4 "$program" "$document" || complain "snippets of $document.md" ;;
    esac
done
[ $failures -eq 0 ]
