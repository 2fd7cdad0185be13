#!/bin/bash
# What files say of arrays besides their elements goes from format to format; xarray judges: notes.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"
needs ncgen ncdump
needs_modules 'zarr, xarray, netCDF4'

copy() { made_as_told timeout 60 iocopy "$@" || complain "iocopy $* failed"; }
# loses WORDS ARGUMENTS...: it is copied, and a note says what the target does not keep.
loses() {
    local words=$1
    shift
    copy "$@"
    grep -F "does not keep" said | grep -qF -- "$words" || complain "iocopy $* did not say that it does not keep: $words"
}
keeps_all() { copy "$@" && ! grep -qF "does not keep" said || complain "iocopy $* does not keep something"; }

# A field as the field has them: packed, with fill values, times, a scalar, attributes of every type, a dimension without points.
cat >make.py <<'P'
import sys, numpy as np, netCDF4
for kind in ('NETCDF4', 'NETCDF3_CLASSIC', 'NETCDF3_64BIT_DATA'):
    d = netCDF4.Dataset(f'{kind}.nc', 'w', format=kind)
    d.title = 'a field'; d.history = 'made'; d.version = np.int16(3)
    for name, n in (('time', None), ('lat', 3), ('lon', 4), ('bnds', 2)): d.createDimension(name, n)
    def variable(name, dtype, dims, values, fill=None, **attributes):
        v = d.createVariable(name, dtype, dims, fill_value=fill)
        v.set_auto_maskandscale(False)
        v.setncatts(attributes)
        v[:] = values
    variable('time', 'f8', ('time',), [0, 31, 59, 90, 120], units='days since 2000-01-01', calendar='standard', standard_name='time')
    variable('lat', 'f4', ('lat',), [-10.5, 0, 10.5], units='degrees_north', valid_range=np.array([-90, 90], 'f4'))
    variable('lon', 'i4', ('lon',), [0, 90, 180, 270], units='degrees_east')
    t = np.arange(60, dtype='i2').reshape(5, 3, 4)
    t[2, 1] = -1
    variable('t', 'i2', ('time', 'lat', 'lon'), t, np.int16(-1), units='K', scale_factor=np.float32(0.01), add_offset=np.float32(273.15),
             long_name='Temperatur über Grund', flag=np.int8(7), levels=np.array([1, 2, 3], 'i2'), big=np.float64(1e300), odd=np.nan, empty='')
    variable('orography', 'f8', ('lat', 'lon'), np.arange(12.).reshape(3, 4) / 7, np.nan, units='m', word='NaN')
    variable('pairs', 'i4', ('lat', 'bnds'), np.arange(6).reshape(3, 2), comment='no fill value')
    d.close()
P
$python make.py || exit 1

# There and back, variable by variable: xarray finds no difference, and every attribute has its type again.
for kind in NETCDF4 NETCDF3_CLASSIC NETCDF3_64BIT_DATA; do
    back=$kind-back.nc as=
    case $kind in NETCDF3_CLASSIC) as='--as cdf1' ;; NETCDF3_64BIT_DATA) as='--as cdf5' ;; esac
    for version in 2 3; do
        for name in t orography pairs; do keeps_all $kind.nc:/$name $kind-$version.zarr:/$name --as zarr$version; done
    done
    for name in t orography pairs; do
        if [ $kind = NETCDF4 ]; then
            keeps_all $kind-2.zarr:/$name $back:/$name
            keeps_all $kind-3.zarr:/$name third-$back:/$name
            continue
        fi
        keeps_all $kind-2.zarr:/$name $name-$back:/$name $as
        keeps_all $kind-3.zarr:/$name third-$name-$back:/$name $as
        keeps_all $kind.nc:/$name $name-$kind.h5:/$name
        keeps_all NETCDF4.nc:/$name $name-$kind-of-4.nc:/$name $as
    done
