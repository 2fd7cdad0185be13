#!/bin/bash
# Somebody exchanges a draft, or the folder it lies in, during a copy: no file of others is opened, changed or replaced.
# exchanged_drafts.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

umask 022
head -c 200000 /dev/urandom >source.raw
# begins TARGET [OPTION...]: a copy that is stopped when its draft is there.
begins() {
    iocopy source.raw "$1" --array 'float32 A[100][500]' --bandwidth 1MB -q "${@:2}" >said 2>&1 &
    local draft=${1%/*}/.${1##*/}.iocopy
    for ((i = 0; i < 2000; ++i)); do
        [ -e "$draft" ] && [ -s "$draft-journal" ] && break
        sleep 0.01
    done
    kill -STOP $!
}
refuses() {
    kill -CONT $!
    wait $!
    [ $? -eq 1 ] || complain 'did not fail'
    [ "$(stat -c %a secret)" = 600 ] || complain "opened somebody's file: $(stat -c %a secret)"
    [ "$(cat secret)" = secret ] || complain "wrote to somebody's file"
}
for target in new.npy new.cdf new.safetensors new.h5; do
    name="a link in the place of the draft of $target"
    printf secret >secret && chmod 600 secret
    begins ./$target
    rm .$target.iocopy && ln -s secret .$target.iocopy
    refuses
    [ ! -e $target ] && [ ! -L $target ] || complain 'gave the link its name'

    name="a second name of a file in the place of the draft of $target"
    rm -f .$target.iocopy*
    begins ./$target
    ln -f secret .$target.iocopy
    refuses
done

# The folder gets another name, and a link to another one has its own: there, a draft and a target are waiting.
for target in new.npy new.cdf new.safetensors; do
    name="another folder in the place of that of $target"
    rm -rf work moved other
    mkdir work other
    echo >work/$target
    begins work/$target --force
    printf 'somebody else' >other/$target
    cp work/.$target.iocopy other/
    mv work moved && ln -s other work
    kill -CONT $!
    wait $!
    [ "$(cat other/$target)" = 'somebody else' ] || complain 'replaced what lies in the other folder'
done
exit "$failures"
