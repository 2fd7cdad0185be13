#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Tessera: two hundred kills of iocopy, spread over all formats it writes, each resumed to a copy identical with its source.
# usage: kills_bench.sh BIN SHIM FOLDER [KILLS]
#   BIN: where iocopy is; SHIM: the library of tests/shim that makes a disk slow; FOLDER: for scratch files; KILLS: at least so many (200)
# A line per format and the sum; it fails when one round did. Each round of tests/iocopy/kills.sh kills twice.
set -euo pipefail

bin=$(realpath "$1")
shim=$(realpath "$2")
mkdir -p "$3"
folder=$(realpath "$3")
kills=${4:-200}
here=$(realpath "$(dirname "$0")")

targets=(plain.h5 deflated.h5 left_out.h5 array.npy array.raw parts.json array.cdf chunks.zarr shards.zarr)
rounds=$(((kills + 2 * ${#targets[@]} - 1) / (2 * ${#targets[@]})))
failed=0
hits=0
for target in "${targets[@]}"; do
    if said=$("$here/../iocopy/kills.sh" "$bin" "$shim" "$folder/$target.d" "$rounds" "$target" 2>&1); then
        rm -rf "${folder:?}/$target.d"
    else
        failed=$((failed + 1)) # its folder stays to be looked at
    fi
    printf '%-12s %s\n' "$target" "$said"
    hit=$(sed -n 's/.*of which \([0-9]*\) met.*/\1/p' <<<"$said")
    hits=$((hits + ${hit:-0}))
done
echo "$((2 * rounds * ${#targets[@]})) kills, $hits of them of a running copy, ${#targets[@]} formats, $failed failed"
[ "$failed" -eq 0 ]
