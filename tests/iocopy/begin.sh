# shellcheck shell=bash
# How the scripts of this folder begin, which source it as `. "$(dirname "$0")/begin.sh" BINDIR SCRATCH-FOLDER`: the commands are found,
# and the folder is new and entered.
set -uo pipefail
# shellcheck disable=SC2034 # what those scripts use
bin=$(realpath "$1") failures=0
# shellcheck disable=SC2034
python=/usr/bin/python3 # Debian's: the one that has its packages
here=$(cd "$(dirname "$0")" && pwd)
PATH=$bin:$here/../../share/bin:$PATH
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1
# shellcheck disable=SC2034
folder=$PWD

# The test goes on, and fails in the end; `name`: of what is tried.
complain() {
    echo "${name:+$name: }$*"
    [ ! -s said ] || sed 's/^/    /' said
    # shellcheck disable=SC2034
    failures=1
}
# made COMMAND...: whether a copy is made, with all of its source (0) or without what its target cannot keep (4).
made() {
    "$@"
    [[ $? = [04] ]]
}
# made_as_told COMMAND...: the same, and the code is 4 exactly where the file `said` tells a loss of a target that holds more than elements.
made_as_told() {
    "$@" >said 2>&1
    [ $? = "$(grep 'does not keep' said | grep -qvE "\.(npy|raw|json)' does not keep" && echo 4 || echo 0)" ]
}
# needs TOOL...
needs() {
    local tool
    for tool in "$@"; do
        command -v "$tool" >/dev/null || { echo "no $tool; share/bin/setup test installs it" && exit 1; }
    done
}
# needs_modules MODULE,MODULE..: of Python.
needs_modules() { $python -c "import $1" 2>/dev/null || { echo "Python lacks one of $1; share/bin/setup test installs them" && exit 1; }; }
# random_bytes COUNT [SEED]: the same ones for the same seed.
random_bytes() {
    $python -c 'import random, sys; sys.stdout.buffer.write(random.Random(int(sys.argv[2])).randbytes(int(sys.argv[1])))' "$1" "${2:-1}"
}
