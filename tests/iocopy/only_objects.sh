#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# HDF5 files of which no dataset is copied in parts: without any, or with one that only HDF5's own copy keeps as it is; and what of a
# file with one array is told: only_objects.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"
needs h5dump h5diff ncgen ncdump
needs_modules h5py

# copies WORDS...: and says nothing on standard error.
copies() {
    name="iocopy $*"
    timeout 60 iocopy "$@" >said 2>errors || complain "failed: $(cat errors)"
    [ ! -s errors ] || complain "told: $(cat errors)"
}
# copies_telling TEXT WORDS...; `ends`: what it ends with, where that is not 0.
copies_telling() {
    local text=$1
    shift
    name="iocopy $*"
    timeout 60 iocopy "$@" >said 2>errors
    [ $? = ${ends:-0} ] || complain "failed, or does not end with exit code ${ends:-0}: $(cat errors)"
    grep -qF "$text" errors || complain "does not tell '$text': $(cat errors)"
}
# alike A B: h5dump of both, the data and the settings of every dataset.
alike() {
    local options
    for options in '' '-p -H'; do
        [[ $1 == vast* && -z $options ]] && continue # it would print them all
        # shellcheck disable=SC2086
        cmp <(h5dump $options "$1" | grep -v '^HDF5 "\| OFFSET ') <(h5dump $options "$2" | grep -v '^HDF5 "\| OFFSET ') ||
            complain "$1 and $2 differ"
    done
}

cat >make.py <<'P'
import h5py
import numpy as np
with h5py.File('groups.h5', 'w') as file:
    file.attrs['title'] = 'nothing but this'
    file.create_group('a/b').attrs['n'] = np.arange(3)
    file['again'] = h5py.SoftLink('/a/b')
    file['type'] = np.dtype('<i2')
with h5py.File('vast.h5', 'w') as file:
    file.create_dataset('g/never', (2**15, 2**15, 2**15), 'u1', chunks=(64, 64, 64), fillvalue=7)
with h5py.File('vast_contiguous.h5', 'w') as file:
    file.create_dataset('never', (2**40,), 'i4')
with h5py.File('null.h5', 'w') as file:
    file['none'] = h5py.Empty('f4')
with h5py.File('compact.h5', 'w') as file:
    settings = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    settings.set_layout(h5py.h5d.COMPACT)
    made = h5py.h5d.create(file.id, b'small', h5py.h5t.NATIVE_INT32, h5py.h5s.create_simple((5,)), settings)
    made.write(h5py.h5s.ALL, h5py.h5s.ALL, np.arange(5, dtype='i4'))
with h5py.File('two_compact.h5', 'w') as file:
    for each in b'xy':
        made = h5py.h5d.create(file.id, bytes([each]), h5py.h5t.NATIVE_INT32, h5py.h5s.create_simple((5,)), settings)
        made.write(h5py.h5s.ALL, h5py.h5s.ALL, np.arange(5, dtype='i4'))
with h5py.File('part.h5', 'w') as file:
    file['x'] = np.arange(6)
with h5py.File('virtual.h5', 'w') as file:
    layout = h5py.VirtualLayout((6,), 'i8')
    layout[:] = h5py.VirtualSource('part.h5', 'x', (6,))
    file.create_virtual_dataset('v', layout)
P
$python make.py || exit 1

for each in groups vast vast_contiguous null compact two_compact; do
    copies $each.h5 $each.copy.h5 --verify
    alike $each.h5 $each.copy.h5
    [ "$(stat -c %s $each.copy.h5)" -lt 100000 ] || complain 'has written what nobody wrote'
done
copies groups.h5 three.h5 # and by several ranks
rm three.h5 && timeout 60 local-mpirun -n 3 iocopy groups.h5 three.h5 --json >said 2>errors || complain "failed: $(cat errors)"
grep -q '"variables": \[\]' said || complain 'the document names variables'
alike groups.h5 three.h5
copies groups.h5 planned.h5 --plan
[ ! -e planned.h5 ] || complain 'made what was only planned'
name='over what is there'
timeout 60 iocopy compact.h5 groups.copy.h5 >said 2>&1
h5dump -d /small groups.copy.h5 >/dev/null 2>&1 && h5dump -g /a/b groups.copy.h5 >/dev/null 2>&1 || complain 'is not added to the file'
timeout 60 iocopy groups.h5 three.h5 >said 2>&1 && complain 'has replaced a file without --force'
copies groups.h5 three.h5 --force
timeout 60 iocopy groups.h5 groups.h5 --force >said 2>&1 && complain 'has replaced its source'
# Another layout than its own is made in parts.
copies compact.h5 chunked.h5 --chunk 2
h5dump -p -H chunked.h5 | grep >/dev/null 'CHUNKED ( 2 )' || complain 'has no chunks'
timeout 60 iocopy groups.h5 groups.zarr >said 2>&1 && complain 'made a store of nothing'

# Of very many losses the first are named, each in one line whatever its letters; JSON has all.
$python - <<'P'
import h5py
with h5py.File('links.h5', 'w') as file:
    file['a'], file['b'] = range(4), range(5)
    for i in range(3000): file[f'l{i}'] = h5py.SoftLink('/a')
    file['a\nb'] = h5py.SoftLink('/a')
