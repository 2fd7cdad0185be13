#!/bin/bash
# Files that others wrote are read, and others agree with what was written: other_tools.sh BINDIR SCRATCH-FOLDER [OPTIONS of iocopy...]
# ncgen, nccopy, ncdump of netCDF; h5repack, h5diff, h5dump of HDF5.
. "$(dirname "$0")/begin.sh" "$1" "$2"
shift 2
options=("$@")
needs ncgen nccopy ncdump h5repack h5diff h5dump

# A file that holds more is not replaced: what an earlier copy left is removed.
copy() { case $2 in *.h5 | *.nc) rm -f "$2" ;; esac && made timeout 60 local-mpirun -n 3 iocopy "$@" "${options[@]}" --verify --force >said 2>&1 || complain "iocopy $* failed"; }
h5_same() { h5diff "$@" >said 2>&1 || complain "h5diff: $* differ"; }
dump_same() { diff <(ncdump -n same "$1") <(ncdump -n same "$2") >said || complain "ncdump: $1 and $2 differ"; }
layout() { ncdump -hs "$1" | grep "$2" >/dev/null || complain "$1 has no '$2'"; }

# A field over time, with coordinates, attributes, a fill value, and a second variable.
{
    echo 'netcdf field { dimensions: lon = 40 ; lat = 30 ; time = UNLIMITED ;'
    echo 'variables: float lon(lon) ; lon:units = "degrees_east" ; float lat(lat) ; lat:units = "degrees_north" ;'
    echo 'double time(time) ; time:units = "days since 2000-01-01" ;'
    echo 'short t(time, lat, lon) ; t:units = "K" ; t:scale_factor = 0.01 ; t:_FillValue = -1s ;'
    echo 'float orography(lat, lon) ; orography:units = "m" ; :title = "a test" ; data:'
    echo "lon = $(seq -s, 0 9 351); lat = $(seq -s, 1 30); time = $(seq -s, 1 12);"
    echo "t = $(seq -s, 1 14400); orography = $(seq -s, 1 1200); }"
} >field.cdl
ncgen -4 -o field.nc field.cdl || exit 1

# Rechunked, and everything else kept: nothing but the chunks differs.
copy field.nc:/t all.nc --chunk 6,10,20 --all
h5_same field.nc all.nc
dump_same field.nc all.nc
layout all.nc 't:_ChunkSizes = 6, 10, 20'
# Alone: with its coordinates.
copy field.nc:/t alone.nc --chunk 12,5,8 --deflate 5 --shuffle yes
h5_same field.nc alone.nc /t /t
h5_same field.nc alone.nc /lat /lat
layout alone.nc 't:_DeflateLevel = 5'
layout alone.nc 't:_Shuffle = "true"'
layout alone.nc 'time = UNLIMITED ; // (12 currently)'
ncdump -v t alone.nc | grep 't:scale_factor = 0.01' >/dev/null || complain "alone.nc: attributes are missing"
# What nccopy and h5repack make of the same.
nccopy -d 3 -s -c time/4,lat/15,lon/10 field.nc theirs.nc || exit 1
copy theirs.nc:/t ours.nc --all
h5_same theirs.nc ours.nc
dump_same theirs.nc ours.nc
layout ours.nc 't:_ChunkSizes = 4, 15, 10'
for filter in 'SHUF' 'GZIP=3' 'FLET' 'SZIP=8,NN' 'NBIT'; do
    h5repack -l t:CHUNK=3x7x11 -f "t:$filter" field.nc theirs.h5 >said 2>&1 || continue # filters this HDF5 cannot write
    copy theirs.h5:/t ours.h5 --chunk 5,30,3 --deflate none --shuffle no --all
    h5_same field.nc ours.h5
done
h5repack -l t:CONTI field.nc theirs.h5
copy theirs.h5:/t ours.h5
h5_same field.nc ours.h5 /t /t
h5dump -H -p -d /t ours.h5 | grep CONTIGUOUS >/dev/null || complain "ours.h5: contiguous was not kept"
h5repack -l orography:COMPA theirs.h5 compact.h5
copy compact.h5:/orography ours.h5 --chunk 7,9
h5_same field.nc ours.h5 /orography /orography
# Elements as h5dump prints them, before and after going through every format.
copy field.nc:/t parts/ --to '(block,cyclic(7),*) onto P(2,2)'
copy parts/ t.npy
copy t.npy t.raw
copy t.raw back.h5:/t --array 'int16 t[12][30][40]' --chunk 5,5,5
numbers() { h5dump -y -A 0 -d /t "$1" | sed -n '/DATA {/,/^ *}/p'; }
diff <(numbers field.nc) <(numbers back.h5) >said || complain "h5dump: field.nc and back.h5 differ"
copy field.nc:/t turned.nc --copy 'u[x][y][t]=t[t][y][x]'
ncdump -v u turned.nc >said 2>&1 || complain "ncdump cannot read turned.nc"

if [ $failures = 0 ]; then echo "others read what was written, and what others wrote was read"; fi
exit $failures
