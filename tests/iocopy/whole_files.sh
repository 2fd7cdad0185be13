#!/bin/bash
# Whole files with rules for their variables, judged by the tools of netCDF and HDF5: whole_files.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"
# `ends`: what it ends with, where that is not 0.
copies() {
    timeout 60 local-mpirun -n 3 iocopy "$@" >said 2>&1
    [ $? = ${ends:-0} ] || complain "iocopy $* failed, or does not end with exit code ${ends:-0}"
}
# refuses WORDS ARGUMENTS...: exit code 2, one line.
refuses() {
    local words=$1
    shift
    timeout 20 iocopy "$@" >said 2>&1
    [ $? = 2 ] && grep -qF -- "$words" said || complain "iocopy $* did not say: $words"
}
says() { grep -qE -- "$1" said || complain "did not say: $1"; }
h5_same() { h5diff "$1" "$2" >differences 2>&1 || complain "h5diff: $1 and $2: $(head -3 differences)"; }
nc_same() { diff <(ncdump -n same "$1") <(ncdump -n same "$2") >differences || complain "ncdump: $1 and $2: $(head -3 differences)"; }
layout() { ncdump -hs "$1" | grep -F "$2" >/dev/null || complain "$1 has no '$2'"; }

# Coordinates, an unlimited dimension, a group, texts, a variable without dimensions, and four fields.
{
    echo 'netcdf field { dimensions: lon = 160 ; lat = 90 ; time = UNLIMITED ; variables: float lon(lon) ; float lat(lat) ;'
    echo 'double time(time) ; time:units = "days since 2000-01-01" ; int crs ; crs:grid_mapping_name = "latitude_longitude" ;'
    echo 'string label(lat) ; short temp(time, lat, lon) ; temp:_FillValue = -1s ; temp:units = "K" ; float temp2(time, lat, lon) ;'
    echo 'float orography(lat, lon) ; :title = "a test" ; data: crs = 7 ;'
    echo "lon = $(seq -s, 1 160); lat = $(seq -s, 1 90); time = $(seq -s, 1 20);"
    echo "temp = $(seq -s, 1 288000 | sed 's/[0-9]*\([0-9]\{4\}\)/\1/g'); temp2 = $(seq -s, 1 288000); orography = $(seq -s, 1 14400);"
    echo 'group: deep { variables: double wind(time, lat) ; wind:units = "m/s" ; data:'
    echo "wind = $(seq -s, 1 1800); } }"
} >field.cdl
ncgen -4 -o field.nc field.cdl || exit 1

