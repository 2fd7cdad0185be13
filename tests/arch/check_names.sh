#!/bin/bash
# One word means one thing: no two headers define a type of the same name, whatever their namespaces. (Types within a class are its
# own affair.)
# Usage: check_names.sh ROOT
set -euo pipefail
cd "$1"

folders=()
for folder in libcore cli gui; do
    [ ! -d $folder ] || folders+=("$folder")
done
# The style of the house puts what is in a namespace at the beginning of the line.
find "${folders[@]}" -name '*.hpp' -print0 | sort -z | xargs -0 awk '
    /^(class|struct|union|enum class|enum) [A-Za-z_]+/ && !/;[ \t]*$/ {
        name = $2 == "class" ? $3 : $2
        sub(/[^A-Za-z0-9_].*/, "", name)
        if (name in first) {
            print FILENAME ":" FNR ": another " name " is in " first[name]
            twice = 1
        } else
            first[name] = FILENAME ":" FNR
        ++count
    }
    END {
        if (!twice) print count " types, each with a name of its own"
        exit twice || !count
    }'
