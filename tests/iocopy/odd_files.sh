#!/bin/bash
# HDF5 files as they are met in the field are copied whole or refused, and nothing is destroyed: odd_files.sh BINDIR MAKER SCRATCH-FOLDER
maker=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"
"$maker" . || exit 1
cat >texts.cdl <<'CDL'
netcdf texts { dimensions: n = 3 ; m = 2 ; variables: float t(n, m) ; string words(n) ; data: t = 1, 2, 3, 4, 5, 6 ; words = "a", "bc", "def" ; }
CDL
cat >kinds.cdl <<'CDL'
netcdf kinds { types: compound pair { int a ; float b ; } ; byte enum color { red = 0, blue = 1 } ; int(*) list ;
dimensions: n = 3 ; m = 2 ; time = UNLIMITED ;
variables: int n(n) ; float t(n, m) ; t:_FillValue = -1.f ; int other(n) ; other:units = "K" ; pair p(m) ; color c(n) ; list l(m) ; double u(time, n) ;
data: n = 1, 2, 3 ; t = 1, 2, 3, 4, 5, 6 ; other = 1, 2, 3 ; p = {1, 2}, {3, 4} ; c = red, blue, red ; l = {1, 2}, {3} ; u = 1, 2, 3, 4, 5, 6 ; }
CDL
ncgen -4 -o texts.nc texts.cdl && ncgen -4 -o kinds.nc kinds.cdl || exit 1

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
# copies COMMAND...: exit code 0, or 4 where a loss is told; what was there is not changed.
copies() {
    local before
    name="$*"
    before=$(sums)
    made_as_told timeout 60 local-mpirun -n 2 "$@" --verify || complain 'failed, or its exit code does not say what is lost'
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
# The same in all that h5dump shows: names and their order, links of every kind, types, attributes, elements; references by what they
# lead to, as addresses differ.
shown() { h5dump "$1" 2>&1 | tail -n +2 | sed -E 's/(DATASET|GROUP|DATATYPE) [0-9]+ /\1 /'; }
keeps() { cmp -s <(shown "$1") <(shown "$2") || { diff <(shown "$1") <(shown "$2") >said; complain "$2 shows something else than $1"; } }
again() { rm -rf out && mkdir out; }
again

# Data outside the file: the source's own must not be written over.
copies iocopy external.h5:/A out/a.h5
equal plain.h5 out/a.h5 /A /A
copies iocopy external.h5:/A out/b.h5 --chunk 4 --deflate 3
equal plain.h5 out/b.h5 /A /A
refuses 'is the source itself' iocopy external.h5:/A outside.bin --force
again

# A last chunk that is not deflated.
for words in '' '--chunk 5' '--chunk 4 --deflate 3' '--chunk none'; do
    # shellcheck disable=SC2086 # options are words
    copies iocopy plain_edge.h5:/A out/edge.h5 $words --force
    equal plain.h5 out/edge.h5 /A /A
done
again

# Elements with parts elsewhere, wherever they stand: copied to HDF5 files, refused elsewhere.
for source in texts array_of_sequences compound_with_texts; do
    for target in a.npy a.raw; do refuses 'parts of them lie elsewhere' iocopy $source.h5:/A out/$target; done
    copies iocopy $source.h5:/A out/$source.h5
    keeps $source.h5 out/$source.h5
    copies iocopy $source.h5:/A out/2$source.h5 --all --chunk 4 --deflate 3
    keeps $source.h5 out/2$source.h5
done
copies iocopy texts.h5:/A out/some.h5 --section '1:6:2'
h5dump -y out/some.h5 | tr -d ' \n' | grep '"bc","","klmno"' >/dev/null || complain 'other words than asked for'
refuses 'in the order they have' iocopy texts.h5:/A out/turned.h5 --copy 'B=A[4:0:-2]'
copies redist --array 'bytes(24) A[6]' --from '(block)' --to '(cyclic)' --in compound_with_texts.h5:/A --out out/moved.h5 --memory 2MiB
keeps compound_with_texts.h5 out/moved.h5
again

# What HDF5 cannot write right is not written.
timeout 60 iocopy sequences_of_pairs.h5 out/a.h5 >said 2>&1
[ $? = 1 ] && [ "$(wc -l <said)" = 1 ] && grep -q 'HDF5 would lose elements of it' said && [ -z "$(ls -A out)" ] || complain 'elements are lost without a word'

# A fill value that refers to an object would lead somewhere else in a copy.
$python - <<'END' || exit 1
import ctypes, h5py
from h5py import h5d, h5p, h5s, h5t
loaded = next(line.split()[-1] for line in open('/proc/self/maps') if '/libhdf5_serial.so' in line or '/libhdf5.so' in line)
with h5py.File('reference_fill.h5', 'w') as f:
    address = ctypes.c_uint64(h5py.h5o.get_info(f.create_dataset('B', data=[1, 2, 3]).id).addr)
    settings = h5p.create(h5p.DATASET_CREATE)
    set_fill = ctypes.CDLL(loaded).H5Pset_fill_value
    set_fill.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
    assert set_fill(settings.id, h5t.STD_REF_OBJ.id, ctypes.byref(address)) >= 0
    h5d.create(f.id, b'A', h5t.STD_REF_OBJ, h5s.create_simple((6,)), settings)
END
for dataset in '' :/A :/B; do
    timeout 60 iocopy reference_fill.h5$dataset out/a.h5 --all >said 2>&1
    [ $? = 1 ] && [ "$(wc -l <said)" = 1 ] && grep -q "copying '/A': its fill value refers to an object" said && [ -z "$(ls -A out)" ] ||
        complain "a fill value leads elsewhere, '$dataset'"
done
copies iocopy reference_fill.h5 out/b.h5 --exclude A
again

# What stands beside the dataset.
for source in committed_elements arrays_of_pairs texts_beside sequences_beside soft_links reference_attribute reference_beside references \
    references_everywhere hard_link link_to_root external_link committed_type named_types parts_outside strange_link; do
    copies iocopy $source.h5:/A out/$source.h5 --all
    keeps $source.h5 out/$source.h5
    copies iocopy $source.h5:/A out/2$source.h5 --all --chunk 4 --deflate 3
    keeps $source.h5 out/2$source.h5
done
h5dump -p -H -d /E out/parts_outside.h5 | grep -q EXTERNAL && complain 'elements stayed outside'
copies iocopy many.h5:/v7 out/many.h5 --all --chunk 2
keeps many.h5 out/many.h5
(head -c 512 /dev/zero | tr '\0' u && cat plain.h5) >block.h5
copies iocopy block.h5:/A out/block.h5 --all --chunk 3
keeps block.h5 out/block.h5
cmp -n 512 block.h5 out/block.h5 || complain 'what stood in front of the file is lost'
again
refuses "the attribute 'refers' of '/A' refers to other objects" iocopy reference_attribute.h5:/A out/a.h5
refuses "'/refs' has references to other objects" iocopy references.h5:/refs out/a.h5
redist=(redist --array 'int A[6]' --from '(block)' --to '(cyclic)')
refuses "the attribute 'refers' of '/A' refers to other objects" "${redist[@]}" --in reference_attribute.h5:/A --out out/a.h5
copies iocopy reference_beside.h5:/A out/a.h5
copies iocopy references.h5:/refs out/refs.h5 --all --chunk 4
keeps references.h5 out/refs.h5
for story in texts kinds; do
    copies iocopy $story.nc:/t out/$story.nc
    copies iocopy $story.nc:/t out/2$story.nc --all --chunk 2,2 --deflate 1
    cmp <(ncdump $story.nc | tail -n +2) <(ncdump -n $story out/2$story.nc | tail -n +2) || complain 'ncdump tells another story'
done
copies iocopy kinds.nc:/t out/turned.nc:/B --copy 'B[j][i]=t[i][j]' --all
ncdump -h out/turned.nc | grep 'float B(m, n)' >/dev/null || complain 'the turned variable lost its dimensions'
ncdump -v other out/turned.nc | grep 'other = 1, 2, 3' >/dev/null || complain 'a variable beside the turned one is lost'
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
copies iocopy big_endian.h5:/A out/big.raw --byte-order big
values out/big.raw --endian=big -t d4
grep -q 'big-endian' said || complain 'the report does not say the byte order'
(head -c 40 /dev/zero && cat out/big.raw) >out/grid.raw
copies iocopy out/grid.raw out/grid.npy --array 'int A[6]' --header 40 --byte-order big
head -c 128 out/grid.npy | grep -q "'>i4'" || complain 'the byte order is not in the header'
copies iocopy out/grid.raw out/d.raw --array 'int A[6]' --header 40 --byte-order big,native
values out/d.raw -t d4
copies iocopy out/grid.raw out/grid.h5:/A --array 'int A[6]' --header 40 --byte-order big
equal big_endian.h5 out/grid.h5 /A /A
copies iocopy plain.h5:/A out/parts2/ --to '(block) onto P(2)' --byte-order big
grep -q '"byte_order": *"big"' out/parts2/A.json || complain 'the byte order is not in the manifest'
refuses 'which of both?' iocopy out/grid.raw out/e.raw --array 'int A[6]' --header 40 --byte-order big
refuses 'expected big, little or native' iocopy plain.h5:/A out/e.raw --byte-order middle
refuses 'keeps that of every element' iocopy plain.h5:/A out/e.h5 --byte-order big
copies iocopy big_endian.h5:/pairs out/pairs.h5
equal big_endian.h5 out/pairs.h5 /pairs /pairs
copies iocopy big_endian.h5:/pairs out/pairs.npy
copies iocopy out/pairs.npy out/again.h5:/pairs
equal big_endian.h5 out/again.h5 /pairs /pairs
refuses 'have the highest byte first, which raw files cannot say' iocopy big_endian.h5:/pairs out/pairs.raw
again

copies iocopy long_double.h5:/A out/q.npy
copies iocopy out/q.npy out/q.h5:/A
equal long_double.h5 out/q.h5 /A /A
again

# Datasets behind links to other files and in parts of others, longer chunks than there are elements, filters and names of all kinds.
copies iocopy external_link.h5:/elsewhere out/e.h5:/A
equal plain.h5 out/e.h5 /A /A
copies iocopy parts_outside.h5:/V out/v.raw
values out/v.raw -t d4
# A part of a virtual dataset that is not there: HDF5 fills it without a word.
$python - <<'END' || exit 1
import h5py
for name, part in ('all_there', 'plain.h5'), ('part_gone', 'gone.h5'):
    with h5py.File(name + '.h5', 'w', libver='latest') as f:
        layout = h5py.VirtualLayout(shape=(2, 6), dtype='i4')
        layout[0] = h5py.VirtualSource('plain.h5', 'A', shape=(6,))
        layout[1] = h5py.VirtualSource(part, 'A', shape=(6,))
        f.create_virtual_dataset('V', layout, fillvalue=-5)
        f['beside'] = [1, 2, 3]
END
copies iocopy all_there.h5:/V out/v.npy
for target in out/w.h5 out/w.npy out/w.zarr; do refuses 'lie in gone.h5, which is not there' iocopy part_gone.h5:/V $target; done
refuses 'lie in gone.h5, which is not there' iocopy part_gone.h5 out/w.zarr
copies iocopy part_gone.h5:/V out/w.npy --salvage
grep -q 'the fill value stands for what lies in gone.h5' said || complain 'the fill value stands for something without a word'
copies iocopy part_gone.h5 out/w.h5
h5dump -pH out/w.h5 | grep -q 'FILE "gone.h5"' || complain 'a virtual dataset came out as another one'
refuses 'filter 300 (strange), which is not known here, nor to HDF5' iocopy strange_filter.h5:/A out/a.npy
for options in '' '--chunk 2048' '--chunk 2048 --deflate 1' '--chunk none'; do
    copies iocopy growing.h5:/A out/g.h5 $options --force
    equal growing.h5 out/g.h5 /A /A
done
copies iocopy growing.h5:/A out/g.h5 --force
h5dump -pH out/g.h5 | grep 'CHUNKED ( 1024 )' >/dev/null || complain 'the chunk was cut'
refuses 'at most as long' iocopy plain.h5:/A out/p.h5 --chunk 7
odd=$'out/n\xff.h5'
cp plain.h5 "$odd"
copies iocopy "$odd:/A" $'out/m\xfe.npy'
copies iocopy $'out/m\xfe.npy' out/m.npy
grep -q 'the one stored with the source' said || complain 'the checksum of a name that is not UTF-8 is lost'
refuses 'of memory for buffers' iocopy plain.h5:/A out/new/ --to '(block) onto P(2)' --memory 10
again

# A dataset without a shape is no zero.
refuses 'it has no shape' iocopy nothing.h5:/A out/a.h5
refuses 'it has no shape' iocopy nothing.h5:/A out/a.npy
refuses 'it has no shape' "${redist[@]}" --in nothing.h5:/A --out out/a.raw

# No output replaces its own source, whatever its name, nor a file that holds more.
cp plain.h5 source.h5 && ln source.h5 hard.h5 && ln -s source.h5 soft.h5
for target in ./source.h5:/A hard.h5:/A soft.h5:/A; do
    refuses 'is the source itself' "${redist[@]}" --in source.h5:/A --out $target --force
    refuses 'is the source itself' iocopy source.h5:/A $target --force
done
refuses 'is a link to' iocopy source.h5:/A soft.h5:/B
copies iocopy plain.h5:/A out/parts/ --to '(block) onto P(2)'
refuses 'is the source itself' iocopy out/parts/A.json out/parts/ --to '(cyclic) onto P(2)' --force
refuses 'is the source itself' "${redist[@]}" --in out/parts/ --out out/parts/A.0001.bin --force
refuses "also holds /B, /C" iocopy plain.h5:/A hard_link.h5:/D --all --force
again
copies iocopy texts.nc:/t out/t.nc
copies iocopy texts.nc:/t out/t.nc --chunk 2,2 --force
copies "${redist[@]}" --in plain.h5:/A --out out/g.h5:/g/A
copies "${redist[@]}" --in plain.h5:/A --out out/g.h5:/g/A --force
equal plain.h5 out/g.h5 /A /g/A
again

# An array is added to a file that is there, all or nothing; what else the file holds stays.
# adds FILE COMMAND...: whatever was shown of the file still is: by h5dump, of netCDF files by ncdump.
story() { case $1 in *.nc) ncdump "$1" | sed 's/;$//' ;; *) shown "$1" ;; esac; }
adds() {
    local file=$1
    shift
    name="$*"
    story "$file" | sort -u >before
    timeout 60 local-mpirun -n 2 "$@" >said 2>&1 || complain "ended with $?"
    [ -z "$(comm -23 before <(story "$file" | sort -u))" ] || complain "$file lost something"
}
for what in references_everywhere named_types hard_link external_link; do
    cp $what.h5 out/rest.h5
    adds out/rest.h5 iocopy plain.h5:/A out/rest.h5:/new/A --verify
    equal plain.h5 out/rest.h5 /A /new/A
    refuses "has a dataset '/new/A'; --force replaces it" iocopy plain.h5:/A out/rest.h5:/new/A
    adds out/rest.h5 iocopy plain.h5:/A out/rest.h5:/new/A --chunk 4 --deflate 3 --force
    equal plain.h5 out/rest.h5 /A /new/A
    adds out/rest.h5 "${redist[@]}" --in out/rest.h5:/A --out out/rest.h5:/Z -f
    adds out/rest.h5 "${redist[@]}" --in out/rest.h5:/A --out out/rest.h5:/Y --memory 2MiB --verify
    equal plain.h5 out/rest.h5 /A /Z
    equal plain.h5 out/rest.h5 /A /Y
    iocopy out/rest.h5:/Z out/z.npy --force >said 2>&1 && iocopy out/rest.h5:/new/A out/z.npy --chunk none --force >said 2>&1 || complain 'a checksum is wrong'
    rm out/*
done
# Of several arrays that are replaced together no old checksum is left; the others' are.
cat >two.hpf <<'HPF'
      integer A(6), B(6)
!hpf$ processors P(2)
!hpf$ distribute (block) onto P :: A, B
!hpf$ redistribute A(cyclic) onto P
!hpf$ redistribute B(cyclic) onto P
HPF
cp hard_link.h5 out/rest.h5
for array in new/A new/B kept; do adds out/rest.h5 iocopy plain.h5:/A out/rest.h5:/$array; done
timeout 60 local-mpirun -n 2 redist two.hpf --out out/rest.h5:/new --force >said 2>&1 || complain "ended with $?"
[ "$(grep -c '"array"' out/rest.h5.xxh3)" = 1 ] && grep -q '"/kept"' out/rest.h5.xxh3 || complain 'checksums are lost, or left'
copies iocopy out/rest.h5:/new/B out/b.npy
rm out/*
cp references_everywhere.h5 out/rest.h5
refuses "'/g' in 'out/rest.h5' is no dataset" iocopy plain.h5:/A out/rest.h5:/g --force
cp kinds.nc out/k.nc
adds out/k.nc iocopy kinds.nc:/t out/k.nc:/t2 --chunk 1,2
ncdump -v t2 out/k.nc | grep 't2(n, m)' >/dev/null || complain 'a variable that was added has other dimensions'
refuses "'/n' in 'out/k.nc' is a dimension of other datasets" iocopy plain.h5:/A out/k.nc:/n --force
sed 's/n = 1, 2, 3 ;/n = 1, 2, 4 ;/' kinds.cdl >out/other.cdl && ncgen -4 -o out/other.nc out/other.cdl
refuses "the dimension '/n' of '/t' is another one in 'out/other.nc'" iocopy kinds.nc:/t out/other.nc:/t2
again

if [ $failures = 0 ]; then echo "odd files were copied whole or refused"; fi
exit $failures
