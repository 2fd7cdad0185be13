#!/bin/bash
# Arrays that a target cannot have as they are: right, or refused in one line with nothing left, or told: told.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"
needs_modules 'h5py, zarr'

copy() { made_as_told timeout 60 iocopy "$@" --verify || complain "iocopy $* failed"; }
says() { grep -qF -- "$1" said || complain "did not say: $1"; }
silent() { ! grep -q '^iocopy: ' said || complain "said something"; }
# refuses WORDS ARGUMENTS...: exit code 2, one line, and nothing called new is there.
refuses() {
    local words=$1
    shift
    timeout 20 iocopy "$@" >said 2>&1
    [ $? = 2 ] && [ "$(wc -l <said)" = 1 ] && grep -qF -- "$words" said || complain "iocopy $* did not say: $words"
    [ -z "$(find . -maxdepth 1 -name '*new*')" ] || complain "iocopy $* left something"
}
# is EXPRESSION: in h5py's eyes, of the file new.h5.
is() { $python -c "import h5py, numpy as np; f = h5py.File('new.h5'); assert $1, $1" 2>&1 || complain "new.h5 is not so: $1"; }
again() { rm -rf ./new* .new*; }

cat >make.py <<'P'
import h5py, numpy as np
from h5py import h5d, h5p, h5s, h5t
with h5py.File('part.h5', 'w') as f: f['d'] = np.arange(20, dtype='i4').reshape(4, 5)
with h5py.File('virtual.h5', 'w') as f:
    settings = h5p.create(h5p.DATASET_CREATE)
    space = h5s.create_simple((4, 5), (h5s.UNLIMITED, 5))
    space.select_hyperslab((0, 0), (1, 1), (1, 1), (4, 5))
    settings.set_virtual(space, b'part.h5', b'd', h5s.create_simple((4, 5)))
    h5d.create(f.id, b'v', h5t.NATIVE_INT32, h5s.create_simple((4, 5), (h5s.UNLIMITED, 5)), settings)
with h5py.File('bounded.h5', 'w') as f: f.create_dataset('b', data=np.arange(5), maxshape=(7,), chunks=(7,))
def passed(f, name, *filters):
    settings = h5p.create(h5p.DATASET_CREATE)
    settings.set_chunk((10,))
    for each in filters: getattr(settings, 'set_' + each[0])(*each[1:])
    made = h5d.create(f.id, name, h5t.NATIVE_INT32, h5s.create_simple((100,)), settings)
    made.write(h5s.ALL, h5s.ALL, np.arange(100, dtype='i4'))
with h5py.File('order.h5', 'w') as f:
    passed(f, b'usual', ('shuffle',), ('deflate', 4), ('fletcher32',))
    passed(f, b'turned', ('fletcher32',), ('deflate', 4), ('shuffle',))
with h5py.File('group.h5', 'w') as f:
    f['g/x'] = np.arange(6)
    f['y'] = np.arange(4.)
with h5py.File('long.h5', 'w') as f:
    f['small'] = np.arange(3)
    h5d.create(f.id, b'long', h5t.NATIVE_INT32, h5s.create_simple((2**33, 2**28 + 1)))
with h5py.File('pairs.h5', 'w') as f:
    f['p'] = np.array([(i, i / 3) for i in range(10)], [('a', '<i4'), ('b', '<f8')])
    f['x'] = np.arange(5)
    f['o'] = np.array([b'abc\0\1'] * 4, 'V5')
P
$python make.py || exit 1

# The unlimited dimension of a virtual dataset stays one, in chunks; without them a note says that it does not.
again && copy virtual.h5:/v new.h5 && silent
is "f['v'].maxshape == (None, 5) and (f['v'][...] == np.arange(20).reshape(4, 5)).all()"
again && copy virtual.h5:/v new.h5 --chunk none && says 'does not keep the unlimited dimension 1 of /v'
is "f['v'].maxshape == (4, 5) and (f['v'][...] == np.arange(20).reshape(4, 5)).all()"

# --resume finds a copy that is finished. What is there and is another array, or older than its source, is refused.
again && copy part.h5 new.h5
inode=$(stat -c %i new.h5)
for source in part.h5 part.h5:/d; do
    timeout 20 iocopy $source new.h5 --resume >said 2>&1 || complain "$source: a finished copy is refused"
    says 'is complete and no older than' && [ "$(stat -c %i new.h5)" = "$inode" ] || complain "$source: a finished copy is made again"
done
timeout 20 iocopy group.h5:/y new.h5:/d --resume >said 2>&1
[ $? = 2 ] && says "'new.h5' exists" || complain 'another array counts as finished'
timeout 20 iocopy part.h5 new.h5 >said 2>&1
[ $? = 2 ] && says "'new.h5' exists" || complain 'without --resume a target counts as finished'
touch part.h5
timeout 20 iocopy part.h5 new.h5 --resume >said 2>&1
[ $? = 2 ] && says "'new.h5' is older than 'part.h5'; --force replaces it" || complain 'an old target counts as finished'