P
timeout 60 iocopy links.h5 links.zarr --json >said 2>errors
[ $? = 4 ] || complain 'links.h5 was not copied, or its links are not in the exit code'
[ "$(wc -l <errors)" = 1 ] && [ "$(wc -c <errors)" -lt 1000 ] || complain 'many losses are no line that one reads'
grep -qF "the link '/a\\nb' to '/a'" errors && grep -qF 'and 2991 more, which --json lists' errors || complain 'did not count losses'
[ "$($python -c "import json; print(len(json.load(open('said'))['losses']))")" = 3001 ] || complain 'JSON has other losses'

# A virtual dataset gets elements, and that is told.
copies_telling "'/v' is put together of other files' arrays; the copy holds the elements itself" virtual.h5 plain.h5
h5diff part.h5 plain.h5 /x /v || complain 'other elements'

# Dimensions that the one variable does not have are told; an attribute may name an array that never was.
cat >one.cdl <<'C'
netcdf one { dimensions: x = 3 ; unused = 4 ; variables: int v(x) ; v:bounds = "b" ; data: v = 1, 2, 3 ; }
C
ncgen -3 -o one.nc one.cdl
ends=4 copies_telling "the dimension 'unused', which no variable has" one.nc one.zarr
copies_telling "the dimension 'unused', which no variable has" one.nc one.npy
timeout 60 iocopy one.nc strict.zarr --strict >said 2>&1
[ $? = 2 ] && [ ! -e strict.zarr ] && grep -qF -- 'without --strict it is made all the same' said || complain '--strict makes what loses something'
timeout 60 iocopy one.nc:/v strict.h5 --strict >said 2>&1 || complain '--strict refuses what loses nothing'
grep -q "'b'" errors && complain 'tells the loss of an array that never was there'
cat >two.cdl <<'C'
netcdf two { dimensions: x = 3 ; variables: int v(x) ; v:bounds = "b" ; int b(x) ; data: v = 1, 2, 3 ; b = 4, 5, 6 ; }
C
ncgen -3 -o two.nc two.cdl
ends=4 copies_telling "the array 'b', which its attribute 'bounds' names" two.nc:/v two.cdf

# An array keeps its name, letters of any kind; and one of two dimensions may have the name of one of them (CF's discrete geometries):
# in HDF5, where that is an array too, the dimension gets another, and that is told.
cat >names.cdl <<'C'
netcdf names { dimensions: x = 3 ; variables: int v-1.é(x) ; data: v-1.é = 1, 2, 3 ; }
C
ncgen -3 -o names.nc names.cdl
copies names.nc names.h5
copies names.nc names.zarr
copies names.h5 back.cdf
h5dump -d /v-1.é names.h5 >/dev/null 2>&1 || complain 'names.h5 has not the name'
[ -e names.zarr/v-1.é/.zarray ] || complain 'names.zarr has not the name'
cmp <(ncdump names.nc | tail -n +2) <(ncdump back.cdf | tail -n +2) || complain 'back.cdf is another file'
cat >tracks.cdl <<'C'
netcdf tracks {
dimensions: track = 2 ; letters = 3 ; time = 4 ;
variables: char track(track, letters) ; int n(track) ; double time(track, time) ;
data: track = "abc", "de" ; n = 5, 6 ; time = 1, 2, 3, 4, 5, 6, 7, 8 ;
}
C
ncgen -3 -o tracks.nc tracks.cdl
ends=4 copies_telling "the name 'track' of a dimension, which is 'track_dim' now" tracks.nc tracks.h5
grep -q "the name 'time'" errors || complain 'does not tell the other name'
cmp <(ncdump tracks.nc | sed -n '/^data:/,$p') <(ncdump tracks.h5 | sed -n '/^data:/,$p') || complain 'netCDF reads other values'
ncdump -h tracks.h5 | grep >/dev/null 'int n(track_dim)' || complain 'a variable has other dimensions'
copies tracks.nc tracks.cdf
cmp <(ncdump tracks.nc | tail -n +2 | sort) <(ncdump tracks.cdf | tail -n +2 | sort) || complain 'tracks.cdf is another file'

# Further names, links of all kinds and named types are told where only HDF5 has them, of many arrays and of one; there they stay.
$python - <<'P' || exit 1
import h5py
import numpy as np
def add_names(file):
    file['again'] = file['a']
    file['soft'] = h5py.SoftLink('/a')
    file['outer'] = h5py.ExternalLink('other.h5', '/x')
    file['g/type'] = np.dtype('i4')
with h5py.File('many_names.h5', 'w') as file:
    file['a'] = np.arange(12.).reshape(3, 4)
    file['g/b'] = np.arange(5)
    file['up'] = file['/g']
    add_names(file)
with h5py.File('one_array.h5', 'w') as file:
    file['a'] = np.arange(12.).reshape(3, 4)
    add_names(file)
P
for target in many_names.zarr one_array.zarr one_array.cdf one_array.npy; do
    ends=$([ $target = one_array.npy ] && echo 0 || echo 4) copies_telling "'/again', another name of '/a'" "${target%.*}.h5" $target
    for told in "the link '/soft' to '/a'" "the link '/outer' to '/x' in 'other.h5'" "the type '/g/type'"; do
        grep -qF "$told" errors || complain "does not tell '$told': $(cat errors)"
    done
    [[ $target != many* ]] || grep -qF "'/up', another name of '/g'" errors || complain "does not tell the group: $(cat errors)"
done
copies many_names.h5 all_names.h5
alike many_names.h5 all_names.h5

if [ $failures = 0 ]; then echo "files of objects alone are copied as they are, and losses of single arrays are told"; fi
exit $failures
