#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How long a person waits for the window: from the start of the program until it stands painted on a screen.

first_pixel.py DISTVIEW [ARGUMENT...]: prints each run, then the median, in milliseconds, and what the processor worked until then.
The screen is a virtual one (Xvfb) whose memory is a file: looking at it costs the program nothing, and what is seen there was
painted, mapped and shown. Settings are those of a new user. The gate is 300 ms on a quiet machine.
"""
import mmap
import os
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 11
WIDTH, HEIGHT = 1920, 1080
SAMPLES = range(0, WIDTH * HEIGHT * 2 // 3 * 4, 4 * 1201)  # of the upper part, where the window begins
FIRST_PIXELS = 8192  # behind the header of the file


def start_screen(folder):
    """The server, and the number of the display that it has chosen."""
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", folder],
                              pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as chosen:
        return server, chosen.readline().strip()


def colours(screen):
    return len({screen[FIRST_PIXELS + k:FIRST_PIXELS + k + 4] for k in SAMPLES})


def wait_for_pixels(command, screen, environment):
    before = colours(screen)
    start = time.perf_counter()
    program = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        while colours(screen) <= before + 1:
            if program.poll() is not None or time.perf_counter() - start > 20:
                sys.exit("first_pixel: no window was seen")
            time.sleep(0.001)
        passed = 1000 * (time.perf_counter() - start)
        with open(f"/proc/{program.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        worked = 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return passed, worked
    finally:
        program.kill()
        program.wait()


def main():
    with tempfile.TemporaryDirectory() as folder:
        server, display = start_screen(folder)
        environment = dict(os.environ, DISPLAY=f":{display}", QT_QPA_PLATFORM="xcb", HOME=folder, XDG_CONFIG_HOME=folder,
                           XDG_RUNTIME_DIR=folder)
        try:
            with open(os.path.join(folder, "Xvfb_screen0"), "rb") as file:
                screen = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
            times = []
            for _ in range(RUNS):
                passed, worked = wait_for_pixels(sys.argv[1:], screen, environment)
                times.append(passed)
                print(f"{passed:.0f} ms, of which the processor worked {worked:.0f} ms")
                time.sleep(0.3)
            print(f"median {statistics.median(times):.0f} ms (gate 300 ms)")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
