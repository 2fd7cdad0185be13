#!/bin/bash
# What files say of their groups goes from format to format, or is told: groups.sh BINDIR SCRATCH-FOLDER
# The judges are h5py and Python's json: attributes of the root and of groups, those of a kind that only Zarr has, and empty groups.
. "$(dirname "$0")/begin.sh" "$1" "$2"
needs_modules h5py,numpy

# `ends`: what it ends with, where that is not 0.
copy() {
    timeout 60 iocopy "$@" --verify >said 2>&1
    [ $? = ${ends:-0} ] || complain "iocopy $* failed, or does not end with exit code ${ends:-0}"
}
says() { grep -qF -- "$1" said || complain "did not say: $1"; }
silent() { ! grep -q '^iocopy: ' said || complain "said something"; }
# same FILE FILE..: each has the groups and attributes of the first, in the eyes of judge.py.
same() { $python judge.py "$@" || complain "not the same: $*"; }

cat >judge.py <<'P'
import json, os, sys
import h5py
import numpy as np

def plain(value):
    value = value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    return value.decode() if isinstance(value, bytes) else value

def of_hdf5(path):
    with h5py.File(path) as file:
        groups = {'/': file}
        file.visititems(lambda name, node: groups.update({'/' + name: node}) if isinstance(node, h5py.Group) else None)
        return {name: {key: plain(value) for key, value in group.attrs.items()} for name, group in groups.items()}

def of_zarr(store):
    groups = {}
    for folder, _, files in os.walk(store):
        name = '/' + os.path.relpath(folder, store) if folder != store else '/'
        if '.zgroup' in files:
            there = '.zattrs' in files
            groups[name] = json.load(open(folder + '/.zattrs')) if there else {}
        elif 'zarr.json' in files:
            node = json.load(open(folder + '/zarr.json'))
            if node['node_type'] == 'group': groups[name] = node['attributes']
    return groups

found = [of_zarr(each) if os.path.isdir(each) else of_hdf5(each) for each in sys.argv[1:]]
for name, each in zip(sys.argv[2:], found[1:]):
    if each != found[0]: sys.exit(f'{sys.argv[1]}: {found[0]}\n{name}: {each}')
P
cat >make.py <<'P'
import h5py, json, os, numpy as np
with h5py.File('plain.h5', 'w') as file:
    file.attrs['title'] = 'root'
    for name in 'ab':
        group = file.create_group(name)
        group.attrs['note'] = 'of ' + name
        group.attrs['level'] = np.int32(7)
        group['v'] = np.arange(5.)
    file.create_group('a/inner/empty').attrs['only'] = 2.5
    file.create_group('silent')
with h5py.File('one.h5', 'w') as file:
    file['g/v'] = np.arange(5)
    file['g'].attrs['note'] = 'of g'
    file.create_group('empty').attrs['only'] = 'q'
with h5py.File('many.h5', 'w') as file:
    for name in ('early', 'late/inner'):
        group = file.create_group(name, track_order=True)
        for i in range(40, 0, -1):
            group[f'v{i}'] = np.arange(i)
            group.create_group(f'g{i}')
with h5py.File('odd.h5', 'w') as file:
    file['g/v'], file['g/w'] = np.arange(5), np.arange(6)
    file['g'].attrs['link'] = file['g/v'].ref
    file.attrs['link'] = file['g/v'].ref
def node(path, version, attributes, kind='group', **more):
    os.makedirs(path, exist_ok=True)
    if version == 3:
        return json.dump({'zarr_format': 3, 'node_type': kind, 'attributes': attributes, **more}, open(path + '/zarr.json', 'w'))
    json.dump(attributes, open(path + '/.zattrs', 'w'))
    json.dump({'zarr_format': 2, **more}, open(path + ('/.zgroup' if kind == 'group' else '/.zarray'), 'w'))
scales = [{'version': '0.4', 'datasets': [{'path': '0'}, {'path': '1'}], 'scale': [1]}]
node('image.zarr', 2, {'multiscales': scales, 'one': [1], 'big': 2**63})
for name in '01':
    node('image.zarr/' + name, 2, {'deep': {'k': [1, None]}}, 'array', shape=[4], chunks=[4], dtype='<i4', fill_value=0, order='C',
         compressor=None, filters=None)
    np.arange(4, dtype='<i4').tofile(f'image.zarr/{name}/0')
node('image.zarr/labels', 2, {'labels': [{'a': 1}]})
node('image.zarr/labels/none', 2, {})
P
$python make.py || exit 1

# There and back, by way of every format that has groups; files of several arrays and of one.
for source in plain one; do
    copy $source.h5 $source.zarr && silent
    copy $source.zarr ${source}3.zarr --as zarr3 && silent
    copy ${source}3.zarr ${source}_back.h5 && silent
    same $source.h5 $source.zarr ${source}3.zarr ${source}_back.h5
done
grep -q '"note": *"of a"' plain.zarr/.zmetadata || complain 'the consolidated metadata do not know a group'

# Groups of many links, which HDF5 keeps in a heap; in their order.
copy many.h5 many2.h5 && silent
same many.h5 many2.h5
h5diff many.h5 many2.h5 >/dev/null || complain 'groups of many links came out otherwise'
$python - <<'P' || complain 'groups of many links lost their order'
import h5py
with h5py.File('many.h5') as old, h5py.File('many2.h5') as new:
    for name in ('early', 'late/inner'):
        assert list(old[name]) == list(new[name]), name
P

# From store to store word for word, of both versions; elsewhere what only Zarr can say is told, once.
copy image.zarr image2.zarr --chunk 2 && silent
copy image.zarr image3.zarr --as zarr3 && silent
same image.zarr image2.zarr image3.zarr
ends=4 copy image.zarr image.h5
says "the attribute 'multiscales' of the file"
says "the attribute 'labels' of the group '/labels'"
says "the attribute 'deep'"
[ "$(grep -o multiscales said | wc -l)" = 1 ] || complain 'told the attribute of the file more than once'

# What HDF5 alone knows, and formats without groups.
ends=4 copy odd.h5 odd.zarr
says "the attribute 'link' of the group '/g'"
says "the attribute 'link' of the file"
timeout 20 iocopy plain.h5 flat.cdf >said 2>&1 && complain 'made groups in a classic file'
says 'classic netCDF files have no groups'
copy one.h5 one.npy
says "the group '/g' (note)"
says "the group '/empty' (only)"

if [ $failures = 0 ]; then echo "groups are kept, or told"; fi
exit $failures
