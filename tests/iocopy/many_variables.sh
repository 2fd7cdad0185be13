#!/bin/bash
# Files of many variables that share their dimensions: each is asked of the disk a few times, however many there are.
# many_variables.sh BINDIR SHIM SCRATCH-FOLDER HDF5-CALLS
shim=$(realpath "$2")
hdf5_calls=$(realpath "$4")
. "$(dirname "$0")/begin.sh" "$1" "$3"
needs_modules netCDF4,h5py

# Dimensions come last by the alphabet: who looks for the name of one goes through all variables in front of it.
$python - <<'END' || exit 1
import netCDF4, h5py, numpy as np
for count in 100, 400:
    with netCDF4.Dataset(f'shared{count}.nc', 'w') as f:
        for name, length in (('zt', 4), ('zy', 5), ('zx', 6)):
            f.createDimension(name, length)
            f.createVariable(name, 'f8', (name,))[:] = np.arange(length)
        for k in range(count):
            v = f.createVariable(f'v{k}', 'f4', ('zt', 'zy', 'zx')[k % 3:])
            v[:] = k
            v.units = 'K'
            v.levels = np.arange(3, dtype='i4')
    with netCDF4.Dataset(f'classic{count}.cdf', 'w', format='NETCDF3_CLASSIC') as f:
        for name, length in (('t', None), ('x', 6)):
            f.createDimension(name, length)
            f.createVariable(name, 'f8', (name,))[:] = np.arange(length or 4)
        for k in range(count):
            f.createVariable(f'v{k}', 'f4', ('t', 'x')[k % 2:])[:] = np.full((4, 6) if k % 2 == 0 else 6, k)
    with h5py.File(f'groups{count}.h5', 'w') as f:
        for k in range(count):
            v = f.create_dataset(f'g{k % 7}/h{k % 3}/v{k}', data=np.full((8, 6), k), chunks=(4, 6) if k % 2 else None)
            v.attrs['units'] = 'm'
with netCDF4.Dataset('global100.nc', 'w') as f:
    f.createDimension('x', 6)
    for k in range(100):
        f.setncattr(f'a{k}', k)
        f.createVariable(f'v{k}', 'f4', ('x',))[:] = k
for options in {}, {'libver': 'latest'}, {'track_order': True}:
    with h5py.File(f'attributes-{"-".join(options) or "plain"}.h5', 'w', **options) as f:
        a = f.create_dataset('A', data=np.arange(6), **({'track_order': True} if 'track_order' in options else {}))
        for k in range(300):
            a.attrs[f'a{k}'] = k
END

# calls MOST WHAT ARGUMENTS...: not more than so many calls of HDF5 that look at everything: by_index, visits, or dataset_opens.
calls() {
    local most=$1 what=$2 counted
    shift 2
    rm -rf target* calls
    HDF5_CALLS_REPORT=$folder/calls LD_PRELOAD=$hdf5_calls timeout 60 iocopy "$@" >said 2>&1 || complain "iocopy $* failed"
    counted=$(awk -v what="$what" '{ for (i = 1; i < NF; i += 2) if ($i == what) sum += $(i + 1) } END { print sum }' calls)
    echo "$*: $counted $what"
    : >said
    [ "${counted:-9999}" -le "$most" ] || complain "$counted $what for $*, expected at most $most"
}
for file in attributes-*.h5; do
    for target in target.h5 target.zarr target.nc; do calls 10 by_index "$file" $target; done
done
for options in '' --verify; do
    # shellcheck disable=SC2086 # options are words
    calls 12 visits classic400.cdf target.nc $options
    # shellcheck disable=SC2086
    calls 6 visits shared400.nc target.nc $options
done
calls 5 visits shared400.nc target.zarr
calls 1800 dataset_opens shared400.nc target.cdf # of one variable: 4
calls 130 by_index global100.nc target.zarr # attributes of the file: once, not with each variable

# requests SOURCE ARGUMENTS...: how many reads of the source are one copy's.
requests() {
    local source=$1
    shift
    rm -rf counts.* target*
    IO_SHIM_PREFIX=$folder/$source IO_SHIM_REPORT=$folder/counts LD_PRELOAD=$shim timeout 60 iocopy "$source" "$@" >said 2>&1 ||
        complain "iocopy $source $* failed"
    cat counts.* | awk -v path="$folder/$source" '$NF == path { reads += $1 } END { print reads + 0 }'
}
# bounded KIND MOST TARGET...: not more than MOST reads for each variable, and no more for each where there are four times as many.
bounded() {
    local kind=$1 most=$2 few many
    shift 2
    few=$(requests "${kind/N/100}" "$@")
    many=$(requests "${kind/N/400}" "$@")
    echo "$kind to $*: $few reads for 100 variables, $many for 400"
    : >said
    ((few > 0 && many <= most * 400 && many <= 6 * few)) || complain "$kind to $*: more than $most reads for each variable, or more for each of many"
}
bounded sharedN.nc 8 target.nc --plan
bounded sharedN.nc 10 target.nc
bounded sharedN.nc 12 target.nc --verify
bounded sharedN.nc 14 target.zarr
bounded sharedN.nc 14 target.cdf
bounded groupsN.h5 10 target.h5 --plan
bounded groupsN.h5 20 target.h5
bounded classicN.cdf 2 target.zarr
bounded classicN.cdf 2 target.h5
bounded classicN.cdf 2 target.cdf
# What a Zarr store says of an array is read once: with two calls, and some for the store.
for version in 2 3; do
    rm -rf store.zarr
    iocopy shared400.nc store.zarr --as zarr$version >said 2>&1 || complain 'iocopy to store.zarr failed'
    for target in target.zarr target.nc; do
        rm -rf counts.* target*
        IO_SHIM_PREFIX=$folder/store.zarr IO_SHIM_REPORT=$folder/counts LD_PRELOAD=$shim iocopy store.zarr $target >said 2>&1 ||
            complain "iocopy store.zarr $target failed"
        reads=$(cat counts.* | awk '$NF ~ /(zarr.json|.zarray)$/ { reads += $1 } END { print reads + 0 }')
        echo "Zarr $version to $target: $reads reads of the metadata of 403 arrays"
        : >said
        ((reads >= 403 && reads <= 900)) || complain "Zarr $version to $target: $reads reads of the metadata of 403 arrays"
    done
done
# One file is put on the disk once, not once for each variable.
rm -rf counts.* target*
IO_SHIM_PREFIX=$folder/.target IO_SHIM_REPORT=$folder/counts LD_PRELOAD=$shim local-mpirun -n 2 iocopy shared400.nc target.cdf >said 2>&1 || complain 'iocopy failed'
syncs=$(cat counts.* | awk -v path="$folder/.target.cdf.iocopy" '$NF == path { syncs += $5 } END { print syncs + 0 }')
echo "400 variables to target.cdf by 2 ranks: $syncs syncs"
: >said
((syncs > 1 && syncs <= 4)) || complain "target.cdf was synced $syncs times"
[ $failures = 0 ] && echo 'files of many variables are read a few times for each'
exit $failures
