# shellcheck shell=bash
# The stages of a test run, and what it says at its end: minutes of each stage, tests by area, the slowest tests. Sourced by share/bin/test.

report=()       # a line for each stage
stages_failed=0 # of these

# Prints the processor seconds of all finished children so far, in user and system mode (proc(5): cutime and cstime, in ticks).
processor_seconds() {
    awk -v ticks="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); printf "%d", ($14 + $15) / ticks }' "/proc/$$/stat"
}

minutes() {
    awk -v seconds="$1" 'BEGIN { print seconds / 60 }'
}

# stage NAME COMMAND...: runs the command and notes its time. The run goes on after a failure, and fails in the end; who cannot go on writes
# `stage ... || exit 1`.
stage() {
    local name=$1 began=$SECONDS processor code=0
    processor=$(processor_seconds)
    shift
    echo "== $name"
    "$@" || code=$?
    report+=("$(printf '%-44s %7.1f %15.1f%s' "$name" "$(minutes $((SECONDS - began)))" \
        "$(minutes $(($(processor_seconds) - processor)))" "$([ $code -eq 0 ] || echo '   failed')")")
    [ $code -eq 0 ] || stages_failed=$((stages_failed + 1))
    return $code
}

# Prints the report, whatever the end is. The tests' results are in build/*/results-*.xml, which ctest wrote in this run.
print_report() {
    local results=()
    [ ${#report[@]} -gt 0 ] || return 0
    printf '\n%-44s %7s %15s\n' "stage" "minutes" "processor min."
    printf '%s\n' "${report[@]}"
    printf '%-44s %7.1f %15.1f\n' "in all" "$(minutes $SECONDS)" "$(minutes "$(processor_seconds)")"
    mapfile -t results < <(find build -maxdepth 2 -name 'results-*.xml' -newer "$run_began" 2>/dev/null | sort)
    [ ${#results[@]} -eq 0 ] || /usr/bin/python3 share/bin/test.d/areas.py "${results[@]}"
}
