# shellcheck shell=bash
# How the scripts that take BINDIR SHIM SCRATCH-FOLDER begin, which source this: the commands are found, and the folder is new and entered.
set -uo pipefail
# shellcheck disable=SC2034 # what those scripts use
bin=$1 shim=$2 folder=$3 failures=0
here=$(cd "$(dirname "$0")" && pwd)
PATH=$bin:$here/../../share/bin:$PATH
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
