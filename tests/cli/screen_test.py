# SPDX-License-Identifier: BSD-3-Clause
# Tessera: on a screen, reports are broken to its width and a manual page is shown by man; elsewhere both are printed as they are.
# Usage: screen_test.py BIN-FOLDER JOB
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios


def printed(command, columns):
    """Returns what the command prints to a terminal. With 0 columns it has no size, like the one that mpirun gives its ranks."""
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, env={**os.environ, "PAGER": "cat"}):
        os.close(terminal)
        text = b""
        while True:
            try:
                read = os.read(reader, 65536)
            except OSError:  # the command has ended
                break
            if not read:
                break
            text += read
    os.close(reader)
    return text.decode().splitlines()


def main():
    folder, job = sys.argv[1:]
    schedule = [folder + "/distplan", "schedule", job]
    piped = subprocess.run(schedule, capture_output=True, text=True, check=True).stdout.splitlines()
    assert max(map(len, piped)) > 80, "no line is long, so that this tests nothing"
    narrow = printed(schedule, 80)
    assert max(map(len, narrow)) <= 80, max(narrow, key=len)
    assert " ".join(" ".join(narrow).split()) == " ".join(" ".join(piped).split()), narrow
    assert printed(schedule, 0) == piped
    page = [folder + "/distplan", "--man"]
    assert printed(page, 0)[0].startswith(".TH DISTPLAN")
    has_man = subprocess.run("command -v man", shell=True, capture_output=True).returncode == 0
    assert printed(page, 80)[0].startswith("DISTPLAN(1)" if has_man else ".TH DISTPLAN")


main()
