#!/bin/bash
# Scratch files in a folder of their own: who goes on finds them without being told where, who begins again removes them, and what is
# said of them is so. A slow disk (the shim) leaves time for kills. Usage: scratch_places.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"

random_bytes 6000000 >source.raw
copy=(iocopy source.raw new.npy --array 'int32 A[1000][1500]')
odd=$(printf 'ni\xf1o\xc3\xa9') # a name that is no UTF-8

in_elsewhere() { find elsewhere other "$odd" -type f; }

# interrupted SIGNAL first|last FOLDER: in this pass, when it has ticked off something; its scratch file is in FOLDER.
interrupted() {
    local slow=$folder/$3/ journal=$3 job waited
    name="$1 in the $2 pass, $3"
    rm -rf new.npy .new.npy* elsewhere other "$odd" && mkdir elsewhere other "$odd"
    [ "$2" = first ] || { slow=$folder/.new.npy.iocopy && journal=.; }
    IO_SHIM_PREFIX=$slow IO_SHIM_LATENCY_US=20000 LD_PRELOAD="$shim" "${copy[@]}" --scratch "always:$3" >said 2>&1 &
    job=$!
    for ((waited = 0; waited < 1000; ++waited)); do
        [ -n "$(find "$journal" -maxdepth 1 -name '.*iocopy-journal' -size +8)" ] && break # more than its header of 4096 bytes
        sleep 0.01
    done
    kill "-$1" $job || complain 'had ended already'
    wait $job 2>/dev/null
    [ -n "$(in_elsewhere)" ] || complain 'no scratch file was left'
}

# goes_on OPTIONS...: with what was left, and leaves nothing.
goes_on() {
    "${copy[@]}" --resume "$@" --json >told 2>said || complain "did not go on: $*"
    $python - <<'EOF' || complain "began again: $*, $(cat told)"
import json
told = json.load(open('told'))
assert told['first_pass']['bytes_found'] > 0
EOF
    cmp <(tail -c 6000000 new.npy) source.raw || failures=1
    [ -z "$(in_elsewhere)$(find . -maxdepth 1 -name '.new*')" ] || complain "left $(in_elsewhere; find . -maxdepth 1 -name '.new*')"
}

interrupted KILL first elsewhere
"${copy[@]}" --scratch always:other >said 2>&1 && complain 'copied over an interrupted copy'
grep -q -- '--resume goes on with it, --force begins again' said || complain 'did not say how to go on'
goes_on
interrupted KILL last elsewhere
goes_on
interrupted KILL first elsewhere
goes_on --scratch always:other
interrupted KILL last elsewhere
goes_on --scratch never
interrupted KILL first "$odd"
goes_on

# From another directory, with the target named otherwise.
interrupted KILL first elsewhere
copy=(iocopy source.raw "$folder/new.npy" --array 'int32 A[1000][1500]')
goes_on
copy=(iocopy source.raw new.npy --array 'int32 A[1000][1500]')

# Who begins again leaves nothing of what was.
for again in never always:other auto; do
    interrupted KILL first elsewhere
    "${copy[@]}" --force --scratch "$again" >said 2>&1 || complain "did not begin again with $again"
    [ -z "$(in_elsewhere)$(find . -maxdepth 1 -name '.new*')" ] || complain "$again: left $(in_elsewhere; find . -maxdepth 1 -name '.new*')"
done

# Its folder is not there any more.
interrupted KILL first elsewhere
mv elsewhere away && mkdir nothing
"${copy[@]}" --resume >said 2>&1
[ $? = 2 ] && grep -q "scratch file in '$folder/elsewhere', which is not there" said || complain 'said nothing of the folder'
rm -rf away nothing && mkdir elsewhere

# Told to stop when the first pass has its end and the last has not begun: the scratch file waits, and is not made again.
for ((round = 0; round < 3; ++round)); do
    name="TERM right behind the first pass, round $round"
    rm -rf new.npy .new.npy*
    IO_SHIM_PREFIX=$folder/.new.npy.iocopy IO_SHIM_LATENCY_US=300000 LD_PRELOAD="$shim" "${copy[@]}" --scratch always >said 2>&1 &
    job=$!
    for ((waited = 0; waited < 2000; ++waited)); do [ -e .new.npy.scratch ] && break || sleep 0.002; done
    kill -TERM $job || complain 'had ended already'
    wait $job
    [ $? = 75 ] || complain 'did not end with 75'
    [ -e .new.npy.scratch ] && [ ! -e new.npy ] || complain 'no scratch file waits, or there is a target'
    "${copy[@]}" --resume --json >told 2>said || complain 'did not go on'
    $python -c 'import json
told = json.load(open("told"))
assert told["first_pass"]["bytes_found"] == 6000000, told["first_pass"]' || complain 'the first pass was made again'
    cmp <(tail -c 6000000 new.npy) source.raw || failures=1
    [ -z "$(find . -maxdepth 1 -name '.new*')" ] || complain 'something is left'
done

interrupted TERM first elsewhere
grep -q "kept in '$folder/elsewhere' for the second pass; --resume continues" said || complain 'named another place'
goes_on
interrupted TERM last elsewhere
grep -q "kept beside 'new.npy'; --resume continues" said || complain 'named another place'
goes_on

# The disk has lost something of the scratch file.
interrupted KILL last elsewhere
scratch=$(in_elsewhere)
touch -r "$scratch" before
printf 'lost' | dd of="$scratch" bs=1 seek=3000000 conv=notrunc status=none
"${copy[@]}" --resume >said 2>&1
[ $? = 2 ] && grep -q 'the scratch file has changed since' said || complain 'did not see that the scratch file was written to'
touch -r before "$scratch"
"${copy[@]}" --resume >said 2>&1
[ $? = 3 ] || complain 'did not find what the scratch file has lost'
! grep -q xxh3 said && grep -q "scratch file '$scratch\|scratch file '$folder/$scratch" said || complain 'did not name the scratch file'
[ ! -e new.npy ] && [ -z "$(in_elsewhere)$(find . -maxdepth 1 -name '.new*')" ] || complain "kept what is of no use: $(in_elsewhere)"

