#!/bin/bash
# Links and pipes under the names of a copy's own files, as others can leave them in a folder that many may write to: nothing is
# written through them. links.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"

head -c 40000 /dev/urandom >source.raw
mkdir elsewhere
copy=(iocopy source.raw new.npy --array 'float32 A[100][100]' --quiet)

# planted NAME: a link of this name leads to a file of somebody else, or to none, or is a pipe.
plant() {
    rm -rf new.* .new* ..new* elsewhere/*
    printf 'somebody else'"'"'s' >elsewhere/file
    case $2 in
    file) ln -s elsewhere/file "$1" ;;
    nothing) ln -s elsewhere/none "$1" ;;
    pipe) mkfifo "$1" ;;
    folder) mkdir elsewhere/folder && touch elsewhere/folder/kept && ln -s elsewhere/folder "$1" ;;
    esac
}
untouched() {
    [ "$(cat elsewhere/file)" = "somebody else's" ] || complain 'wrote through the link'
    [ ! -e elsewhere/none ] || complain 'made what the link leads to'
    [ ! -d elsewhere/folder ] || [ "$(ls elsewhere/folder)" = kept ] || complain 'wrote to the folder'
}

# Where the journal belongs they are refused in one line.
for kind in file nothing pipe; do
    for options in '' --resume --force '--scratch always' '--scratch always --resume'; do
        for journal in .new.npy.iocopy-journal ..new.npy.scratch.iocopy-journal; do
            [[ $journal != ..* || $options = *always* ]] || continue
            name="$journal is a $kind, $options"
            plant $journal $kind
            # shellcheck disable=SC2086 # options are words
            timeout 20 "${copy[@]}" $options >said 2>&1
            code=$?
            [ $code -eq 2 ] || complain "ended with $code"
            [ "$(wc -l <said)" = 1 ] && grep -q "'.*journal' is a .*remove it\|was interrupted" said || complain 'did not refuse it in one line'
            untouched
            [ ! -e new.npy ] || complain 'made the target'
        done
    done
done

# Drafts of the target are made anew.
for draft in .new.npy.iocopy .new.npy.xxh3.iocopy; do
    for options in '' --resume; do
        for kind in file nothing; do
            name="$draft is a $kind, $options"
            plant $draft $kind
            # shellcheck disable=SC2086
            timeout 20 "${copy[@]}" $options >said 2>&1 || complain 'failed'
            untouched
            cmp -s <(tail -c 40000 new.npy) source.raw && [ ! -L new.npy ] && [ ! -L new.npy.xxh3 ] || complain 'made another target'
        done
    done
done
for target in new.zarr new.h5; do
    name="the draft of $target"
    plant .$target.iocopy folder
    timeout 20 iocopy source.raw $target:/A --array 'float32 A[100][100]' --resume --quiet >said 2>&1
    untouched
done

# So they are with a journal that is right, left by a copy that was told to stop.
name='a journal beside a link'
plant .none nothing
"${copy[@]}" --bandwidth 1KB/s --memory 700KiB >said 2>&1 &
stopped=$!
for ((waited = 0; waited < 500; ++waited)); do
    [ -n "$(find . -maxdepth 1 -name '.new.npy.iocopy-journal' -size +8)" ] && break # more than its header of 4096 bytes
    sleep 0.01
done
kill -TERM $stopped
wait $stopped
rm -f .new.npy.iocopy && ln -s elsewhere/file .new.npy.iocopy
"${copy[@]}" --resume >said 2>&1 || complain 'failed'
untouched
cmp -s <(tail -c 40000 new.npy) source.raw || complain 'made another target'

if [ $failures = 0 ]; then echo 'nothing was written through links'; fi
exit $failures
