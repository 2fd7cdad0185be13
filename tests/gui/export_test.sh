#!/bin/bash
# Pictures without a display: they appear, twice the same, and what cannot be drawn is told with exit code 2.
# What distplan draws is the same to the byte. Usage: export_test.sh DISTVIEW DATASETS SCRATCH-FOLDER DISTPLAN
set -euo pipefail
distview=$1
datasets=$2
distplan=$4
cd "$3"
rm -f ./*.png ./*.svg ./*.html
unset DISPLAY WAYLAND_DISPLAY QT_QPA_PLATFORM
failures=0

expect() {
    local code=$1
    shift
    local status=0
    "$@" >said.txt 2>&1 || status=$?
    [ $status -eq "$code" ] && return 0
    echo "FAILED: exit code $status instead of $code: $*" >&2
    cat said.txt >&2
    failures=$((failures + 1))
}

for job in fft2d triangle replicated two-arrays; do
    for kind in png svg; do
        rm -f "$job.$kind" "$job.again.$kind"
        expect 0 "$distview" --export "$job.$kind" "$datasets/jobs/$job.hpf"
        expect 0 "$distview" --export "$job.again.$kind" "$datasets/jobs/$job.hpf"
        cmp "$job.$kind" "$job.again.$kind" || failures=$((failures + 1))
    done
done
# Jobs that come with the programs are found by name.
for name in fft2d fft2d.hpf; do
    rm -f named.svg
    expect 0 "$distview" --export named.svg $name
    cmp named.svg fft2d.svg || failures=$((failures + 1))
done
QT_QPA_PLATFORM=offscreen expect 2 timeout 20 "$distview" --lesson who-owns
[ "$(wc -l <said.txt)" -eq 1 ] && grep -q "there is no lesson 'who-owns'.*who-owns-it" said.txt ||
    { echo 'FAILED: an unknown lesson is not told in a line' >&2 && failures=$((failures + 1)); }
# Nothing is written through a link, and a pipe stays a pipe.
echo mine >mine.txt && ln -sf mine.txt link.svg && rm -f pipe.svg && mkfifo pipe.svg
for place in link.svg pipe.svg; do
    expect 2 "$distview" --export $place "$datasets/jobs/fft2d.hpf"
    expect 2 "$distview" --export $place --force "$datasets/jobs/fft2d.hpf"
done
[ "$(cat mine.txt)" = mine ] && [ -p pipe.svg ] || { echo 'FAILED: wrote through a link, or over a pipe' >&2 && failures=$((failures + 1)); }
rm -f link.svg pipe.svg mine.txt
for n in 1 2; do
    expect 0 "$distview" --export "links$n.png" --view network --step 3 --algorithm pex --topology 'mesh(2,4)' "$datasets/jobs/fft2d.hpf"
done
cmp links1.png links2.png || failures=$((failures + 1))
way=(--algorithm pex --topology 'mesh(2,4)' --step 3)
machine=(--topology 'mesh(2,4)' --machine "$datasets/machines/delta.json")
both() {
    rm -f here.svg there.svg
    expect 0 "$distview" --export here.svg "$@" "$datasets/jobs/fft2d.hpf"
    expect 0 "$distplan" draw "$datasets/jobs/fft2d.hpf" "$@" --svg there.svg
    cmp here.svg there.svg || failures=$((failures + 1))
}
both --view ownership
both --view messages
both --view schedule "${way[@]}"
both --view schedule "${way[@]}" --machine "$datasets/machines/delta.json"
both --view network "${way[@]}"
both --view cost "${machine[@]}"
both --view cost --over ranks "${machine[@]}"
io() {
    rm -f here.svg there.svg
    expect 0 "$distview" --export here.svg --view io "$@" "$datasets/jobs/stripes.hpf"
    expect 0 "$distplan" io "$datasets/jobs/stripes.hpf" "$@" --svg there.svg
    cmp here.svg there.svg || failures=$((failures + 1))
}
io
io --access two-phase --domains cyclic --machine "$datasets/machines/delta.json"
io --access two-phase --domains static --step 2
io --access sieve --step 3
comm() {
    local operation=$1
    shift
    rm -f here.svg there.svg
    expect 0 "$distview" --export here.svg --view comm --operation "$operation" "$@" "$datasets/jobs/jacobi.hpf"
    expect 0 "$distplan" comm "$operation" "$datasets/jobs/jacobi.hpf" "$@" --svg there.svg
    cmp here.svg there.svg || failures=$((failures + 1))
}
comm halo
comm halo --stencil 5 --wide 3 --rank 2
comm halo --periodic 1 --step all --topology 'mesh(2,2)'
comm shift --by=2,-1 --edge torus
comm halo --stencil 5 --where 'i > 8'
comm shift --by=2,-1 --where 'i > 8'
comm send --pattern random
comm get --pattern few --step all
comm broadcast --algorithm logfan --rank 3 --step 2
comm reduce --algorithm logmw --step all
region() {
    rm -f here.svg there.svg
    expect 0 "$distview" --export here.svg --view region "$@"
    expect 0 "$distplan" region "$@" --svg there.svg
    cmp here.svg there.svg || failures=$((failures + 1))
}
region "$datasets/jobs/triangle.hpf" --set m=27
region "$datasets/jobs/matmul.hpf" --line 3
expect 0 "$distview" --help
env -u XDG_RUNTIME_DIR "$distview" --help 2>warned.txt >/dev/null
[ ! -s warned.txt ] || { echo "FAILED: help comes with a warning: $(cat warned.txt)" >&2; failures=1; }
expect 2 "$distview" --export region.png --view region --set k=3 "$datasets/jobs/triangle.hpf"
expect 2 "$distview" --export region.png --view region --line 4 "$datasets/jobs/matmul.hpf"
expect 2 "$distview" --export region.png --view region "$datasets/jobs/fft2d.hpf"
expect 2 "$distview" --export io.png --view io --line 3 "$datasets/jobs/stripes.hpf"
expect 2 "$distview" --export comm.png --view comm --operation halo --stencil 77 "$datasets/jobs/jacobi.hpf"
expect 2 "$distview" --export comm.png --view comm --operation gossip "$datasets/jobs/jacobi.hpf"
expect 2 "$distview" --export io.png --view io --step 99999 "$datasets/jobs/stripes.hpf"
expect 2 "$distview" --export io.png --view io --access nonsense "$datasets/jobs/stripes.hpf"
expect 2 "$distview" --export cost.png --view cost "$datasets/jobs/fft2d.hpf"
expect 2 "$distview" --export links.png --view network --step 30 "$datasets/jobs/fft2d.hpf"
expect 2 "$distview" --export links.png --view network --topology 'mesh(2,2)' "$datasets/jobs/fft2d.hpf"
expect 0 "$distview" --export sized.png --size 640x400 "$datasets/jobs/fft2d.hpf"
file -b sized.png 2>/dev/null | grep -q '640 x 400' || ! command -v file >/dev/null || { echo "FAILED: size" >&2; failures=1; }
expect 2 "$distview" --export picture.bmp "$datasets/jobs/fft2d.hpf"
expect 2 "$distview" --export picture.png "$datasets/jobs/absent.hpf"
expect 2 "$distview" --export picture.png --size 0x3 "$datasets/jobs/fft2d.hpf"
expect 2 "$distview" --export picture.png --view nonsense "$datasets/jobs/fft2d.hpf"
# What is there stays, unless it is told otherwise.
for target in '--export kept.png' '--screenshot kept.png'; do
    echo mine >kept.png
    # shellcheck disable=SC2086 # several words
    QT_QPA_PLATFORM=offscreen expect 2 "$distview" "$datasets/jobs/fft2d.hpf" $target
    grep -q 'exists; --force overwrites it' said.txt && [ "$(cat kept.png)" = mine ] || failures=$((failures + 1))
done
QT_QPA_PLATFORM=offscreen expect 2 "$distview" --export-lesson who-owns-it kept.png
grep -q "^distview: 'kept.png' exists; --force overwrites it$" said.txt || failures=$((failures + 1))
expect 0 "$distview" --force --export kept.png "$datasets/jobs/fft2d.hpf"
[ "$(cat kept.png | head -c 4 | tail -c 3)" = PNG ] || failures=$((failures + 1))
for broken in "$datasets"/broken/*.hpf; do
    rm -f broken.png
    expect 2 "$distview" --export broken.png "$broken"
done

# Lessons that travel.
rm -f lesson.html
expect 0 "$distview" --export-lesson who-owns-it lesson.html
grep -q '^class Play' lesson.html || { echo "FAILED: the page of a lesson has no script" >&2; failures=1; }
expect 2 "$distview" --export-lesson who-ows-it other.html
expect 2 "$distview" --export-lesson who-owns-it
[ ! -e other.html ] || { echo "FAILED: a lesson that is not there was written" >&2; failures=1; }
[ $failures -eq 0 ]
