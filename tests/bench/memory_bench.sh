#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: does iocopy keep to --memory? Two hundred copies between all formats, of random shapes, by 1, 2, 3 and 7 ranks.
# usage: memory_bench.sh BIN FOLDER [CASES [SEED]]
#   BIN: where iocopy is; FOLDER: for scratch files; CASES: 200
# A line per copy that did not, and how many did (tests/iocopy/memory.py); it fails when one did not.
set -euo pipefail
exec /usr/bin/python3 -W ignore "$(dirname "$(realpath "$0")")/../iocopy/memory.py" "$1" "$2" "${3:-200}" "${4:-1}"
