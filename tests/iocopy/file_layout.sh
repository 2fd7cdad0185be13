#!/bin/bash
# How iocopy lays a new HDF5 file out, as h5repack does when asked for the same: file_layout.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"

$python - <<'P' || exit 1
import h5py, numpy as np
with h5py.File('in.h5', 'w') as f:
    f.create_dataset('a', data=np.arange(60000.).reshape(300, 200), chunks=(100, 200), compression='gzip')
    f.create_dataset('g/b', data=np.arange(5000, dtype='i2')).attrs['units'] = 'm'
    f['c'] = np.arange(200000, dtype='i4')
np.save('n.npy', np.arange(30000.).reshape(300, 100))
open('front', 'wb').write(b'a grid of 1987.\n' * 64) # as long as its room: h5repack 1.10.8 never ends otherwise
open('short', 'wb').write(b'a grid of 1987\n' * 50)
P
superblock() { h5dump -B -H "$1" 2>/dev/null | sed -n '/SUPER_BLOCK/,/^}/p' | sed '/^GROUP/,$d'; }
like_repacked() { # OPTIONS-OF-H5REPACK OPTIONS...
    local theirs=$1
    shift
    rm -f theirs.h5 ours.h5
    # shellcheck disable=SC2086 # several words
    h5repack $theirs in.h5 theirs.h5 >said 2>&1 || complain "h5repack $theirs failed"
    timeout 60 local-mpirun -n "${ranks:-1}" iocopy in.h5 ours.h5 "$@" --verify -q >said 2>&1 || complain "iocopy $* failed"
    h5diff in.h5 ours.h5 >said 2>&1 || complain "$*: HDF5 reads something else"
    [ "$(superblock theirs.h5)" = "$(superblock ours.h5)" ] || complain "$*: $(diff <(superblock theirs.h5) <(superblock ours.h5))"
}

# The version of the superblock tells what may be in the file; newer ones keep chunks in other indices.
like_repacked '-j 1 -k 2' --libver v18
ranks=3 like_repacked '-L' --libver latest
like_repacked '-j 0 -k 1' --libver earliest,v18
like_repacked '-j 2 -k 2' --libver latest,latest --chunk 'a:37,200' --compress 'a:szip'
ranks=2 like_repacked '-S PAGE -G 8192' --page 8KiB
like_repacked '-S PAGE -G 65536' --page 64KiB --chunk 'g/b:900' --deflate 'g/b:1'
like_repacked '-u front -b 1024' --user-block front
cmp -n 1024 front ours.h5 || complain 'what stands in front is another file'
iocopy ours.h5 again.h5 -q && cmp -n 1024 ours.h5 again.h5 || complain 'a whole copy does not keep what stands in front'
ranks=2 like_repacked '-t 1000 -a 4096' --align 4096,1000
offsets() { h5dump -pH "$1" | awk '/OFFSET/ { print $2 }'; }
for offset in $(offsets ours.h5); do [ $((offset % 4096)) = 0 ] || complain "something begins at $offset"; done

# What is long begins with a page of memory without being asked.
random_bytes 1200000 >long.raw
local-mpirun -n 2 iocopy long.raw long.h5:/x --array 'int8 x[1200000]' --chunk none -q || complain 'a long array failed'
[ $(($(offsets long.h5) % 4096)) = 0 ] || complain "a long array begins at $(offsets long.h5)"

# Of one array, from another format; killed and resumed the file is laid out alike.
for options in '--libver v18' '--page 4096' '--align 64KiB' '--user-block short'; do
    rm -f one.h5
    # shellcheck disable=SC2086
    local-mpirun -n 2 iocopy n.npy one.h5:/x $options --chunk 50,100 --deflate 1 --verify -q >said 2>&1 || complain "$options failed"
    [ "$options" != '--user-block short' ] || cmp -n 750 short one.h5 || complain 'something else stands in front'
    made iocopy one.h5:/x back.npy -q --force && cmp n.npy back.npy || complain "$options: something else came back"
done

refused() { # WORDS ARGUMENTS...
    local words=$1
    shift
    timeout 20 iocopy "$@" >said 2>&1
    [ $? = 2 ] && [ "$(wc -l <said)" = 1 ] && grep -qF -- "$words" said && [ ! -e no.h5 ] || complain "$* is not refused as it should be"
}
refused "expected earliest, v18, v110 or latest, not 'v19'" in.h5 no.h5 --libver v19
refused 'no files of versions from latest to v18' in.h5 no.h5 --libver latest,v18
refused 'HDF5 has pages from 512 bytes' in.h5 no.h5 --page 100
refused 'does not align what lies in pages' in.h5 no.h5 --page 4096 --align 4096
refused 'is no file' in.h5 no.h5 --user-block nowhere
refused "expected a size, such as 1MiB, not 'much'" in.h5 no.h5 --align much
refused '--page is for HDF5 files' in.h5:/a no.npy --page 4096
refused 'stays laid out as it is' n.npy in.h5:/new --libver latest

if [ $failures = 0 ]; then echo 'files are laid out as they were asked for'; fi
exit $failures