# As it is, and by rules: the first that fits counts.
copies field.nc same.nc --verify
h5_same field.nc same.nc
nc_same field.nc same.nc
copies field.nc ruled.nc --chunk 'temp2:20,9,16' --chunk 'temp*:5,30,40' --deflate 'deep/*:none' --deflate 'temp*:4' --shuffle yes --verify
h5_same field.nc ruled.nc
nc_same field.nc ruled.nc
layout ruled.nc 'temp:_ChunkSizes = 5, 30, 40'
layout ruled.nc 'temp2:_ChunkSizes = 20, 9, 16'
layout ruled.nc 'temp2:_DeflateLevel = 4'
layout ruled.nc 'time = UNLIMITED ; // (20 currently)'
says '/temp2 +float32 20x90x160'
says 'verified: every variable'
# A chunk for all concerns those with as many dimensions; it is no longer than they are.
copies field.nc all.nc --chunk 7,300,40 --verify
nc_same field.nc all.nc
layout all.nc 'temp:_ChunkSizes = 7, 90, 40'
# Shapes that suit how the file will be read: 28,800 bytes are a map of temp, 72 places at all times, or some of both; a variable that
# is smaller than a chunk, does not grow and has none stays as it is.
copies field.nc maps.nc --chunk auto:28800 --for maps --verify
nc_same field.nc maps.nc
layout maps.nc 'temp:_ChunkSizes = 1, 90, 160'
layout maps.nc 'temp2:_ChunkSizes = 1, 45, 160'
layout maps.nc 'lat:_Storage = "contiguous"'
copies field.nc series.nc --chunk temp2:5,5,5 --chunk 'temp:auto:28800' --for 'time series'
nc_same field.nc series.nc
layout series.nc 'temp2:_ChunkSizes = 5, 5, 5'
layout series.nc 'temp:_ChunkSizes = 20, 4, 160'
# --explain says it of a copy that is made, too.
copies field.nc told.nc --chunk auto:28800 --for maps --explain -f
says '^iocopy: /temp2: chunks for maps: .*a map at one of its indices 2$'
says '^iocopy: /temp2: .*requests'
timeout 60 iocopy field.nc:/temp2 both.zarr --chunk auto:16KiB --plan >said 2>&1 || complain 'no plan of chunks'
says 'chunks +for both: a series along dimension 1 reads 10 chunks, a map at one of its indices 9'
refuses '--chunk auto' field.nc:/temp2 no.nc --chunk auto:soon
refuses 'it goes with --chunk auto' field.nc no.nc --chunk 5,5,5 --for maps
refuses 'it goes with --chunk auto' field.nc no.nc --chunk '*[!auto]:5,5,5' --for maps
# Of h5repack, filtered.
h5repack -l temp,temp2:CHUNK=4x15x10 -f temp,temp2:SHUF -f temp,temp2:GZIP=3 field.nc theirs.nc || exit 1
copies theirs.nc plain.nc --deflate none --shuffle no --memory 3MiB --verify
h5_same theirs.nc plain.nc
nc_same field.nc plain.nc
# Sets that grow along another dimension than their first, whose chunks HDF5 counts at wrong places when it is asked by number.
$python - <<'P' || exit 1
import h5py
with h5py.File('sideways.h5', 'w', libver='latest') as file:
    for name, more in (('plain', {}), ('packed', {'compression': 'gzip'}), ('sparse', {})):
        made = file.create_dataset(name, (4, 6), 'i4', maxshape=(10, None), chunks=(2, 3), **more)
        if name == 'sparse': made[2:, :3] = 7
        else: made[...] = [range(6)] * 4
P
copies sideways.h5 sideways_copy.h5 --verify
h5_same sideways.h5 sideways_copy.h5
# What the plan says is what is done.
timeout 60 local-mpirun -n 2 iocopy field.nc planned.nc --chunk 'temp*:5,30,40' --plan --json >plan.json 2>said || complain 'no plan'
timeout 60 local-mpirun -n 2 iocopy field.nc planned.nc --chunk 'temp*:5,30,40' --json >copy.json 2>said || complain 'no copy'
counts() { grep -oE '"(reads|writes)": \{[^}]*\}' "$1"; }
[ -n "$(counts plan.json)" ] && [ "$(counts plan.json)" = "$(counts copy.json)" ] || complain "planned $(counts plan.json), did $(counts copy.json)"

# Some are left out, and nothing else.
copies field.nc some.nc --exclude 'temp*' --exclude /deep/wind --verify
ncdump -h some.nc | grep -E 'temp|wind' >/dev/null && complain 'some.nc: a variable is there that was to be left out'
for name in lon lat time orography label; do
    diff <(ncdump -n same -v $name field.nc | sed -n '/^data:/,/^group/p') <(ncdump -n same -v $name some.nc | sed -n '/^data:/,/^group/p') >/dev/null ||
        complain "some.nc: $name differs"
done

# A dimension that others have cannot be left out alone; with them it can.
refuses "'/lon' is a dimension of '/orography'; keep it, or leave out both" field.nc wrong.nc --exclude lon --exclude 'temp*'
copies field.nc fewer.nc --exclude lon --exclude 'temp*' --exclude orography --verify
$python -c "import netCDF4; assert list(netCDF4.Dataset('fewer.nc').variables) == ['lat', 'time', 'crs', 'label']" || complain fewer.nc

