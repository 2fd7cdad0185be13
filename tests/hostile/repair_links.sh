#!/bin/bash
# --repair writes nothing through links in the place of a copy's files. repair_links.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

head -c 40000 /dev/urandom >source.raw
of_raw=(--array 'float32 A[100][100]')

# repairs TARGET FILE: what is the file of the target lies elsewhere, with a wrong byte, and a link leads there.
repairs() {
    name="$1 with a link at $2"
    mkdir -p elsewhere
    mv "$2" elsewhere/kept
    local file
    file=$(find elsewhere/kept -type f | sort | head -1)
    printf x | dd of="$file" bs=1 seek=$(($(stat -c %s "$file") / 2)) conv=notrunc status=none
    ln -s "$PWD/elsewhere/kept" "$2"
    find elsewhere -type f -exec sha1sum {} + >before
    iocopy source.raw "$1" "${of_raw[@]}" "${@:3}" --repair -q >said 2>&1
    [ $? -ne 0 ] || complain 'repaired it'
    grep -q 'is a link' said || complain 'does not name the link'
    find elsewhere -type f -exec sha1sum {} + | cmp -s - before || complain 'wrote through the link'
    rm -rf elsewhere
}
iocopy source.raw new.zarr "${of_raw[@]}" --chunk 50,50 -q && repairs new.zarr new.zarr/A/0.0
iocopy source.raw new3.zarr "${of_raw[@]}" --chunk 50,50 --as zarr3 -q && repairs new3.zarr new3.zarr/A/c/0
iocopy source.raw new.npy "${of_raw[@]}" -q && repairs new.npy new.npy
iocopy source.raw new.h5 "${of_raw[@]}" --chunk 50,50 -q && repairs new.h5 new.h5
iocopy source.raw parts.json "${of_raw[@]}" --to '(block,*) onto P(2)' -q && repairs parts.json parts.0000.bin --to '(block,*) onto P(2)'
exit "$failures"