done 2>&1
# A part has the coordinates of the part; turned round, names go with their dimensions.
keeps_all NETCDF4.nc:/t part.zarr:/t --section 1:5:2,0:3,1:4 --chunk 1,3,3
keeps_all NETCDF4.nc:/t turned.zarr:/u --copy 'u[x][y][t]=t[t][y][x]'
copy NETCDF4.nc:/orography flat.nc3:/orography --order fortran
# What a format has no words for is named.
loses "attributes (units, scale_factor, add_offset, long_name, flag, levels, big, odd, empty), the fill value, names of dimensions (time, lat, lon), coordinates (time, lat, lon), attributes of the file (title, history, version)" NETCDF4.nc:/t t.npy
loses 'coordinates (time, lat, lon)' NETCDF4.nc:/t alone.zarr:/
$python - <<'P' || exit 1
import zarr, h5py, numpy as np
odd = zarr.open_group('odd.zarr', mode='w')
odd.array('where', np.arange(2.))
a = odd.array('a', np.arange(3.), chunks=2)
a.attrs['nested'] = {'x': 1}; a.attrs['coordinates'] = 'where nowhere'; a.attrs['words'] = ['a', 'b']; a.attrs['missing_value'] = float('nan')
f = h5py.File('odd.h5', 'w')
f['a'] = np.arange(3.)
f['a'].attrs['pair'] = np.array((1, 2), [('x', 'i4'), ('y', 'i4')])
f['a'].attrs['names'] = ['x', 'y']; f['a'].attrs['yes'] = True; f['a'].attrs['z'] = 1 + 2j
P
loses "the attribute 'nested', the array 'where', which its attribute 'coordinates' names" odd.zarr:/a odd-back.h5:/a
loses "the attribute 'words' of 'a'" odd.zarr:/a odd-back.cdf:/a
loses "the attribute 'pair'" odd.h5:/a odd-of-h5.zarr:/a
# Another coordinate of a name that is there is refused before anything is written.
for target in part.zarr:/other NETCDF4-back.nc:/other; do
    timeout 20 iocopy NETCDF4-2.zarr:/t $target --section 0:2,0:3,1:3 >said 2>&1
    [ $? -eq 2 ] && grep -qF 'is another one in' said || complain "$target: another coordinate was not refused"
done
redist --array 'int16 t[5][3][4]' --from '(block,*,*)' --to '(*,block,*)' --in NETCDF4.nc:/t --out moved.zarr:/t >said 2>&1 || complain 'redist failed'
redist --array 'int16 t[5][3][4]' --from '(block,*,*)' --to '(*,block,*)' --in NETCDF4.nc:/t --out moved.npy >said 2>&1 || complain 'redist failed'
grep -qF "'moved.npy' does not keep attributes (units" said || complain 'redist did not say what npy does not keep'
for memory in '' '--memory 2MiB'; do
    # shellcheck disable=SC2086 # words
    redist --array 'double A[3]' --from '(block)' --to '(cyclic)' --in odd.h5:/a --out moved-odd.zarr:/a $memory --force >said 2>&1
    [ $? = 4 ] && grep -qF "does not keep the attribute 'pair'" said || complain "redist does not end with 4 ($memory)"
done

cat >judge.py <<'P'
import sys, warnings, numpy as np, xarray, netCDF4, h5py, zarr
failed = []
def check(good, what):
    if not good: failed.append(what)
def identical(a, b, what, drop=()):
    a, b = a.load(), b.load()
    if not a.drop_vars(drop).identical(b.drop_vars(drop)):
        from xarray.testing import assert_identical
        try: assert_identical(a.drop_vars(drop), b.drop_vars(drop))
        except AssertionError as error: failed.append(f'{what}: {error}')
def types(path, name, other, their_name=None):
    a, b = netCDF4.Dataset(path)[name], netCDF4.Dataset(other)[their_name or name]
    for key in a.ncattrs():
        x, y = a.getncattr(key), b.getncattr(key) if key in b.ncattrs() else None
        check(type(x) is type(y) and getattr(x, 'dtype', 0) == getattr(y, 'dtype', 0), f'{other}: {name}:{key} is {type(y)}, not {type(x)}')
    check(a.dimensions == b.dimensions and a.dtype.newbyteorder('=') == b.dtype.newbyteorder('='), f'{other}: {name} has {b.dimensions} {b.dtype}')
