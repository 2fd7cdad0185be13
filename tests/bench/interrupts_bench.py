# SPDX-License-Identifier: BSD-3-Clause
"""How soon Ctrl+C ends long questions, and whether they show progress until then: interrupts_bench.py DISTPLAN

Each question runs for three seconds, then gets SIGINT. The exit code is 1 if one takes longer than a second to end, or if a
question that counts what it does shows no progress."""
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time

PLAY = 3.0
LIMIT = 1.0

STRIDED = """      real A(100000000)
!hpf$ processors P(20000)
!hpf$ processors Q(19999)
!hpf$ template T(200000002)
!hpf$ align A(i) with T(2*i)
!hpf$ distribute T(cyclic(3)) onto P
!hpf$ redistribute T(cyclic(5)) onto Q
"""

IRREGULAR = "--array 'real8 A(4194304)' --from '(cyclic(3)) onto P(2048)' --to '(cyclic(11)) onto Q(2000)'"

# Each row: whether progress is expected on standard error, and the question.
QUESTIONS = [
    (True, "redist strided.hpf --totals"),
    (True, "redist strided.hpf --rank 3"),
    (True, "redist strided.hpf --method auto --machine delta"),
    (False, "redist strided.hpf --relabel"),
    (False, "redist --array 'real8 A(4194304,8)' --from '(cyclic(3),*) onto P(4096)' --to '(cyclic(7),*) onto Q(4095)' --json"),
    (True, "schedule --alltoall 1KiB --ranks 4096 --algorithm coloured --topology 'dragonfly(16,16,16)' --machine delta"),
    (False, f"schedule {IRREGULAR} --algorithm split --totals"),
    (False, f"schedule {IRREGULAR} --algorithm largest-first --totals"),
    (False, f"schedule {IRREGULAR} --algorithm auto --totals"),
    (False, f"schedule {IRREGULAR} --compare --topology 'dragonfly(16,16,16)' --machine delta"),
    (True, "program JOBS/fft3d.hpf --ranks 65536 --machine delta --topology 'dragonfly(16,16,256)'"),
    (True, "advise JOBS/fft3d.hpf --ranks 16384 --machine delta"),
    (True, "comm halo --array 'real8 A(64,64,64,64,64,64)' --from '(block,block,block,block,block,block) onto P(8,8,8,8,8,8)' --stencil 729"),
    (False, "comm reduce --array 'real8 A(65536)' --from '(block) onto P(65536)' --machine delta"),
    (False, "comm scan --array 'real8 A(4194304)' --from '(cyclic(3)) onto P(100000)'"),
    (False, "io --array 'real8 A(4096,4096)' --from '(cyclic(3),cyclic(5)) onto P(32,32)'"),
    (False, "channel --array 'real8 A(4194304)' --from '(cyclic(3)) onto P(20000)' --to '(cyclic(11)) onto Q(2000)' --machine delta"),
    (False, f"draw {IRREGULAR} --view cost --machine delta --svg -"),
    (True, "draw --alltoall 1KiB --ranks 4096 --view cost --over ranks --machine delta --svg -"),
]


def interrupted(command, folder):
    """Returns the seconds from SIGINT to the end (None: it ended before) and standard error."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder, text=True)
    try:
        return None, process.communicate(timeout=PLAY)[1]
    except subprocess.TimeoutExpired:
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        errors = process.communicate()[1]
        return time.monotonic() - begin, errors


def main():
    distplan = pathlib.Path(sys.argv[1]).resolve()
    jobs = pathlib.Path(__file__).resolve().parents[2] / "datasets" / "jobs"
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "strided.hpf").write_text(STRIDED, encoding="utf-8")
        for shows, question in QUESTIONS:
            arguments = shlex.split(question.replace("JOBS", str(jobs)))
            seconds, errors = interrupted([str(distplan), *arguments], folder)
            progress = "%" in errors
            wrong = seconds is not None and (seconds > LIMIT or (shows and not progress))
            failed += wrong
            end = "ended before" if seconds is None else f"{seconds:5.2f} s"
            print(f"{'WRONG' if wrong else 'ok':6}{end:13}{'progress' if progress else '-':10}{question}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
