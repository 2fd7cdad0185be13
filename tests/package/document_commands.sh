#!/bin/bash
# Does what a document says: runs every command of its ```console blocks in order, and compares what it prints with the block.
# A command stands after "$ " (continued while it ends in "\"); the lines up to the next one are what it prints, errors included. In
# them, "…" stands for any text, also for any number of lines. A command that fails prints "[exit code N]" in the end.
# Usage: document_commands.sh DOCUMENT PROJECT-ROOT BIN-FOLDER SCRATCH-FOLDER; the document is named from the project's root.
set -euo pipefail
document=$1
root=$2
bin=$3
scratch=$4
failures=0
commands=0

# The paths that documents name, without writing into the source tree.
rm -rf "$scratch"
mkdir -p "$scratch/build/quick/bin"
for entry in CMakeLists.txt datasets libcore share; do
    ln -s "$root/$entry" "$scratch/$entry"
done
# Only what share/bin/demo builds: a document must not need more.
read -ra built < <(sed -n 's/^commands=(\(.*\))$/\1/p' "$root/share/bin/demo")
for command in "${built[@]}"; do
    ln -s "$bin/$command" "$scratch/build/quick/bin/$command"
done
cd "$scratch"
# What the first command of the README and of the tour sets.
export PATH=$PWD/build/quick/bin:$PWD/share/bin:$PATH

# Turns printed text into a pattern of bash: every character is itself, but for "…".
pattern_of() {
    sed 's/[][\*?()|]/\\&/g; s/…/*/g' <<<"$1"
}

# A command that takes longer than two seconds says how far it is; how often depends on what else the machine does.
without_progress() {
    grep -vE '^[a-z ]+: +[0-9]+ %$' || true
}

# Under MPI standard output and errors come through two pipes, in either order: errors and notes ("redist: ...") are put first.
errors_first() {
    local text line='^(redist|iocopy|dist[a-z]+): '
    text=$(cat)
    grep -E "$line" <<<"$text" || true
    grep -vE "$line" <<<"$text" || true
}

# judge COMMAND EXPECTED-OUTPUT
judge() {
    local found expected
    commands=$((commands + 1))
    expected=$(errors_first <<<"$2")
    found=$({ bash -c "$1" </dev/null 2>&1 || echo "[exit code $?]"; } | without_progress | errors_first)
    # shellcheck disable=SC2053 # the right-hand side is a pattern
    if [[ $found == $(pattern_of "$expected") ]]; then
        return
    fi
    failures=$((failures + 1))
    {
        echo "FAILED: $1"
        diff <(echo "$expected") <(echo "$found") | sed "s|^<|  $document: |; s|^>|  found: |"
    } >&2
}

in_block=no
command=
expected=
finish_command() {
    [ -z "$command" ] || judge "$command" "${expected%$'\n'}"
    command=
    expected=
}
while IFS= read -r line; do
    case $in_block,$line in
    no,'```console') in_block=yes ;;
    yes,'```') finish_command && in_block=no ;;
    yes,'$ '*) finish_command && command=${line#'$ '} ;;
    yes,*)
        if [ -z "$expected" ] && [[ $command == *\\ ]]; then
            command+=$'\n'$line
        else
            expected+=$line$'\n'
        fi
        ;;
    esac
done <"$root/$document"

if [ $commands -eq 0 ]; then
    echo "$document has no commands" >&2
    exit 1
fi
echo "$((commands - failures)) of $commands commands do what $document says"
[ $failures -eq 0 ]
