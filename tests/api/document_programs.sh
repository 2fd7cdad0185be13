#!/bin/bash
# Writes the programs that a document shows into a folder: NAME, NAME.expected (what it prints, where the document says so) and NAME.ranks.
# A program is the block under `<!-- program: NAME, N ranks -->`; a block of ```text after it is what it prints.
# Usage: document_programs.sh DOCUMENT FOLDER
set -euo pipefail
mkdir -p "$2"
awk -v folder="$2" '
    /^<!-- program: / { name = $3; sub(/,$/, "", name); ranks = $4; next }
    /^```/ && !inside { inside = 1
                        file = name != "" && $0 != "```text" ? folder "/" name : ""
                        if (file != "") { print ranks > (file ".ranks"); last = file; name = "" }
                        else if ($0 == "```text" && last != "") { file = last ".expected"; last = "" }
                        next }
    /^```/ { inside = 0; if (file != "") close(file); next }
    /^#/ && !inside { last = "" }
    inside && file != "" { print > file }' "$1"