# An array that is left out takes its other names along, and says so; by one of these it is not left out.
$python -c "import h5py
with h5py.File('names.h5', 'w') as f: f['g/A'], f['C'] = [1, 2, 3], [4, 5]; f['h/B'] = f['g/A']" || exit 1
copies names.h5 fewer_names.h5 --exclude g/A --verify
says "^iocopy: '/h/B', another name of '/g/A', is left out with it$"
[ "$(h5ls -r fewer_names.h5 | grep -c Dataset)" = 1 ] || complain 'fewer_names.h5 has not one dataset'
for option in --exclude=h/B '--exclude=h/*' --chunk=h/B:2; do
    refuses "${option%%=*}: '/h/B' is another name of '/g/A'; say that one" names.h5 no.h5 "$option"
done

# What cannot be meant.
refuses "no variable is called 'tmp*'" field.nc wrong.nc --chunk 'tmp*:1,2,3'
refuses "'/temp': the chunk has 2 dimensions, the array 3" field.nc wrong.nc --chunk 'temp:2,3'
refuses "--deflate: expected a level from 0 to 9, or 'none', not 'x'" field.nc wrong.nc --deflate 'temp:x'
refuses 'exists' field.nc same.nc
SLURM_STEP_NUM_TASKS=64 refuses '64 tasks were started, but MPI has 1 rank' field.nc wrong.nc
iocopy field.nc wrong.nc --dry-run >said 2>&1 && grep -F /temp2 said >/dev/null || complain 'no plan by --dry-run'
# Other formats that hold several: what comes back is the same.
copies field.nc store.zarr --exclude label --exclude crs --verify
copies store.zarr back.nc --verify
# (h5diff counts netCDF's own note of a variable's dimensions as a difference, which only netCDF writes.)
variable() { ncdump -n same -v "$2" "$1" | sed -nE "/^[[:space:]]+$2:/p; /^ $2 =/,/;/p"; }
for name in temp temp2 orography; do
    [ -n "$(variable field.nc $name)" ] && diff <(variable field.nc $name) <(variable back.nc $name) >differences ||
        complain "back.nc: $name: $(head -3 differences)"
done
# A dimension that can grow still can, by way of any format; where that is impossible a note says so.
keeps_growing() { layout "$1" 'time = UNLIMITED ; // (20 currently)'; }
flat=(--exclude 'deep/*' --exclude label)
keeps_growing back.nc
copies field.nc third.zarr --as zarr3 --exclude label --deflate none
copies third.zarr of_third.nc --verify && keeps_growing of_third.nc
copies field.nc records.cdf "${flat[@]}" --verify && keeps_growing records.cdf
ncvalidator -q records.cdf || complain 'records.cdf is not valid'
copies records.cdf records.zarr && copies records.zarr again.cdf --verify && keeps_growing again.cdf
cdfdiff -q records.cdf again.cdf || [ $? = 1 ] || complain 'cdfdiff failed'
copies records.cdf of_records.nc --verify && keeps_growing of_records.nc
for name in temp temp2 orography; do
    diff <(variable field.nc $name) <(variable of_records.nc $name) >differences || complain "of_records.nc: $name: $(head -3 differences)"
done
xarray='import sys, xarray; a, b = map(xarray.open_dataset, sys.argv[1:3]); assert a.identical(b) and b.encoding["unlimited_dims"] == {"time"}'
$python -c "$xarray" records.cdf of_records.nc || complain 'xarray: of_records.nc differs'
for target in 'unchunked.nc --chunk none --deflate none' 'temp.npy' 'turned.cdf:/u --copy u[y][x][t]=temp[t][y][x]'; do
    source=field.nc ends=4
    [[ $target == unchunked* ]] || source=field.nc:/temp
    [[ $target == *.npy ]] && ends=
    copies $source $target
    ends=
    says 'does not keep.*the unlimited dimension'
done

[ ! -e wrong.nc ] || complain 'wrong.nc is there'
# A dimension without a variable stays one; a variable that has not got all records yet says so, and others can read it.
echo 'netcdf early { dimensions: time = UNLIMITED ; s = 4 ; variables: double time(time) ; short wind(time, s) ; int name(s) ;
      data: time = 1, 2, 3 ; name = 1, 2, 3, 4 ; }' >early.cdl
