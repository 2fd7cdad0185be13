#!/bin/bash
# Zarr stores of which something cannot be read: nothing of them is missing in a copy without a word, and nobody waits for a pipe.
# lost_chunks.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"

# store VERSION: a group with the arrays /good and /b, of two chunks each.
store() {
    local array
    rm -rf s.zarr && mkdir -p s.zarr/g
    for array in good b; do
        mkdir -p s.zarr/$array/c
        if [ "$1" = 2 ]; then
            echo '{"zarr_format": 2, "shape": [8], "chunks": [4], "dtype": "|u1", "order": "C", "compressor": null, "filters": null, "fill_value": 9}' >s.zarr/$array/.zarray
            rmdir s.zarr/$array/c && printf '\1\2\3\4' >s.zarr/$array/0 && printf '\5\6\7\10' >s.zarr/$array/1
        else
            echo '{"zarr_format": 3, "node_type": "array", "shape": [8], "data_type": "uint8", "fill_value": 9, "codecs": [{"name": "bytes"}],
                "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"}}' >s.zarr/$array/zarr.json
            printf '\1\2\3\4' >s.zarr/$array/c/0 && printf '\5\6\7\10' >s.zarr/$array/c/1
        fi
    done
    if [ "$1" = 2 ]; then echo '{"zarr_format": 2}' >s.zarr/.zgroup; else echo '{"zarr_format": 3, "node_type": "group"}' >s.zarr/zarr.json; fi
}
# refused WORDS ARGUMENTS...: in one line that has these words, and no target.
refused() {
    local words=$1
    shift
    rm -rf out.* .out.*
    timeout 20 iocopy "$@" >said 2>&1
    local code=$?
    [[ $code -eq 1 || $code -eq 2 ]] || complain "ended with $code"
    grep -qF -- "$words" said || complain "did not say: $words"
    [ ! -e "${*: -1}" ] || complain 'made a target'
}
for version in 2 3; do
    if [ $version = 2 ]; then meta=.zarray chunks=b; else meta=zarr.json chunks=b/c; fi
    for how in short empty rubbish nowhere itself pipe folder outer; do
        name="version $version, metadata: $how"
        store $version
        at=s.zarr/b/$meta
        case $how in
        short) truncate -s 60 $at ;;
        empty) : >$at ;;
        rubbish) echo '<html>' >$at ;;
        nowhere) rm $at && ln -s ../../annex/objects/aa $at ;;
        itself) rm $at && ln -s $meta $at ;;
        pipe) rm $at && mkfifo $at ;;
        folder) rm $at && mkdir $at ;;
        outer) rm -rf s.zarr/b && ln -s ../nowhere s.zarr/b && at=s.zarr/b ;;
        esac
        refused "$at" s.zarr out.h5
        refused "$at" s.zarr out.zarr
        [ $how = outer ] || refused "$at" s.zarr:/b out.npy
    done
    for how in nowhere itself pipe folder; do
        name="version $version, a chunk: $how"
        store $version
        at=s.zarr/$chunks/1
        rm $at
        case $how in
        nowhere) ln -s ../../annex/objects/aa $at ;;
        itself) ln -s 1 $at ;;
        pipe) mkfifo $at ;;
        folder) mkdir $at ;;
        esac
        refused "$at" s.zarr:/b out.npy
    done
    name="version $version, a chunk that was never written"
    store $version && rm s.zarr/$chunks/1 && rm -rf out.* .out.*
    made iocopy s.zarr:/b out.npy -q >said 2>&1 || complain 'failed'
    [ "$(tail -c 8 out.npy | od -An -tu1 | tr -s ' ')" = ' 1 2 3 4 9 9 9 9' ] || complain 'is not the fill value'
done
name='a folder of chunks leads nowhere'
rm -rf s.zarr/b/c && ln -s nowhere s.zarr/b/c
refused 's.zarr/b/c/0' s.zarr:/b out.npy
name='chunks in folders that the metadata do not tell of'
rm -rf s.zarr && mkdir -p s.zarr/0
echo '{"zarr_format": 2, "shape": [1, 2], "chunks": [1, 2], "dtype": "|u1", "order": "C", "compressor": null, "filters": null, "fill_value": 9}' >s.zarr/.zarray
printf '\1\2' >s.zarr/0/0
refused "'s.zarr/0' is a directory of chunks" s.zarr out.npy
if [ "$(id -u)" = 0 ]; then # who may look into every folder
    name='a folder that one may not enter'
    chmod 755 . && for version in 2 3; do
        store $version && chmod -R a+rX s.zarr && chmod 000 s.zarr/b && mkdir -p open && chmod 777 open && rm -f open/*
        setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp TMPDIR=/tmp iocopy s.zarr open/out.h5 >said 2>&1 && complain 'copied the rest'
        grep -q "s.zarr/b" said || complain 'did not say which'
        chmod 755 s.zarr/b
    done
fi
if [ $failures = 0 ]; then echo 'nothing that cannot be read was missing without a word'; fi
exit $failures