for kind in ('NETCDF4', 'NETCDF3_CLASSIC', 'NETCDF3_64BIT_DATA'):
    whole = xarray.open_dataset(f'{kind}.nc')
    for decoded in (True, False):
        first, second = xarray.open_dataset(f'{kind}.nc', mask_and_scale=decoded), xarray.open_zarr(f'{kind}-2.zarr', mask_and_scale=decoded)
        check(np.isnan(first.t.attrs.pop('odd')) and second.t.attrs.pop('odd') == 'NaN', 'JSON has no NaN')
        identical(first, second, f'{kind} to Zarr')
    if kind == 'NETCDF4':
        for back in (f'{kind}-back.nc', f'third-{kind}-back.nc'):
            identical(whole, xarray.open_dataset(back), back)
            for name in ('t', 'orography', 'pairs', 'time', 'lat', 'lon'): types('NETCDF4.nc', name, back)
        continue
    for name in ('t', 'orography', 'pairs'):
        alone = whole.drop_vars([v for v in whole.data_vars if v != name])
        alone = alone.drop_vars([c for c in alone.coords if c not in alone[name].dims])
        for path in (f'{name}-{kind}-back.nc', f'third-{name}-{kind}-back.nc', f'{name}-{kind}.h5', f'{name}-{kind}-of-4.nc'):
            identical(alone, xarray.open_dataset(path), path)
            types(f'{kind}.nc', name, path)
field = xarray.open_dataset('NETCDF4.nc')
def without_odd(dataset):
    dataset.t.attrs.pop('odd')
    return dataset
identical(without_odd(field[['t']].isel(time=slice(1, 5, 2), lon=slice(1, 4)).copy(deep=True)), without_odd(xarray.open_zarr('part.zarr')), 'part')
turned = xarray.open_zarr('turned.zarr')
check(turned.u.dims == ('lon', 'lat', 'time') and turned.u.transpose('time', 'lat', 'lon').drop_vars(()).equals(field.t), 'turned')
flat = xarray.open_dataset('flat.nc3').orography
check(flat.dims == ('lon', 'lat') and flat.T.identical(field.orography), 'flat.nc3')
identical(without_odd(field[['t']].copy(deep=True)), without_odd(xarray.open_zarr('moved.zarr')), 'moved')
odd = h5py.File('odd-back.h5')['a']
check(list(odd.attrs['words']) == ['a', 'b'] and np.isnan(odd.attrs['missing_value']).all(), 'odd-back.h5')
of_h5 = zarr.open('odd-of-h5.zarr')['a'].attrs
check(of_h5['names'] == ['x', 'y'] and of_h5['yes'] is True and of_h5['z'] == [1.0, 2.0], f'odd-of-h5.zarr {dict(of_h5)}')
print('\n'.join(failed))
sys.exit(1 if failed else 0)
P
$python judge.py >said 2>&1 || complain "xarray has found:"

# The fill value of letters is a letter for netCDF, not a text of any length; also the one that is zero.
printf '%s\n' 'netcdf letters { dimensions: n = 3 ;' 'variables: char v(n) ; v:_FillValue = "x" ; char z(n) ; z:_FillValue = "\000" ;' \
    'data: v = "abx" ; z = "q" ; }' >letters.cdl
ncgen -3 -o letters.nc letters.cdl
keeps_all letters.nc letters.h5
keeps_all letters.nc letters.zarr
keeps_all letters.zarr letters-again.h5
keeps_all letters.h5 letters.cdf
for made in letters.h5 letters-again.h5 letters.cdf; do
    cmp <(ncdump letters.nc | tail -n +2) <(ncdump $made | tail -n +2) || complain "$made has other fill values of letters"
done

if [ $failures = 0 ]; then echo "xarray finds what was there in every format"; fi
exit $failures
