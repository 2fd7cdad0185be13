#!/bin/bash
# Targets and sources whose names are no plain files: refused in one line, never replaced, never waited for; files that are replaced
# keep their owner and permissions. Usage: odd_places.sh BINDIR DATASETS SCRATCH-FOLDER
source=$(realpath "$2")/fields/egm96-geoid.h5:/geoid
. "$(dirname "$0")/begin.sh" "$1" "$3"

there() { ls -lA --ignore said | tail -n +2; }
# refuses WORDS COMMAND...: exit code 2 and one line with the words, soon; nothing appears and nothing goes.
refuses() {
    local words=$1 before code
    shift
    name="$*"
    before=$(there)
    timeout 20 "$@" >said 2>&1
    code=$?
    [ $code -eq 2 ] || complain "ended with $code, expected 2"
    [ "$(wc -l <said)" = 1 ] && grep -qF -- "$words" said || complain "did not say in one line: $words"
    [ "$(there)" = "$before" ] || complain 'the folder has changed'
}
# copies COMMAND...: without a word, as --quiet asks.
copies() {
    name="$*"
    made timeout 60 "$@" --quiet >said 2>&1 || complain 'failed'
    [ ! -s said ] || complain 'was not quiet'
}
is() { # WHAT FOUND EXPECTED
    [ "$2" = "$3" ] || { name=$1 && complain "is $2, expected $3"; }
}

ln -s /nowhere/else.npy dangling.npy
ln -s "$PWD/there.npy" live.npy
copies iocopy "$source" there.npy
for force in '' --force; do
    refuses "'dangling.npy' is a link to '/nowhere/else.npy'" iocopy "$source" dangling.npy $force
    refuses "'live.npy' is a link to " iocopy "$source" live.npy $force
    refuses "'dangling.npy' is a link to " redist --array 'float A[361][720]' --from '(block,*)' --to '(*,block)' --in "$source" --out dangling.npy $force
done
copies iocopy live.npy copy.npy # reading through a link is harmless
cmp there.npy copy.npy || complain 'differs'

mkfifo pipe.npy pipe.h5 pipe.raw
for pipe in pipe.npy pipe.h5:/A; do
    refuses "'${pipe%:*}' is a pipe, not a file" iocopy "$source" $pipe --force
    refuses "'${pipe%:*}' is a pipe, not a file" iocopy $pipe out.npy
done
refuses "'pipe.raw' is a pipe, not a file" iocopy pipe.raw out.npy --array 'float A[2]'
refuses "'/dev/null' is a device, not a file" iocopy /dev/null:/A out.npy

touch mine.npy && chmod 640 mine.npy
copies iocopy "$source" mine.npy --force
is 'the permissions of what was replaced' "$(stat -c %a mine.npy)" 640
copies iocopy "$source" UPPER.NPY
copies iocopy "$source" UPPER.H5
cmp there.npy UPPER.NPY || complain 'differs'

# Files that are there are known by their first bytes, whatever they are called; a new one of the same ending is of their kind.
h5_file=${source%:*}
cp "$h5_file" grid.emd
copies iocopy grid.emd again.emd
h5diff grid.emd again.emd || complain 'a file known by its first bytes came out otherwise'
cp there.npy grid.array
copies iocopy grid.array from_array.npy
cmp there.npy from_array.npy || complain 'an npy file of another name differs'
mkdir odd_names && cp "$h5_file" odd_names/one.h5ad && cp "$h5_file" odd_names/two.emd && touch odd_names/notes.txt
copies iocopy odd_names odd_copies/
h5diff "$h5_file" odd_copies/one.h5ad && h5diff "$h5_file" odd_copies/two.emd || complain 'a folder of odd names came out otherwise'
is 'what became of a folder' "$(ls odd_copies | grep -vc xxh3)" 2
refuses "'grid.other': its name does not say what it holds" iocopy grid.emd grid.other
cp "$h5_file" grid.dat
refuses "'grid.dat' is no raw file, but hdf5; a name like file.h5:/dataset says so" iocopy grid.dat dat.h5
copies iocopy grid.dat:/ dat.h5
refuses "'grid.txt': its name does not say what it holds" iocopy grid.txt new.npy

# Only root can make files of others.
if [ "$(id -u)" = 0 ]; then
    touch theirs.npy && chown 12345:12346 theirs.npy && chmod 604 theirs.npy
    copies iocopy "$source" theirs.npy --force
    is 'the owner of what was replaced' "$(stat -c %u:%g:%a theirs.npy)" 12345:12346:604
fi

if [ $failures = 0 ]; then echo "odd places were refused, owners and permissions kept"; fi
exit $failures
