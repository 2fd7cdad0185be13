#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Who may read a copy, what --preserve keeps, what a store holds besides arrays, and names that are addresses: rights.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh"
needs_modules h5py,zarr
umask 022

$python - <<'P'
import h5py, numpy as np, zarr
with h5py.File('in.h5', 'w') as f:
    f['a'], f['g/b'] = np.arange(10.), np.arange(5)
zarr.open_group('in.zarr', 'w').create_dataset('a', data=np.arange(10.), chunks=3)
P
copy() {
    name="iocopy $*"
    local-mpirun -n "${ranks:-1}" iocopy "$@" >said 2>&1
}
mode_is() { [ "$(stat -c %a "$1")" = "$2" ] || complain "$1 has the mode $(stat -c %a "$1"), not $2"; }

# A copy is for nobody who may not read its source (tests/hostile/rights.sh says more).
chmod 600 in.h5
for ranks in 1 2; do
    for target in t.h5 t.npy t.zarr t.cdf; do
        rm -rf t.*
        copy in.h5:/a $target || complain "failed"
        mode_is $target "$([ -d $target ] && echo 700 || echo 600)"
    done
done
rm -rf t.* && copy in.h5 t.h5 && mode_is t.h5 600
chmod 700 in.zarr
rm -rf t.* && copy in.zarr t.h5 && mode_is t.h5 600
chmod 755 in.zarr && chmod 644 in.h5
rm -rf t.* && copy in.h5 t.h5 && mode_is t.h5 644
rm -rf t.* && copy in.h5 t.zarr && mode_is t.zarr 755

# redist gives the mode that iocopy gives: of a new file, of one that it replaces, and of a file that it copies in parts.
rm -rf t.* && copy in.h5:/a raw.npy || complain "failed"
for mode in 600 664; do
    for there in '' 640; do
        for how in '' '--memory 4MiB'; do
            chmod $mode raw.npy
            rm -f t.npy r.npy
            [ -z "$there" ] || { touch t.npy r.npy && chmod "$there" t.npy r.npy; }
            copy raw.npy t.npy --force || complain "failed"
            name="redist over '$there' of $mode $how"
            # shellcheck disable=SC2086 # options are words
            local-mpirun -n 2 redist --array 'real8 A(10)' --from '(block)' --to '(cyclic)' --in raw.npy --out r.npy --force $how >said 2>&1 || complain 'failed'
            mode_is r.npy "$(stat -c %a t.npy)"
        done
    done
done
rm -f raw.npy r.npy

# --preserve: mode, times, extended attributes.
chmod 640 in.h5
touch -d '2001-02-03 04:05:06' in.h5
setfattr -n user.origin -v here in.h5 2>/dev/null || $python -c "import os; os.setxattr('in.h5', 'user.origin', b'here')" 2>/dev/null && has_attributes=1
[ "$(id -u)" != 0 ] || chown 12345:23456 in.h5
for target in t.h5 t.zarr; do
    rm -rf t.*
    copy in.h5 $target --preserve || complain "failed"
    mode_is $target "$([ -d $target ] && echo 750 || echo 640)"
    [ "$(stat -c '%Y %u %g' in.h5)" = "$(stat -c '%Y %u %g' $target)" ] || complain "$target has another owner or time"
    [ -z "${has_attributes:-}" ] || $python -c "import os; assert os.getxattr('$target', 'user.origin') == b'here'" || complain "$target has no extended attribute"
done
rm -rf t.* && copy in.h5:/a t.h5 && copy in.h5:/a t.h5:/c --preserve && complain 'preserved what is there'
grep -qF "'t.h5' is there and stays as it is; leave --preserve out" said || complain 'said something else'
[ "$(id -u)" != 0 ] || chown 0:0 in.h5

# Who lists a store finds arrays and groups only; checksums are there all the same, also those that lie beside arrays.
rm -rf t.* && copy in.h5 t.zarr || complain "failed"
[ -z "$(find t.zarr -name '*?.xxh3')" ] || complain "the store holds $(find t.zarr -name '*?.xxh3')"
[ -f t.zarr/g/b/.xxh3 ] || complain 'no checksum'
$python -c "
import zarr
z = zarr.open('t.zarr')
assert sorted(z) == ['a', 'g'] and z['a'].nchunks_initialized == z['a'].nchunks, (sorted(z), z['a'].nchunks_initialized)" 2>&1 || complain 'zarr finds something else'
copy in.h5:/a t.zarr:/more && [ -f t.zarr/more/.xxh3 ] && [ ! -e t.zarr/more.xxh3 ] || complain 'an array that was added has its checksum elsewhere'
for place in a/.xxh3 a.xxh3; do
    [ -e t.zarr/$place ] || mv t.zarr/a/.xxh3 t.zarr/$place
    rm -f t.npy
    copy t.zarr:/a t.npy || complain "failed"
    cp t.zarr/a/0 kept && printf 'x' | dd of=t.zarr/a/0 conv=notrunc 2>/dev/null
    rm -f t.npy
    copy t.zarr:/a t.npy && complain "a change was not found by $place"
    grep -q 'is not what it was' said || complain "said something else"
    cp kept t.zarr/a/0
done

# Addresses are no files.
for address in s3://bucket/a.zarr gs://bucket/a.h5:/x http://host/a.nc https://host/a.nc; do
    for words in "$address t.h5" "in.h5 $address"; do
        # shellcheck disable=SC2086
        copy $words --force
        [ $? = 2 ] && grep -qF "'$address' is an address of ${address%%:*}; only files are read and written" said || complain 'took an address for a name'
    done
done
copy file:///tmp/a.h5 t.h5
[ $? = 2 ] && grep -qF "name the file by its path, '/tmp/a.h5'" said || complain 'took file: for a name'
mkdir -p s3: && cp in.h5 s3:/x.h5 && rm -rf t.* && copy s3:/x.h5 t.h5 || complain 'a directory may be called so'

if [ $failures = 0 ]; then echo "copies are as open as their sources, and stores hold arrays alone"; fi
exit $failures
