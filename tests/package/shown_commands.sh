#!/bin/bash
# Runs the commands that a document shows without what they print: lines that are indented, or in ```sh blocks, and begin with the name of a
# command, mpirun or a program of the examples. Each must end with exit code 0. What stands behind two blanks and a # is a remark.
# The jobs and fields of datasets are at hand, and shown/DOCUMENT.sh makes the files that the document takes for granted.
# Usage: shown_commands.sh DOCUMENT PROJECT-ROOT BUILD-FOLDER SCRATCH-FOLDER; the document is named from the project's root.
set -euo pipefail
document=$1 root=$2 build=$3 scratch=$4
here=$(realpath "$(dirname "$0")")
name=$(basename "$document" .md)
rm -rf "$scratch"
mkdir -p "$scratch/bin" "$scratch/build"
cd "$scratch"
ln -s "$root"/datasets/jobs/*.hpf "$root"/datasets/fields/egm96-geoid.h5 .
ln -s egm96-geoid.h5 geoid.h5
ln -s "$build" build/release
ln -s "$build"/share/examples/{producer,consumer,neighbor_exchange} .

# One machine: mpirun is local-mpirun, which starts the real one.
TESSERA_MPIRUN=${TESSERA_MPIRUN:-$(command -v mpirun)}
export TESSERA_MPIRUN
ln -s "$root/share/bin/local-mpirun" bin/mpirun
export PATH=$PWD/bin:$build/bin:$PATH
[ ! -e "$here/shown/$name.sh" ] || . "$here/shown/$name.sh"

commands=0 failures=0
while IFS= read -r command; do
    commands=$((commands + 1))
    code=0
    said=$(bash -c "$command" </dev/null 2>&1) || code=$?
    [ $code -ne 0 ] || continue
    failures=$((failures + 1))
    printf 'FAILED: %s\n  exit code %s: %s\n' "$command" $code "$(tail -3 <<<"$said")" >&2
done < <(awk '/^```/ { shell = !inside && $0 == "```sh"; inside = !inside; next }
              !inside && !/^    / || inside && !shell { next }
              { sub(/^    /, ""); sub(/  +#.*$/, "") }
              /^(distplan|redist|iocopy|distcomm|distbench|mpirun) / { print }' "$root/$document")
echo "$((commands - failures)) of $commands commands of $document end well"
[ $commands -gt 0 ] && [ $failures -eq 0 ]