# A chunk as long as an array may become, which is longer than it is.
again && copy bounded.h5:/b new.h5 && is "f['b'].maxshape == (7,) and (f['b'][...] == np.arange(5)).all()"
again && copy bounded.h5:/b new.h5 --section 1:3 && is "(f['b'][...] == [1, 2]).all()"
again && refuses 'the chunk is 10 long in dimension 1' bounded.h5:/b new.h5 --chunk 10

# Filters have one order here. Another order is a loss, except where HDF5 copies the variable as it is.
again && copy order.h5:/usual new.h5 && silent
again && copy order.h5:/turned new.h5 && says 'does not keep the filter order: filter 3 (fletcher32), filter 1 (deflate), filter 2 (shuffle)'
is "(f['turned'][...] == np.arange(100)).all()"
again && copy order.h5 new.h5 && silent
is "[f['turned'].id.get_create_plist().get_filter(i)[0] for i in range(3)] == [3, 1, 2]"

# Who is not told where to puts an array in its group, in formats that have any.
again && copy group.h5:/g/x new.h5 && silent && is "list(f) == ['g']"
again && copy group.h5:/g/x new.zarr && silent && [ -f new.zarr/g/x/.zarray ] || complain 'put /g/x elsewhere'
copy new.zarr again.h5 && silent && mv again.h5 new.h5 && is "list(f) == ['g'] and (f['g/x'][...] == np.arange(6)).all()"
again && copy group.h5:/g/x new.cdf && says "'/g/x' is called '/x' in 'new.cdf', without its group"
again && copy group.h5:/g/x only.h5 && refuses "the group of '/g/x', which is '/x' now" only.h5 new.cdf --strict
again && copy group.h5:/g/x new.zarr:/g/x && ! grep -q 'is called' said || complain 'told a name that was asked for'
again && copy group.h5:/y new.cdf && ! grep -q 'is called' said || complain 'told a name that stays'

# More elements than anybody can have.
for target in new.cdf new.zarr new.h5 new.npy; do
    again && refuses "'long.h5:/long' has {8589934592,268435457} elements of 4 bytes, more than 64 bits can count" long.h5:/long $target
done
again && refuses '--exclude leaves it out, --skip-unknown all such' long.h5 new.zarr

# Structures have no word in version 3, opaque bytes have: both ways, as whole files.
again && refuses "'/p': Zarr stores of version 3 have no word for elements with fields (a int32, b float64); --as zarr2 has" pairs.h5 new.zarr --as zarr3
again && refuses 'Zarr stores of version 3 have no word for elements with fields' pairs.h5:/p new.zarr --as zarr3
again && refuses "'/o': classic netCDF files cannot hold elements of type V5" pairs.h5 new.cdf
again && timeout 20 iocopy pairs.h5 new.cdf --skip-unknown >said 2>&1
[ $? = 4 ] && says "'/o', which is left out: classic netCDF files cannot hold elements of type V5" && [[ $(ncdump -h new.cdf) = *"x("* ]] || complain 'left out something else'
refuses_left=$(timeout 20 iocopy pairs.h5 other.cdf --skip-unknown --strict 2>&1) && complain 'left out what --strict keeps'
again && copy pairs.h5 new.zarr --as zarr3 --exclude p && copy new.zarr new.h5
is "{'o', 'x'} <= set(f) and f['o'][0].tobytes() == b'abc\0\1' and (f['x'][...] == np.arange(5)).all()"
again && copy pairs.h5 new.zarr --as zarr2 && refuses_left=$(timeout 20 iocopy new.zarr other.zarr --as zarr3 2>&1) && complain 'made structures of version 3'
[[ $refuses_left = *"have no word for elements with fields"* ]] && [ ! -e other.zarr ] || complain "said of structures from version 2 to 3: $refuses_left"
copy new.zarr new.h5 && is "f['p'].dtype.names == ('a', 'b') and (f['p']['a'] == np.arange(10)).all() and (f['p']['b'] == np.arange(10) / 3).all()"
again && mkdir -p new_in.zarr/s && echo '{"zarr_format":3,"node_type":"group","attributes":{}}' >new_in.zarr/zarr.json
cat >new_in.zarr/s/zarr.json <<'J'
{"zarr_format":3,"node_type":"array","shape":[4],"data_type":{"name":"structured","configuration":{"fields":[["a","int32"],["b","float64"]]}},
 "chunk_grid":{"name":"regular","configuration":{"chunk_shape":[4]}},"chunk_key_encoding":{"name":"default","configuration":{"separator":"/"}},
 "fill_value":"AAAAAAAAAAAAAAAA","codecs":[{"name":"bytes","configuration":{"endian":"little"}}],"attributes":{}}
J
mv new_in.zarr structured.zarr
refuses 'structured' structured.zarr new.h5
refuses 'structured' structured.zarr:/s new.h5

if [ $failures = 0 ]; then echo "what cannot be kept is told or refused"; fi
exit $failures
