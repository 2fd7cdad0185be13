#!/bin/bash
# netCDF's classic files, read and written beside the tools of netCDF and PnetCDF: classic.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/begin.sh" "$1" "$2"
needs ncgen nccopy ncdump ncvalidator cdfdiff

copy() { made timeout 60 local-mpirun -n "${ranks:-1}" iocopy "$@" --quiet >said 2>&1 || complain "iocopy $* failed"; }
data_of() { ncdump -v "$2" "$1" | sed -n '/^data:/,$p' | grep -v '^}'; }
same_data() { diff <(data_of "$1" "$3") <(data_of "$2" "$3") >said || complain "ncdump: $3 differs in $1 and $2"; }
valid() { ncvalidator -q "$1" >said 2>&1 || complain "ncvalidator: $1"; }
refuses() {
    local words=$1
    shift
    timeout 20 iocopy "$@" >said 2>&1
    [ $? -eq 2 ] || complain "iocopy $*: exit code 2 was expected"
    [ "$(wc -l <said)" = 1 ] && grep -qF -- "$words" said || complain "iocopy $* did not say in one line: $words"
}

# Fixed variables, and record variables whose slabs are padded.
{
    echo 'netcdf field { dimensions: lon = 5 ; lat = 3 ; time = UNLIMITED ;'
    echo 'variables: float lon(lon) ; double time(time) ; byte flag(time, lat, lon) ; flag:units = "1" ;'
    echo 'short t(time, lat, lon) ; t:units = "K" ; t:scale_factor = 0.01 ; t:_FillValue = -1s ;'
    echo 'float orography(lat, lon) ; char name(lat) ; :title = "a test" ; data:'
    echo "lon = $(seq -s, 0 9 44); time = $(seq -s, 1 4); t = $(seq -s, 1 60); orography = $(seq -s, 1 15); name = \"abc\";"
    echo "flag = $(seq -s, 1 60); }"
} >field.cdl
# One record variable, of two bytes: its slabs are not padded.
echo 'netcdf one { dimensions: x = 3 ; time = UNLIMITED ; variables: short s(time, x) ; s:a = 1s, 2s ; data: s = 1,2,3,4,5,6,7,8,9; }' >one.cdl
for kind in nc3 nc6 nc5; do
    ncgen -k $kind -o field$kind.nc field.cdl && ncgen -k $kind -o one$kind.nc one.cdl || exit 1
    for variable in t flag time orography lon; do copy field$kind.nc:/$variable out$kind-$variable.h5:/$variable; done
    for variable in t flag time orography lon; do same_data field$kind.nc out$kind-$variable.h5 $variable; done
    copy one$kind.nc out$kind-one.h5:/s
    same_data one$kind.nc out$kind-one.h5 s
    # From one of these to another: attributes, names and the record dimension are kept.
    case $kind in nc3) version=1 ;; nc6) version=2 ;; *) version=5 ;; esac
    ranks=2 copy field$kind.nc:/t t$kind.nc:/t --as cdf$version --verify
    copy one$kind.nc:/s s$kind.cdf:/s --as cdf$version
    valid t$kind.nc && valid s$kind.cdf
    same_data field$kind.nc t$kind.nc t
    same_data one$kind.nc s$kind.cdf s
    [ "$(ncdump -k t$kind.nc)" = "$(ncdump -k field$kind.nc)" ] || complain "t$kind.nc is of the kind $(ncdump -k t$kind.nc)"
    ncdump -h t$kind.nc | grep >/dev/null 'time = UNLIMITED ; // (4 currently)' || complain "t$kind.nc has no records"
    ncdump -h t$kind.nc | grep >/dev/null 't:scale_factor = 0.01' || complain "t$kind.nc has lost an attribute"
    cdfdiff -v s one$kind.nc s$kind.cdf >said 2>&1 || complain "cdfdiff: s$kind.cdf differs"
