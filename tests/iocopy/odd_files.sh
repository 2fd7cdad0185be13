#!/bin/bash
# HDF5 files as they are met in the field are copied whole or refused, and nothing is destroyed: odd_files.sh BINDIR MAKER SCRATCH-FOLDER
set -uo pipefail
bin=$1 maker=$2 folder=$3
here=$(cd "$(dirname "$0")" && pwd)
PATH=$bin:$here/../../share/bin:$PATH
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
"$maker" . || exit 1
cat >texts.cdl <<'CDL'
netcdf texts { dimensions: n = 3 ; variables: float t(n) ; string words(n) ; data: t = 1, 2, 3 ; words = "a", "bc", "def" ; }
CDL
ncgen -4 -o texts.nc texts.cdl || exit 1
failures=0

complain() {
    echo "$name: $*"
    [ ! -s said ] || sed 's/^/    /' said
    failures=1
}
sums() { sha256sum ./*.h5 ./*.cdl ./*.nc ./*.bin; }

# refuses WORDS COMMAND...: exit code 2 and one line with the words; no file is changed, none is made.
refuses() {
    local words=$1 before code
    shift
    name="$*"
    before=$(ls -A1 . out; sums)
    timeout 60 "$@" >said 2>&1
    code=$?
    [ $code -eq 2 ] || complain "ended with $code, expected 2"
    [ "$(grep -cE '^(iocopy|redist): ' said)" = 1 ] && grep -qF -- "$words" said || complain "did not say in one line: $words"
    [ "$(ls -A1 . out; sums)" = "$before" ] || complain 'files have changed'
}
# copies COMMAND...: exit code 0; what was there is not changed.
copies() {
    local before code
    name="$*"
    before=$(sums)
    timeout 60 local-mpirun -n 2 "$@" --verify >said 2>&1
    code=$?
    [ $code -eq 0 ] || complain "ended with $code"
    [ "$(sums)" = "$before" ] || complain 'files have changed'
}
# values FILE WORDS-OF-od...: the six numbers.
values() {
    local found
    found=$(od -A n "${@:2}" "$1" | tr -s ' \n' ' ')
    [ "$found" = ' -2 -1 0 1 2 1000 ' ] || complain "$1 holds$found"
}
equal() { # FILE FILE [OBJECT]: h5diff's code alone says little
    h5diff -v "$@" >said 2>&1 && ! grep -q 'not comparable' said || complain "h5diff: $* differ"
}
again() { rm -rf out && mkdir out; }
again

# Data outside the file: the source's own must not be written over.
copies iocopy external.h5:/A out/a.h5
equal plain.h5 out/a.h5 /A /A
copies iocopy external.h5:/A out/b.h5 --chunk 4 --deflate 3
equal plain.h5 out/b.h5 /A /A
refuses 'is the source itself' iocopy external.h5:/A outside.bin --force
again

# Elements with parts elsewhere, wherever they stand.
for source in array_of_sequences compound_with_texts; do
    for target in a.h5 a.npy a.raw; do refuses 'parts of them lie elsewhere' iocopy $source.h5:/A out/$target; done
done
refuses 'parts of them lie elsewhere' redist --array 'bytes(24) A[6]' --from '(block)' --to '(cyclic)' --in compound_with_texts.h5:/A --out out/a.h5
again

# What stands beside the dataset.
for source in texts_beside sequences_beside soft_links; do
    copies iocopy $source.h5:/A out/$source.h5 --all
    equal $source.h5 out/$source.h5
    copies iocopy $source.h5:/A out/2$source.h5 --all --chunk 4 --deflate 3
    equal $source.h5 out/2$source.h5
done
h5dump out/soft_links.h5 >said
grep -q 'LINKTARGET "/A"' said && grep -q 'LINKTARGET "/nowhere"' said || complain 'soft links are missing'
again
refuses "the attribute 'refers' of '/A' refers to other objects" iocopy reference_attribute.h5:/A out/a.h5
refuses "the attribute 'refers' of '/A' refers to other objects" iocopy reference_attribute.h5:/A out/a.h5 --all
redist=(redist --array 'int A[6]' --from '(block)' --to '(cyclic)')
refuses "the attribute 'refers' of '/A' refers to other objects" "${redist[@]}" --in reference_attribute.h5:/A --out out/a.h5
copies iocopy reference_beside.h5:/A out/a.h5
again
refuses "the attribute 'refers' of '/B' refers to other objects" iocopy reference_beside.h5:/A out/a.h5 --all
refuses "'/refs' has references to other objects" iocopy references.h5:/A out/a.h5 --all
refuses "'/B' and '/C' are one object under two names" iocopy hard_link.h5:/A out/a.h5 --all
refuses "'/' and '/again' are one object under two names" iocopy link_to_root.h5:/A out/a.h5 --all
refuses "'/elsewhere' is a link to another file" iocopy external_link.h5:/A out/a.h5 --all
refuses "'/mine' is a named type" iocopy committed_type.h5:/A out/a.h5 --all
refuses "'/words' has values of any length with a fill value" iocopy texts.nc:/t out/t.nc --all
copies iocopy texts.nc:/t out/t.nc
again

# Numbers that only HDF5 knows become numbers that others know, or stay as they are in HDF5.
copies iocopy reduced.h5:/A out/a.npy
values out/a.npy -t d2 -j 128
copies iocopy reduced.h5:/three out/three.raw
values out/three.raw -t d4
copies iocopy reduced.h5:/brief out/brief.raw
values out/brief.raw -t f8
copies iocopy reduced.h5:/A out/parts/ --to '(*)'
values out/parts/A.0000.bin -t d2
for set in A three brief; do
    copies iocopy reduced.h5:/$set out/$set.h5
    equal reduced.h5 out/$set.h5 /$set /$set
done
"${redist[@]/int A/int16 A}" --in reduced.h5:/A --out out/moved.raw >said 2>&1 || complain 'redist failed'
values out/moved.raw -t d2
again
copies iocopy big_endian.h5:/A out/a.raw
values out/a.raw -t d4
copies iocopy big_endian.h5:/x out/x.raw
values out/x.raw -t f8
copies iocopy big_endian.h5:/A out/a.npy
head -c 128 out/a.npy | grep -q "'>i4'" || complain 'the byte order is not in the header'
copies iocopy out/a.npy out/b.raw --access two-phase
values out/b.raw -t d4
copies iocopy big_endian.h5:/A out/parts/ --to '(block) onto P(2)'
grep -q '"byte_order": *"big"' out/parts/A.json || complain 'the byte order is not in the manifest'
copies iocopy out/parts/ out/c.raw
values out/c.raw -t d4
copies iocopy big_endian.h5:/pairs out/pairs.h5
equal big_endian.h5 out/pairs.h5 /pairs /pairs
refuses 'only HDF5 knows what the bytes' iocopy big_endian.h5:/pairs out/pairs.npy
again

# A dataset without a shape is no zero.
refuses 'it has no shape' iocopy nothing.h5:/A out/a.h5
refuses 'it has no shape' iocopy nothing.h5:/A out/a.npy
refuses 'it has no shape' "${redist[@]}" --in nothing.h5:/A --out out/a.raw

# No output replaces its own source, whatever its name, nor a file that holds more.
cp plain.h5 source.h5 && ln source.h5 hard.h5 && ln -s source.h5 soft.h5
for target in source.h5:/B ./source.h5 hard.h5:/A soft.h5:/B; do
    refuses 'is the source itself' "${redist[@]}" --in source.h5:/A --out $target --force
    refuses 'is the source itself' iocopy source.h5:/A $target --force
done
copies iocopy plain.h5:/A out/parts/ --to '(block) onto P(2)'
refuses 'is the source itself' iocopy out/parts/A.json out/parts/ --to '(cyclic) onto P(2)' --force
refuses 'is the source itself' "${redist[@]}" --in out/parts/ --out out/parts/A.0001.bin --force
refuses "also holds /B, /C" "${redist[@]}" --in plain.h5:/A --out hard_link.h5:/A --force
refuses "also holds /A, /B, /C" iocopy plain.h5:/A hard_link.h5:/D --force
refuses "also holds attributes of /, /n, /words" iocopy plain.h5:/A texts.nc:/t --force
again
copies iocopy texts.nc:/t out/t.nc
copies iocopy texts.nc:/t out/t.nc --chunk 2 --force
copies "${redist[@]}" --in plain.h5:/A --out out/g.h5:/g/A
copies "${redist[@]}" --in plain.h5:/A --out out/g.h5:/g/A --force
equal plain.h5 out/g.h5 /A /g/A

if [ $failures = 0 ]; then echo "odd files were copied whole or refused"; fi
exit $failures
