#!/bin/bash
# Links in a Zarr store: circles end, a node is copied once, and what leads out of the store is refused. zarr_links.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

head -c 4000 /dev/urandom >source.raw
mkdir secret
iocopy source.raw secret/kept.zarr --array 'float32 A[1000]' -q || complain 'no source'
store() {
    rm -rf store.zarr copy.zarr copy.h5
    iocopy source.raw store.zarr:/g/A --array 'float32 A[1000]' -q || complain 'no store'
}
# copies NAMES: the names of the arrays of the copy.
copies() {
    timeout 10 iocopy store.zarr copy.zarr -q >said 2>&1 || complain "ended with $?"
    [ "$(cd copy.zarr && find . -name .zarray | sort | tr '\n' ' ')" = "$1 " ] || complain "made $(find copy.zarr -name .zarray)"
}
name='a circle'
store
for i in 1 2 3 4; do
    ln -s .. "store.zarr/g/up$i"
    ln -s . "store.zarr/g/here$i"
done
copies ./g/A/.zarray
name='two names'
store
ln -s g store.zarr/other
copies ./g/A/.zarray
for link in "$PWD/secret" ../secret/kept.zarr; do
    name="a link to $link"
    store
    ln -s "$link" store.zarr/out
    timeout 10 iocopy store.zarr copy.zarr -q >said 2>&1
    [ $? -eq 2 ] && [ "$(wc -l <said)" = 1 ] && grep -q "store.zarr/out' is a link that leads out of the store" said || complain 'did not refuse it'
    [ ! -e copy.zarr ] || complain 'made the target'
done
name='a group of a store'
store
ln -s ../g store.zarr/g/again
timeout 10 iocopy store.zarr:/g/A copy.h5 -q >said 2>&1 || complain "ended with $?"
exit "$failures"
