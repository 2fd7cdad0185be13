#!/bin/bash
# Devices that never end, in the place of files that commands read as text. endless_files.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

jobs=$(cd "$(dirname "$0")/../../datasets/jobs" && pwd)
refused() { # COMMAND...: in one line, at once, whatever the device
    for device in /dev/zero /dev/urandom; do
        status=0
        (ulimit -v 4000000 && timeout 5 "${@//DEVICE/$device}") >said 2>&1 || status=$?
        name="${*//DEVICE/$device}"
        [ $status = 2 ] || complain "exit code $status"
        grep -q "'$device': it is a device, not a file" said || complain "says nothing of a device"
        [ "$(wc -l <said)" = 1 ] || complain 'says more than a line'
    done
}
refused distplan redist DEVICE
refused distplan schedule "$jobs/fft2d.hpf" --machine DEVICE
refused distplan advise --costs DEVICE
refused distplan comm get "$jobs/fft2d.hpf" --indices DEVICE
refused distplan comm halo "$jobs/jacobi.hpf" --stencil DEVICE
refused redist DEVICE
refused distcomm halo DEVICE

# What a shell hands over as a pipe is a job as any other.
name='a job in a pipe'
distplan owner <(cat "$jobs/fft2d.hpf") --at 1,1 >said 2>&1 || complain 'refused'
exit "$failures"
