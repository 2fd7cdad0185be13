#!/bin/bash
# Pictures and traces take the place of files only: devices, pipes and sockets stay, and nothing is written through a link.
# small_outputs.sh BINDIR SCRATCH-FOLDER
. "$(dirname "$0")/../iocopy/begin.sh" "$1" "$2"

jobs=$here/../../datasets/jobs
mkfifo pipe && mkdir folder && echo secret >mine
$python -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
kinds=(pipe socket folder)
mknod device c 1 3 2>/dev/null && kinds+=(device) # /dev/null again, where the system lets us
# writes COMMAND...: with OUTPUT for the file.
writes() {
    local kind before
    for kind in "${kinds[@]}"; do
        before=$(stat -c '%F %i' "$kind")
        timeout 10 "${@//OUTPUT/$kind}" --force >said 2>&1 </dev/null
        [ $? -eq 2 ] && grep -q "'$kind' is a $kind, not a file" said && [ "$(wc -l <said)" = 1 ] || complain "did not refuse a $kind: $*"
        [ "$(stat -c '%F %i' "$kind")" = "$before" ] || complain "replaced a $kind: $*"
        timeout 10 "${@//OUTPUT/$kind}" >said 2>&1 </dev/null
        [ $? -eq 2 ] && grep -q "'$kind' exists" said || complain "wrote over a $kind: $*"
    done
    ln -sf mine link
    timeout 10 "${@//OUTPUT/link}" --force >said 2>&1 </dev/null || complain "failed: $*"
    [ ! -L link ] && [ -s link ] && [ "$(cat mine)" = secret ] || complain "wrote through a link: $*"
}
writes distplan draw "$jobs/fft2d.hpf" --svg OUTPUT
writes distplan schedule "$jobs/fft2d.hpf" --algorithm pex --export-trace OUTPUT
writes distplan schedule "$jobs/fft2d.hpf" --algorithm pex --export-paje OUTPUT
writes local-mpirun -n 4 distcomm halo "$jobs/jacobi.hpf" --trace OUTPUT -q
[ -z "$(find . -name '*.??????' ! -name device)" ] || complain "left $(find . -name '*.??????')"
exit "$failures"
