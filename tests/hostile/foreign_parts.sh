#!/bin/bash
# A manifest of a stranger lists a file of ours: neither replacing it nor what is left of an earlier run removes that file.
# foreign_parts.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

head -c 400 /dev/urandom >source.raw
of_raw=(--array 'float32 A[100]' --to '(block) onto P(2)' -q)
iocopy source.raw parts.json "${of_raw[@]}" || complain 'no parts'
sed -i 's/parts.0001.bin/thesis.npy/' parts.json
echo precious >thesis.npy
cp parts.json .other.json.iocopy
for target in parts.json other.json; do
    name=$target
    iocopy source.raw $target "${of_raw[@]}" --force >said 2>&1 || complain 'failed'
    [ -e thesis.npy ] || complain 'removed what the manifest lists'
done
name=
[ ! -e parts.0000.bin ] || complain 'left a part of the manifest that it replaced'
exit "$failures"