ncgen -4 -o early.nc early.cdl || exit 1
ends=4 copies early.nc early.zarr --verify
says "the name 'time' of its dimension 1, which has 0 of that dimension's 3 elements"
copies early.zarr late.nc --verify
ncdump late.nc >late.cdl || complain 'late.nc: ncdump cannot read it'
grep -E ' s\(s\)' late.cdl >/dev/null && complain 'late.nc: a dimension has become a variable'
grep -F 'name = 1, 2, 3, 4 ;' late.cdl >/dev/null || complain 'late.nc: name differs'

# Attributes of 64 KiB and more, which HDF5 keeps only beside headers of its second version; many small ones that are as long together.
# Of every kind of object, in files whose headers are of that version for other reasons.
cat >long.py <<'END'
import sys, h5py, numpy as np
long = np.arange(20000, dtype='f8')
with h5py.File('long.h5', 'w', libver='latest') as f:
    made = {'/': f, 'group': f.create_group('group'), 'plain': f.create_dataset('plain', data=np.arange(12).reshape(3, 4)),
            'cut': f.create_dataset('group/cut', data=np.arange(400).reshape(20, 20), chunks=(5, 5), compression='gzip'),
            'texts': f.create_dataset('texts', data=['one', 'another'], dtype=h5py.string_dtype())}
    f['type'] = np.dtype('f8')
    made['type'] = f['type']
    for name, each in made.items():
        each.attrs['first'] = 1
        each.attrs['long'] = long
        each.attrs['most'] = np.frombuffer(bytes(65400), 'S1') # as much as the oldest headers hold, with what describes it
        for k in range(700): each.attrs[f'a{k}'] = np.arange(k % 40)
END
$python long.py || exit 1
same_attributes='import sys, h5py, numpy as np
a, b = (h5py.File(name) for name in sys.argv[1:3])
names = sys.argv[3].split(",")
for name in names:
    ours, theirs = a[name].attrs, b[name].attrs
    assert set(ours) == set(theirs) and len(ours) > 700, name
    assert all(np.array_equal(ours[each], theirs[each]) and ours[each].dtype == theirs[each].dtype for each in ours), name'
for options in '' '--chunk 6,4 --deflate 2' '--libver v18'; do
    rm -f long_copy.h5*
    copies long.h5 long_copy.h5 --verify $options
    h5_same long.h5 long_copy.h5
    $python -c "$same_attributes" long.h5 long_copy.h5 /,group,plain,group/cut,texts,type || complain "long_copy.h5 $options: attributes differ"
done
copies long.h5:/group/cut one.h5:/cut --chunk 10,10 && copies long.h5:/plain one.h5:/plain
h5diff long.h5 one.h5 /group/cut /cut >said || complain 'one.h5: /cut differs'
h5diff long.h5 one.h5 /plain /plain >said || complain 'one.h5: /plain differs'

# Stopped on a slow disk and gone on with, several times, by other numbers of ranks: one journal for all variables.
for deflate in none 1; do
    rules=(--chunk 'temp*:1,90,160' --deflate "temp*:$deflate" --memory 3MiB)
    rm -f slow.nc
    stops=0
    for attempt in 1 2 3; do
        IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=20000 LD_PRELOAD=$shim timeout -s TERM 1.5 iocopy field.nc slow.nc "${rules[@]}" --resume >said 2>&1
        code=$?
        [ -e slow.nc ] && break
        stops=$((stops + 1))
        [ $code = 124 ] || complain "stopped: ended with $code"
    done
    [ $stops -gt 0 ] || complain 'was never stopped'
    [ -e slow.nc ] || copies field.nc slow.nc "${rules[@]}" --resume --verify
    nc_same field.nc slow.nc
    [ -z "$(find . -name '.slow*')" ] || complain "left behind: $(find . -name '.slow*')"
done
[ $failures = 0 ] && echo 'whole files came out as they went in'
exit $failures
