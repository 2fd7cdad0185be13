#!/bin/bash
# Channels between programs of one launch and between jobs that were started separately: random arrays, and partners that never come,
# die, are stopped, or have left a file behind.
# Usage: separate_jobs.sh LOCAL-MPIRUN MPI_TESTS FOLDER-OF-EXAMPLES SCRATCH-FOLDER
set -euo pipefail
mpirun=$1 tests=$2 examples=$3 folder=$4
rm -rf "$folder" && mkdir -p "$folder"
file=$folder/meeting

fail() {
    echo "FAILED: $1"
    tail -n 5 "$folder"/*.txt
    exit 1
}

# Random arrays from a job of S ranks to one of R.
for pair in '1 1' '2 3' '3 2' '1 4' '4 1' '7 2' '3 7'; do
    read -r s r <<<"$pair"
    timeout 60 "$mpirun" -n "$s" "$tests" channel_jobs_test send "$file" "$s" "$r" >"$folder/send.txt" 2>&1 &
    timeout 60 "$mpirun" -n "$r" "$tests" channel_jobs_test receive "$file" "$s" "$r" >"$folder/receive.txt" 2>&1 || fail "receiver, $s to $r"
    wait $! || fail "sender, $s to $r"
    [ ! -e "$file" ] || fail "the file is left behind"
done

# The paper's two programs: in one launch, and separately, the consumer first; a file of a job that is no more is passed over.
for pair in '16 8' '2 3' '1 1'; do
    read -r s r <<<"$pair"
    timeout 60 "$mpirun" -n "$s" "$examples/producer" 128 10 : -n "$r" "$examples/consumer" 128 >"$folder/out.txt" 2>&1 || fail "one launch"
    grep -qx 'received 10 matrices of 128 x 128' "$folder/out.txt" || fail "one launch says something else"
done
echo '{"schema":"tessera.meeting/1","address":"9 127.0.0.1","token":"old"}' >"$file"
timeout 60 "$mpirun" -n 3 "$examples/consumer" 128 "$file" >"$folder/out.txt" 2>&1 &
sleep 0.5
timeout 60 "$mpirun" -n 2 "$examples/producer" 128 10 "$file" lo >"$folder/send.txt" 2>&1 || fail "producer of another job"
wait $! || fail "consumer of another job"
grep -qx 'received 10 matrices of 128 x 128' "$folder/out.txt" || fail "two jobs say something else"

# Nobody comes.
for way in send receive; do
    timeout 30 "$mpirun" -n 2 "$tests" channel_jobs_test "lonely-$way" "$file" >"$folder/$way.txt" 2>&1 || fail "lonely-$way"
done

# One rank of either job dies in the middle: both jobs end within 20 seconds, and the other says why.
for victim in producer consumer; do
    timeout 60 "$mpirun" -n 3 "$examples/producer" 500 1000000 "$file" >"$folder/producer.txt" 2>&1 &
    producer=$!
    timeout 60 "$mpirun" -n 2 "$examples/consumer" 500 "$file" >"$folder/consumer.txt" 2>&1 &
    consumer=$!
    sleep 3
    began=$SECONDS
    # A rank of this test's own job: nobody else meets at this file.
    for rank in $(pgrep -f "^$examples/$victim 500 .*$file"); do victim_rank=$rank; done
    kill -9 "$victim_rank"
    ! wait "$producer" || fail "the producer did not notice"
    ! wait "$consumer" || fail "the consumer did not notice"
    [ $((SECONDS - began)) -le 20 ] || fail "it took longer than 20 s to notice"
    survivor=$([ $victim = producer ] && echo consumer || echo producer)
    grep -q 'the other side of the channel is lost' "$folder/$survivor.txt" || fail "the $survivor does not say why it ended"
done

# One rank of either job is stopped: the other job gives it up after its patience of four seconds, and says which it is.
for victim in send receive; do
    survivor=$([ $victim = send ] && echo receive || echo send)
    declare -A job=()
    for way in send receive; do
        timeout 90 "$mpirun" -n 2 "$tests" channel_jobs_test "stopped-$way" "$file" >"$folder/$way.txt" 2>&1 &
        job[$way]=$!
    done
    for ((i = 0; i < 300; ++i)); do
        grep -q 'under way' "$folder/send.txt" && grep -q 'under way' "$folder/receive.txt" && break
        sleep 0.1
    done
    began=$SECONDS
    for rank in $(pgrep -f "^$tests channel_jobs_test stopped-$victim $file"); do victim_rank=$rank; done
    kill -STOP "$victim_rank"
    wait "${job[$survivor]}" || fail "the other job of a stopped rank failed"
    took=$((SECONDS - began))
    kill -KILL "$victim_rank"
    ! wait "${job[$victim]}" || fail "the job of the stopped rank did not end"
    [ $took -le 20 ] || fail "it took longer than 20 s to give up a stopped rank"
    grep -q "channel '$file': rank [01] of the ${victim/receive/receiv}er (127.0.0.1 port [0-9]*): no sign of life for 4 s" "$folder/$survivor.txt" ||
        fail "the $survivor side does not say who is stopped"
done
