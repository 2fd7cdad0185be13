# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts of random jobs share: jobs drawn from a seed, folders of those that fail, and how to try one again."""
import os
import random
import shlex
import shutil
import subprocess
import sys
import time


def call(words, launched=()):
    return subprocess.run([*launched, *words], capture_output=True, text=True, timeout=120)


def script(words, launched=()):
    """The command, to be tried by hand in the folder of a job."""
    return shlex.join([*launched, *words])


def main(one_job, done):
    """Usage: BINDIR FOLDER JOBS [SEED [ONE-JOB]]. `one_job(rng)`, in an empty folder, returns the command and what is wrong, or None.
    The folder of a wrong job stays."""
    bin_dir, folder, jobs = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]), int(sys.argv[3])
    jobs = max(1, jobs * int(os.environ.get('TESSERA_CASES', 100)) // 100)
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    numbers = [int(sys.argv[5])] if len(sys.argv) > 5 else range(jobs)
    here, program = os.path.dirname(os.path.realpath(__file__)), os.path.realpath(sys.argv[0])
    os.environ['PATH'] = f'{bin_dir}:{here}/../../share/bin:{os.environ["PATH"]}'
    shutil.rmtree(folder, ignore_errors=True)
    wrong, began = 0, time.monotonic()
    for number in numbers:
        case = os.path.join(folder, f'job-{number}')
        os.makedirs(case)
        os.chdir(case)
        command, complaint = one_job(random.Random(seed * 1000000 + number))
        os.chdir('/')
        if not complaint:
            shutil.rmtree(case)
            continue
        wrong += 1
        again = shlex.join(['/usr/bin/python3', program, bin_dir, folder, '1', str(seed), str(number)])
        print(f'job {number} of seed {seed}: {command}\n  {complaint}\n  in {case}; again: {again}', flush=True)
    tried = len(numbers)
    print(f'{tried} {done}, {wrong} wrong (seed {seed}, {(time.monotonic() - began) / max(1, tried):.3f} s each)')
    sys.exit(1 if wrong or tried == 0 else 0)
