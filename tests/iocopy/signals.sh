#!/bin/bash
# Asks copies to stop by signals, as batch systems do: one line, exit code 75, a valid journal, and --resume goes on with what is there.
# A slow disk (the shim) leaves time for it. Usage: signals.sh BINDIR SHIM SCRATCH-FOLDER
shim=$(realpath "$2")
. "$(dirname "$0")/begin.sh" "$1" "$3"
needs_modules h5py

random_bytes 2400000 >source.raw
array='float32 A[1000][600]'
local-mpirun -n 1 iocopy source.raw source.h5:/A --array "$array" --chunk 50,60 --quiet || exit 1

# Alone it has nothing in the folder that all processes without a launcher would share, and take from each other when they end.
name='alone'
TMPDIR=$folder/nowhere iocopy source.h5:/A alone.npy --access two-phase --mpi-io ompio -q >said 2>&1 && [ ! -s said ] || complain 'failed, or remarked something'
[ ! -e nowhere ] || complain 'it has a folder that others have, too'

slow=() # what the copy that is stopped has beside it
# stops SIGNAL RANKS TARGET-AND-OPTIONS...: one rank without mpirun; of several, one is told, and all stop.
stops() {
    local signal=$1 ranks=$2 launch session waited told code
    shift 2
    name="$signal, $ranks ranks, $*"
    rm -rf new.* .new.*
    launch=(env LD_PRELOAD="$shim")
    [ "$ranks" = 1 ] || launch=(local-mpirun -n "$ranks" -x LD_PRELOAD="$shim")
    IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=3000 "${launch[@]}" iocopy source.h5:/A "$@" "${slow[@]}" --memory $((700 * ranks))KiB >said 2>&1 &
    session=$!
    for ((waited = 0; waited < 500; ++waited)); do
        [ -n "$(find . -maxdepth 1 -name '.*iocopy-journal' -size +8)" ] && break # more than its header of 4096 bytes
        sleep 0.02
    done
    told=$(pgrep -f "^iocopy source.h5:/A $1 " | tail -1)
    [ "$ranks" != 1 ] || [ -z "$(pgrep -P "$told")" ] || complain 'has a process beside it, which MPI takes a third of a second to start'
    kill "-$signal" "$told" || complain 'had ended already'
    wait $session
    code=$?
    [ $code -eq 75 ] || complain "ended with $code, expected 75"
    [ "$(grep -c '^iocopy: ' said)" = 1 ] && grep -q -- '--resume continues' said || complain 'did not say one line'
    [ ! -e "${1%%:*}" ] || complain 'a target appeared'
    local-mpirun -n "$ranks" iocopy source.h5:/A "$@" --memory $((700 * ranks))KiB --resume --verify >said 2>&1 || complain 'could not go on'
    grep -q 'found\|there already\|of an earlier' said || complain 'nothing was found that had been done'
}
stops INT 1 new.npy
stops TERM 1 new.h5:/A --chunk 40,40 --deflate 1
stops USR1 1 new.npy --access two-phase
stops TERM 2 new.npy
stops USR1 2 new.h5:/A --chunk 40,40 --deflate 1
stops USR1 1 new.cdf:/A
stops TERM 2 new.zarr:/A --chunk 40,40 --compress zstd:1
stops INT 2 new.npy --access two-phase
cmp <(tail -c 2400000 new.npy) source.raw || failures=1

# A limit on bandwidth makes a copy wait; 2.4 MB are read and written in 0.8 s at least, and verified in 0.4 s.
for more in '--chunk none' '--chunk 40,40 --deflate 1' '--access two-phase'; do
    name="bandwidth, $more"
    rm -rf new.h5
    began=$(date +%s%N)
    # shellcheck disable=SC2086 # options are words
    local-mpirun -n 2 iocopy source.h5:/A new.h5:/A $more --memory 1400KiB --bandwidth 6MB/s --verify >said 2>&1 || complain failed
    took=$((($(date +%s%N) - began) / 1000000))
    [ $took -ge 1200 ] || complain "took $took ms, expected at least 1200"
done
# Who waits for bandwidth hears that it shall stop.
slow=(--bandwidth 1KiB/s)
stops TERM 2 new.npy

# Elements of any length are copied while the target is made, which nobody can go on with: nothing is left, and the next one begins.
$python - <<'END'
import h5py
h5py.File('any.h5', 'w').create_dataset('names', (2000,), h5py.string_dtype(), chunks=(5,))[:] = [f'{k}' for k in range(2000)]
h5py.File('sequences.h5', 'w').create_dataset('rows', (2000,), h5py.vlen_dtype('i4'), chunks=(5,))
END
for pair in any.h5:new.zarr any.h5:new.h5 any.h5:/names:new.h5 sequences.h5:new.h5; do
    for ranks in 1 2; do
        name="while it is made, $pair, $ranks ranks"
        rm -rf new.* .new.*
        from=${pair%:*} to=${pair##*:}
        launch=()
        [ "$ranks" = 1 ] || launch=(local-mpirun -n "$ranks")
        IO_SHIM_PREFIX=$folder IO_SHIM_LATENCY_US=3000 "${launch[@]}" env LD_PRELOAD="$shim" iocopy "$from" "$to" >said 2>&1 &
        session=$!
        for ((waited = 0; waited < 500; ++waited)); do
            [ -e ".$to.iocopy" ] && break
            sleep 0.01
        done
        pkill -TERM -f "^iocopy $from $to"
        wait $session
        code=$?
        [ $code -eq 75 ] || complain "ended with $code, expected 75"
        [ "$(grep -c '^iocopy: ' said)" = 1 ] && grep -q 'no part of .* was finished; --resume begins again' said || complain 'did not say one line'
        [ -z "$(find . -name '*new*')" ] || complain "left $(find . -name '*new*')"
    done
    iocopy "$from" "$to" --resume --verify -q || complain 'could not be copied later'
done

if [ $failures = 0 ]; then echo "copies stopped when they were told to, and went on"; fi
exit $failures