done
# Names behind which a zero was counted, as old writers did, and dimensions that no variable has.
echo 'netcdf old { dimensions: ii = 3 ; unused = 7 ; variables: short yyq(ii) ; short other(ii) ; data: yyq = 1, 2, 3 ; other = 4, 5, 6 ; }' >old.cdl
ncgen -k nc3 -o old.nc old.cdl && LC_ALL=C sed -i 's/yyq/yy\x00/' old.nc || exit 1
for target in old.zarr old.h5 oldcopy.cdf; do
    iocopy old.nc $target >said 2>&1
    [ $? = $([ $target = old.zarr ] && echo 4 || echo 0) ] || complain "iocopy old.nc $target: the exit code does not say what is lost"
    told=$(grep -c "the dimension 'unused', which no variable has" said)
    [ $target = old.zarr ] || ncdump -h $target | grep >/dev/null 'unused = 7 ;' || complain "$target: a dimension is gone"
    [ $told = $([ $target = old.zarr ] && echo 1 || echo 0) ] || complain "$target: what is lost is not what is told"
done
same_data old.nc old.h5 yy && same_data old.nc oldcopy.cdf yy && [ -d old.zarr/yy ] && valid oldcopy.cdf || complain 'a name with a zero at its end'
iocopy old.h5 again.h5 >said 2>&1 && iocopy again.h5:/yy again.cdf >>said 2>&1 || complain 'netCDF-4 again'
ncgen -4 -o old4.nc old.cdl && iocopy old4.nc old4.cdf >said 2>&1 && ncdump -h old4.cdf | grep >/dev/null 'unused = 7 ;' || complain 'an unused dimension of netCDF-4 is gone'
echo 'netcdf spare { dimensions: x = 2 ; u = UNLIMITED ; t = 3 ; variables: int v(x) ; v:n = 1 ; int t(x) ; data: v = 1, 2 ; t = 3, 4 ; }' >spare.cdl
ncgen -k nc3 -o spare.nc spare.cdl && iocopy spare.nc spare.cdf >said 2>&1 || complain 'a file with unused dimensions was not copied'
iocopy spare.nc spare.h5 >said 2>&1
[ $? = 4 ] || complain 'a dimension that is lost is not in the exit code'
ncdump -h spare.cdf | grep >/dev/null 'u = UNLIMITED' && ncdump -h spare.h5 | grep >/dev/null 'u = UNLIMITED' || complain 'an unlimited dimension without variables is gone'
grep -q "'spare.h5' does not keep the dimension 't', which no variable has" said || complain 'a dimension whose name is taken is lost without a word'
valid spare.cdf
# Dimensions and variables keep their order, whoever uses them first, and whatever the alphabet says.
echo 'netcdf turned { dimensions: z = 2 ; free = 6 ; y = 3 ; x = 4 ; variables: short w(x, y) ; short u(y, z) ; float y(y) ; data: w = 1 ; }' >turned.cdl
header_of() { ncdump -h "$1" | grep -v '^netcdf\|global attributes\|_NCProperties'; }
ncgen -k nc3 -o turned.nc turned.cdl && ncgen -4 -o turned4.nc turned.cdl || exit 1
for pair in 'turned.nc turned.cdf' 'turned.nc turned.h5' 'turned.h5 back.cdf' 'turned4.nc from4.cdf' 'turned4.nc again4.nc'; do
    read -r source target <<<"$pair"
    copy $source $target --verify
    diff <(header_of turned.nc) <(header_of $target) >said || complain "$target: dimensions or variables in another order"
