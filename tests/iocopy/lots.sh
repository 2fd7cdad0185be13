#!/bin/bash
# Several files go to a directory: patterns, folders, failures, stops, and going on: lots.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"
mkdir in
# ends CODE ARGUMENTS...
ends() {
    local code=$1 found
    shift
    timeout 120 iocopy "$@" >said 2>&1
    found=$?
    [ $found = "$code" ] || complain "iocopy $* ended with $found, expected $code"
}
says() { grep -qF -- "$1" said || complain "did not say: $1"; }
same() { diff <(ncdump -n same "$1" | sort) <(ncdump -n same "$2" | sort) >differences || complain "$1 and $2: $(head -3 differences)"; }

$python - <<'P' || exit 1
import numpy as np, netCDF4
for name, kind in (('a', 'NETCDF4'), ('b', 'NETCDF4'), ('c', 'NETCDF3_CLASSIC')):
    d = netCDF4.Dataset(f'in/{name}.nc', 'w', format=kind)
    for dim, length in (('time', None), ('x', 50)): d.createDimension(dim, length)
    for variable in ('t', 'u'):
        v = d.createVariable(variable, 'f4', ('time', 'x'))
        v[:] = np.random.default_rng(ord(name)).random((40, 50))
        v.units = 'K'
    d.close()
np.save('in/d.npy', np.arange(12.).reshape(3, 4))
P
echo nothing >in/notes.txt

# A pattern, a folder, several names: one summary, each file as it would be alone.
ends 0 'in/*.nc' out/ --verify
says '3 files: 3 copied to out/'
for name in a b c; do same in/$name.nc out/$name.nc; done
timeout 120 local-mpirun -n 2 iocopy in all/ >said 2>&1 || complain 'in all/ failed'
says '4 files: 4 copied to all/'
cmp in/d.npy all/d.npy
ends 0 in/a.nc in/c.nc stores/ --as zarr2
ends 0 'stores/*.zarr' back/ --as cdf5
for name in a c; do
    ncvalidator -q back/$name.cdf || complain "back/$name.cdf is not valid"
    same in/$name.nc back/$name.cdf
done
# One whose target cannot hold everything: the others are not, and the whole says so.
mkdir holes && cp in/a.nc holes/ && echo 'netcdf n { dimensions: x = 2 ; free = 3 ; variables: int v(x) ; }' >n.cdl && ncgen -4 -o holes/n.nc n.cdl || exit 1
ends 4 'holes/*.nc' lossy/ --as zarr2
says '2 files: 2 copied to lossy/ (1 not with all they hold)'
ends 0 in copies/ --json -q
$python -c '
import json
lot = json.load(open("said"))
assert lot["schema"] == "tessera.lotcopy/1" and (lot["count"], lot["copied"], lot["failed"]) == (4, 4, 0), lot
assert [f["schema"] for f in lot["files"]] == 3 * ["tessera.filecopy/2"] + ["tessera.copy/2"], lot' || complain 'wrong JSON'
ends 0 'in/*.nc' planned/ --plan
[ ! -e planned ] || complain 'a plan has made its directory'

# One that fails does not keep the others from being copied, unless told to; what is there stays, and counts with --resume.
head -c 3000 in/a.nc >in/broken.nc
ends 1 in some/ -q
says "'in/broken.nc': opening a file: it is shorter than it says of itself (HDF5: truncated file"
says '5 files: 4 copied to some/, 1 failed: in/broken.nc'
tail -1 said | grep -q '1 failed' || complain 'the failure is not the last line'
for name in a b c; do same in/$name.nc some/$name.nc; done
[ -z "$(find some -name '.*' -type f)" ] || complain "left behind: $(find some -name '.*')"
ends 1 in few/ --fail-fast
says "2 left"
rm in/broken.nc
rm some/b.nc
touch -d '2 hours ago' in/*
ends 0 in some/ --resume
says '4 files: 1 copied to some/, 3 there already'
touch -d '1 hour' in/b.nc
ends 2 in some/ --resume
says "'some/b.nc' is older than 'in/b.nc'; --force replaces it"
ends 2 in some/
says 'exists; --force overwrites it'

# What cannot be meant.
ends 2 'in/*.h5' out/
says "'in/*.h5': there is no file of such a name"
ends 2 in/a.nc in/b.nc nowhere
says "'nowhere' is none: put '/' behind a new one's name"
mkdir -p other && cp in/a.nc other/a.nc
ends 2 in/a.nc other/a.nc twice/
says "would both become 'twice/a.nc'"
ends 2 'in/*.nc' out/ --section 0:1,0:1
says '--section is for one array; there are several sources'
for name in nowhere twice; do [ ! -e $name ] || complain "$name is there"; done

# Stopped somewhere on a slow disk, and gone on with: in the end every file is there, and nothing else.
stops=0
for attempt in 1 2 3 4; do
    IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=20000 LD_PRELOAD=$shim timeout -s TERM 1.5 iocopy 'in/[ab].nc' slow/ --chunk 't:1,50' --memory 600KiB --resume >said 2>&1
    code=$?
    [ $code = 0 ] && break
    stops=$((stops + 1))
done
touch -d '2 hours ago' in/*
ends 0 'in/[ab].nc' slow/ --chunk 't:1,50' --memory 600KiB --resume
for name in a b; do same in/$name.nc slow/$name.nc; done
[ "$(ls -A slow | grep -v xxh3 | tr '\n' ' ')" = 'a.nc b.nc ' ] || complain "slow holds $(ls -A slow)"

# Who comes in between is told who is at work.
dd if=/dev/zero of=big.raw bs=1M count=8 status=none
IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=100000 LD_PRELOAD=$shim iocopy big.raw big.npy --array 'double A[1024][1024]' --memory 600KiB -q &
worker=$!
for try in $(seq 100); do
    [ -s .big.npy.iocopy-journal ] && break
    sleep 0.1
done
SLURM_JOB_ID=7 ends 2 big.raw big.npy --array 'double A[1024][1024]' --resume
says "another copy is at work on"
says ": process $worker on $(uname -n) since $(date +%Y)"
kill $worker
wait $worker 2>/dev/null
ends 0 big.raw big.npy --array 'double A[1024][1024]' --resume

[ $failures = 0 ] && echo 'lots of files were copied'
exit $failures