# What the scratch file has lost the source still has: nothing is salvaged from it.
interrupted KILL last elsewhere
IO_SHIM_PREFIX=$folder/elsewhere IO_SHIM_BAD_READ=3000000 LD_PRELOAD="$shim" "${copy[@]}" --resume --salvage >said 2>&1
[ $? = 1 ] && grep -q "the scratch file '.*elsewhere/.*' cannot be read everywhere; copy again with --force" said || complain 'salvaged from the scratch file'
[ ! -e new.npy ] || complain 'made a target of what a scratch file has lost'
goes_on --salvage

# An interrupted copy whose units are too large for all ranks goes on with fewer, and its plan says so.
name='fewer ranks'
rm -f new.npy*
IO_SHIM_PREFIX=$folder/.new.npy.iocopy IO_SHIM_LATENCY_US=20000 LD_PRELOAD="$shim" "${copy[@]}" --scratch never --memory 2MiB >said 2>&1 &
job=$!
for ((waited = 0; waited < 1000; ++waited)); do
    [ -n "$(find . -maxdepth 1 -name '.*iocopy-journal' -size +8)" ] && break
    sleep 0.01
done
kill -KILL $job && wait $job 2>/dev/null
local-mpirun -n 7 "${copy[@]}" --resume --memory 2MiB --plan --bandwidth 3MB/s >said 2>&1 || complain 'a copy that goes on has no plan'
grep -q 'for 1 rank:\|for each of [23] ranks:' said || complain 'the plan is for another number of ranks'
grep -q 'at least 4 s,' said || complain 'the plan says another time'
local-mpirun -n 7 "${copy[@]}" --resume --memory 2MiB >said 2>&1 || complain 'did not go on'
cmp <(tail -c 6000000 new.npy) source.raw || failures=1
"${copy[@]}" --scratch always --plan --bandwidth 3MB/s --force >said 2>&1 && grep -q 'at least 8 s,' said || complain 'the time of two passes is another'

# Two passes fit a memory that one does not: where only one chunk of either side does.
name='little memory'
for _ in 1 2 3 4 5 6; do cat source.raw; done >wide.raw
local-mpirun -n 2 iocopy wide.raw wide.h5:/A --array 'int32 A[64][375][375]' --chunk 4,375,375 --deflate 1 --quiet || failures=1
tight=(local-mpirun -n 2 iocopy wide.h5:/A tight.h5:/A --chunk 64,48,48 --deflate 1 --memory 16MiB --threads 1 --force)
"${tight[@]}" --scratch never >said 2>&1 && complain 'fits in one pass, which is no test of two'
refusal=$(sed -n 's/^iocopy: //p' said)
"${tight[@]}" --scratch never --plan >said 2>&1 && complain 'plans one pass that does not fit'
[ "$(sed -n 's/^iocopy: //p' said)" = "$refusal" ] || complain "the plan is not refused as the copy is: $refusal"
for use in auto always; do
    for ask in --plan --dry-run '--plan --explain'; do
        # shellcheck disable=SC2086 # two words
        "${tight[@]}" --scratch $use $ask >said 2>&1 || complain "$ask --scratch $use failed"
        grep -q '^ *\* two ' said && grep -q 'one: too little memory' said || complain "$ask --scratch $use does not show two passes"
        grep -qF "two, of which this is the second; in one $refusal" said || complain "$ask --scratch $use does not say what one pass would take"
    done
    "${tight[@]}" --scratch $use --plan --json >said 2>&1 || complain "--json --scratch $use failed"
    grep -q '"passes": 1, "chosen": false, "fits": false}' said && grep -q '"passes": 2, "chosen": true, "fits": true' said ||
        complain "--json --scratch $use does not show two passes"
    grep -qF "\"reason\": \"in one pass $refusal. In the second of two " said || complain "--json --scratch $use gives no reason"
done
[ ! -e tight.h5 ] || complain 'a plan made its target'
for use in auto always; do
    "${tight[@]}" --scratch $use --verify --json --explain >said 2>&1 || complain "--scratch $use failed"
    grep -qF "in one pass $refusal. In the second of two " said || complain "--explain --scratch $use gives no reason"
    grep -q '"first_pass"' said || complain "--scratch $use took one pass"
done

# Nobody waits for the disk on account of what is removed in the end; the target's elements are put there.
name='a scratch file on the disk'
rm -rf elsewhere new.npy && mkdir elsewhere
IO_SHIM_PREFIX=$folder IO_SHIM_REPORT=$folder/counts LD_PRELOAD="$shim" "${copy[@]}" --scratch always:elsewhere >said 2>&1 || complain failed
syncs_of() { cat counts.* | awk -v path="$1" '$6 ~ path && $4 > 1000000 { files += 1; syncs += $5 } END { print files + 0, syncs + 0 }'; }
[ "$(syncs_of /elsewhere/)" = '1 0' ] || complain "files and syncs: $(syncs_of /elsewhere/)"
[[ $(syncs_of '/[.]new[.]npy[.]iocopy$') = 1\ [1-9] ]] || complain "the target, files and syncs: $(syncs_of '/[.]new[.]npy[.]iocopy$')"
cmp <(tail -c 6000000 new.npy) source.raw || failures=1

if [ $failures = 0 ]; then echo "scratch files were found again where they were"; fi
exit $failures