done
valid turned.cdf && valid back.cdf
# Attributes keep their bytes from one of these files to another: zeros at their end, and texts that are no UTF-8.
echo 'netcdf bytes { dimensions: n = 2 ; variables: short v(n) ; v:units = "Kq" ; short w(n) ; :title = "caf qq" ; data: v = 1, 2 ; w = 3, 4 ; }' >bytes.cdl
ncgen -k nc3 -o bytes.nc bytes.cdl && LC_ALL=C sed -i 's/Kq/K\x00/; s/ qq/\xe9qq/' bytes.nc || exit 1
iocopy bytes.nc bytescopy.cdf >said 2>&1 || complain 'iocopy bytes.nc failed'
grep -q 'attributes of groups' said && complain 'groups are spoken of, of which there are none'
cdfdiff bytes.nc bytescopy.cdf >said 2>&1 || complain 'cdfdiff: attributes have other bytes'
iocopy bytes.nc:/v bytesone.cdf >said 2>&1 && cdfdiff -v v bytes.nc bytesone.cdf >said 2>&1 || complain 'cdfdiff: attributes of one variable have other bytes'
copy bytes.nc bytes.h5
ncdump -h bytes.h5 | grep >/dev/null 'title = "caféqq"' || complain 'a text of Latin-1 is another one'
# A record dimension that has no records yet.
echo 'netcdf begun { dimensions: n = 2 ; time = UNLIMITED ; variables: short v(time, n) ; short w(n) ; double time(time) ; data: w = 3, 4 ; }' >begun.cdl
ncgen -k nc3 -o begun.nc begun.cdl || exit 1
for target in begun.cdf begun4.nc; do
    ranks=2 copy begun.nc $target --verify
    ncdump -h $target | grep >/dev/null 'time = UNLIMITED ; // (0 currently)' || complain "$target has other records"
    same_data begun.nc $target w
done
valid begun.cdf
copy begun4.nc begunagain.cdf
valid begunagain.cdf && cdfdiff begun.cdf begunagain.cdf >said 2>&1 || complain 'cdfdiff: a file without records comes back as another one'
# A copy keeps the format's version, unless another one is asked for.
for version in 5 2; do
    rm -f version.cdf version2.cdf
    copy begun.cdf version.cdf --as cdf$version
    copy version.cdf version2.cdf
    [ "$(head -c 4 version2.cdf)" = "$(printf "CDF\\$version")" ] || complain "CDF-$version becomes another version"
done
copy version.cdf version2.cdf --as cdf1 --force && [ "$(head -c 4 version2.cdf)" = "$(printf 'CDF\1')" ] || complain 'not CDF-1'
# From HDF5 and back, chunked there; types that are new in CDF-5.
copy outnc3-t.h5:/t t.h5:/t --chunk 2,2,2 --deflate 1
copy t.h5:/t again.nc:/t --as cdf2
valid again.nc && same_data again.nc fieldnc3.nc t
copy fieldnc3.nc:/orography o.npy
copy o.npy o.cdf:/orography
copy o.cdf:/orography o2.npy
cmp o.npy o2.npy || complain 'o.npy and o2.npy differ'
redist --array 'int16 t[4][3][5]' --from '(block,*,*)' --to '(*,block,*)' --in fieldnc3.nc:/t --out redist.cdf:/t --quiet >said 2>&1 || complain 'redist failed'
same_data redist.cdf fieldnc3.nc t && valid redist.cdf
refuses "'fieldnc3.nc' has no variable '/oro'" fieldnc3.nc:/oro out.npy
refuses '--chunk is for HDF5 files and Zarr stores' t.h5:/t c.cdf:/t --chunk 1,1,1
refuses "holds flag, orography, name besides, which would be lost" tnc3.nc:/t fieldnc3.nc:/t --force

# Cut short: in the header, in the data.
head -c 60 onenc3.nc >bad.nc
refuses 'it ends within its header' bad.nc:/s out.npy
head -c 120 fieldnc3.nc >bad.nc && head -c -8 fieldnc3.nc >cut.nc
refuses "'cut.nc' is cut short: '/t' ends at byte" cut.nc:/t out.npy

if [ $failures = 0 ]; then echo "netCDF and PnetCDF read what was written, and what they wrote was read"; fi
exit $failures
