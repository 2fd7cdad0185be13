#!/bin/bash
# Kills iocopy at random moments and goes on with it: kills.sh BINDIR SHIM SCRATCH-FOLDER ROUNDS TARGET [SEED]
# Half of the kills hit one rank at a write whose number is drawn; the others hit all processes at a moment. The seed draws ranks, options,
# writes and moments again; what a moment hits depends on the machine.
# After every kill the target has no name, or the old content, or the new, complete; and --resume ends with the new one. A slow disk
# (the shim) spreads what happens over a time that a random moment can hit.
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"
rounds=$4 target=$5
RANDOM=${6:-1}
resumed=0 hits=0 # rounds in which something was found that an earlier try had done

# The source: random numbers, so that one misplaced element is seen.
random_bytes 2400000 "${6:-1}" >source.raw
array='float32 A[1000][600]'
local-mpirun -n 1 iocopy source.raw source.h5:/A --array "$array" --chunk 50,60 --quiet >/dev/null || exit 1

same_as_new() { # does the target hold the source?
    case $target in
    *.h5) h5diff source.h5 "$target" ;;
    *.raw) cmp "$target" source.raw ;;
    *.npy) cmp <(tail -c 2400000 "$target") source.raw ;;
    *) rm -f back.npy* && iocopy "$target" back.npy --byte-order native --chunk none --verify && cmp <(tail -c 2400000 back.npy) source.raw ;;
    esac
} >/dev/null 2>&1

# By 1 to 4 ranks, with so little memory that there are some dozens of parts. `copy` are words: another shell runs them, which is killed.
# shellcheck disable=SC2016
copy='ranks=${ranks_of_all:-$draw_ranks} && local-mpirun -n $ranks $shim_of iocopy source.h5:/A $target $options $(share) --force --resume'
# Where chunks are encoded one rank copies for all with the memory of all, or, where threads are asked for, each with its own: what the one
# leaves the other takes up, in as much memory, which is enough for two ranks.
share() {
    case $target in
    deflated.h5 | left_out.h5 | *.zarr) echo "--memory 1400KiB $([ $((ranks > 2 || draw_threads)) -eq 1 ] || echo --threads 1)" ;;
    *) echo "--memory $((700 * ranks))KiB" ;;
    esac
}
export -f share
export target options shim_of= ranks_of_all=

latency=3000 # of the disk, in us
case $target in
plain.h5) options='--chunk 40,40' latency=6000 ;;
deflated.h5) options='--chunk 40,40 --deflate 1 --shuffle yes' ;;
left_out.h5) options='--chunk 40,40 --compress szip:8' ;; # which is left out of some chunks: the journal knows of which
array.npy | array.raw | array.cdf) options='' latency=12000 ;; # they have the fewest requests
parts.json) options='--to (cyclic(7),*)' ranks_of_all=3 ;; # a file for each: by other ranks it is another copy
chunks.zarr) options='--chunk 40,40 --compress zstd:1' ;;
shards.zarr) options='--chunk 20,40 --shard 40,80' ;;
*) echo "no such target: $target" >&2 && exit 2 ;;
esac

# Kills all processes of the session. The first kill hits a copy that has written a part, in every third round one that has begun; the
# second hits whatever there is.
kill_at_a_moment() {
    local waited
    for ((waited = 0; try == 1 && waited < 500; ++waited)); do
        if [ $((round % 3)) -eq 0 ]; then
            compgen -G '.*iocopy*' >/dev/null && break
        else
            [ -n "$(find . -maxdepth 1 -name '.*iocopy-journal' -size +8)" ] && break # more than its header of 4096 bytes
        fi
        sleep 0.02
    done
    sleep 0.$((RANDOM % 45 + 10))
    pgrep -s "$session" -x iocopy >/dev/null && hits=$((hits + 1))
    pkill -KILL -s "$session"
    wait "$session" 2>/dev/null
}

for ((round = 0; round < rounds; ++round)); do
    rm -rf plain.h5* .plain* deflated.h5* .deflated* left_out.h5* .left_out* array.* .array* parts* .parts* chunks.* .chunks* shards.* .shards*
    old=no name="round $round ($target $options)"
    if [ $((round % 2)) -eq 1 ] && [[ $target != parts.json && $target != *.zarr ]]; then
        old=yes && echo "the old content" >"$target"
    fi
    for try in 1 2; do # the second time a resumed copy is killed
        export draw_ranks=$((RANDOM % 4 + 1)) draw_threads=$((RANDOM % 2))
        at_write=$(((round + try) % 2 ? RANDOM % 40 + 10 : 0))
        IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=$latency shim_of="-x LD_PRELOAD=$shim $([ $at_write -eq 0 ] || echo "-x IO_SHIM_KILL_AT_WRITE=$at_write")" \
            setsid bash -c "$copy" >said 2>&1 &
        session=$!
        if [ $at_write -gt 0 ]; then
            wait "$session" 2>/dev/null || hits=$((hits + 1))
        else
            kill_at_a_moment
        fi
        # Whoever is killed keeps the journal locked until the system has closed its files.
        for ((waited = 0; waited < 250; ++waited)); do pgrep -r D,R,S -s "$session" >/dev/null && sleep 0.02 || break; done
        if [ -e "$target" ] && ! same_as_new; then
            [ $old = yes ] && [ "$(cat "$target")" = "the old content" ] || complain "the target is neither old nor new"
        elif [ $old = yes ] && [ ! -e "$target" ]; then
            complain "the old target is gone"
        fi
    done
    export draw_ranks=$((RANDOM % 4 + 1)) draw_threads=$((RANDOM % 2))
    if ! timeout 60 bash -c "$copy" >said 2>&1; then
        complain "resuming failed"
    elif ! same_as_new; then
        complain "the resumed copy is not the source"
    elif ls .*iocopy* >/dev/null 2>&1; then
        complain "something provisional is left: $(ls -d .*iocopy*)"
    fi
    grep -q 'were there already' said && resumed=$((resumed + 1))
done 2>/dev/null
echo "seed ${6:-1}: $rounds rounds, two kills each, of which $hits met a running copy; $resumed found parts that were done"
if [ "$resumed" -eq 0 ]; then echo "no kill hit a copy half done: the moments are badly chosen" && failures=1; fi
exit $failures
