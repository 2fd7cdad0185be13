#!/bin/bash
# Grids behind a header, names whatever their case, and arrays through pipes: raw_files.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"
copy() { made timeout 60 local-mpirun -n "${ranks:-1}" iocopy "$@" -q >said 2>&1 || complain "iocopy $* failed"; }
refused() { # WORDS ARGUMENTS...
    local words=$1
    shift
    timeout 20 iocopy "$@" >said 2>&1 </dev/null
    [ $? = 2 ] && [ "$(wc -l <said)" = 1 ] && grep -qF -- "$words" said && [ ! -e no.raw ] || complain "$* is not refused as it should be"
}

# A grid of big-endian floats behind 40 bytes, as VDatum's .gtx files are: there and back, the header too.
$python - <<'P' || exit 1
import numpy as np, struct
grid = np.linspace(-40, 90, 61 * 47).reshape(61, 47).astype('f4')
np.save('grid.npy', grid)
header = struct.pack('>ddddii', -10.0, 20.0, 0.25, 0.25, 61, 47)
open('grid.gtx', 'wb').write(header + grid.astype('>f4').tobytes())
open('header', 'wb').write(header)
P
is_grid=(--array 'float A[61][47]' --header 40 --byte-order big,native)
ranks=3 copy grid.gtx back.npy "${is_grid[@]}" --verify
cmp grid.npy back.npy || complain 'the grid was read otherwise'
ranks=2 copy grid.npy back.gtx --as raw --header header --byte-order big --verify
cmp grid.gtx back.gtx || complain 'the grid was written otherwise'
copy grid.gtx kept.gtx --as raw --array 'float A[61][47]' --header 40,keep --byte-order big,big --verify
cmp grid.gtx kept.gtx || complain 'a copy of the grid is another one'
copy grid.gtx part.raw --array 'float A[61][47]' --header 40,16 --byte-order big,little --section 0:2,0:3
[ "$(stat -c %s part.raw)" = 40 ] && cmp -n 16 part.raw /dev/zero || complain 'a header of 16 zeros'
copy grid.gtx grid.h5:/g "${is_grid[@]}"
copy grid.h5:/g again.gtx --as raw --header header --byte-order big
cmp grid.gtx again.gtx || complain 'by way of HDF5 the grid is another one'
printf 'x' | dd of=back.gtx bs=1 seek=100 conv=notrunc 2>/dev/null
ranks=2 copy grid.npy back.gtx --as raw --header header --byte-order big --repair
cmp grid.gtx back.gtx || complain 'the grid was not mended'
timeout 20 iocopy grid.gtx bare.raw --array 'float A[61][47]' --header 40 --byte-order big,big >said 2>&1
grep -q "the 40 bytes in front of its elements stay in 'grid.gtx'; --header 40,keep copies them" said || complain 'a header is lost without a word'
refused "but float32 (61,47) needs" grid.gtx no.raw --array 'float A[61][47]' --header 39
refused "its name does not say what it holds" grid.gtx no.npy
refused '--header is for raw files' grid.npy no.h5 --header 40
refused 'is neither a size nor a file' grid.npy no.raw --header nowhere
refused "is no raw file; give the source's only" grid.gtx no.npy --array 'float A[61][47]' --header 40,40

# Endings in any case.
cp grid.npy GRID.NPY
copy GRID.NPY A.H5:/x
copy A.H5:/x B.NC
copy B.NC:/x C.ZARR:/x
copy C.ZARR:/x D.CDF
copy D.CDF E.RAW
copy E.RAW F.Npy --array 'float A[61][47]'
cmp GRID.NPY F.Npy || complain 'endings in capitals: another array came back'

# Through pipes: npy, or raw where that is said; nothing else is written to standard output, and nothing is left.
timeout 20 iocopy grid.npy - 2>said | cmp grid.npy - || complain 'npy to standard output'
timeout 20 local-mpirun -n 2 iocopy A.H5:/x - --section 0:5,0:7 2>said | timeout 20 iocopy - part.npy -q 2>>said || complain 'from pipe to pipe'
$python -c "import numpy as np; assert (np.load('part.npy') == np.load('grid.npy')[:5, :7]).all()" || complain 'another part came through'
tail -c +41 grid.gtx >elements
timeout 20 iocopy grid.npy - --as raw --byte-order big 2>said | cmp elements - || complain 'raw to standard output'
timeout 20 iocopy - piped.npy "${is_grid[@]}" -q <grid.gtx >said 2>&1 && cmp grid.npy piped.npy || complain 'raw from standard input'
timeout 20 iocopy - - --chunk 2,2 <grid.npy >said 2>&1 && complain 'chunks of a stream'
timeout 20 iocopy - no.raw <header >said 2>&1
[ $? = 2 ] && grep -q 'standard input is not npy' said && [ ! -e no.raw ] || complain 'what is no npy file was taken'
refused '--resume is for files' grid.npy - --resume
refused 'standard output takes npy' grid.npy - --as zarr3
[ -z "$(find . "${TMPDIR:-/tmp}" -maxdepth 1 -name '.iocopy-stream-*' -newer header 2>/dev/null)" ] || complain 'a directory is left'

if [ $failures = 0 ]; then echo 'headers, names and pipes are as they should be'; fi
exit $failures
