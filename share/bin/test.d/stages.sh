# shellcheck shell=bash
# The tiers and their stages. Sourced by share/bin/test, which sets `jobs`, `chosen` (options of ctest that choose tests) and `ctest_options`.

# configure PRESET OPTIONS...
configure() {
    local preset=$1
    shift
    mkdir -p "build/$preset"
    cmake --preset "$preset" "$@" >"build/$preset/configure.log" 2>&1 || {
        cat "build/$preset/configure.log" >&2
        return 1
    }
}

# names PRESET CTEST-OPTIONS...: the names of the tests that these options choose.
names() {
    ctest --preset "$1" -N "${@:2}" 2>/dev/null | sed -n 's/^ *Test *#[0-9]*: //p'
}

# build_for PRESET CTEST-OPTIONS...: builds the targets that the chosen tests need.
build_for() {
    local preset=$1 targets
    mapfile -t targets < <(names "$@" | awk 'NR == FNR { wanted[$0]; next } $2 in wanted { for (i = 3; i <= NF; ++i) print $i }' \
        - "build/$preset/tests.txt" | sort -u)
    [ ${#targets[@]} -eq 0 ] || cmake --build --preset "$preset" --parallel "$jobs" --target "${targets[@]}"
}

results=0 # files of results that this run has written

# run_tests PRESET CTEST-OPTIONS...: at most as many as there are processors, and half as many more: half of the time they wait for
# processes to start, for disks that are slowed down, for each other.
run_tests() {
    local preset=$1
    shift
    results=$((results + 1))
    ctest --preset "$preset" --parallel $((jobs + (jobs + 1) / 2)) --output-junit "results-$results.xml" "$@" "${ctest_options[@]}"
}

# test_areas NAME PRESET AREAS TIERS: builds and runs the tests of these areas and tiers (regular expressions).
test_areas() {
    local choice=(-L "^($3)\$" -L "^($4)\$")
    stage "$1: build" build_for "$2" "${choice[@]}" || return 0
    stage "$1: tests" run_tests "$2" "${choice[@]}" || true
}

# The tests of the development build, the core's first: they tell the most, and first.
core='unit|property|fuzz'
movers='cli|mpi|redist|iocopy|python|shim|package|datasets|codegen|cluster|simgrid'
window='gui|pages'
test_development_build() {
    local tiers=$1
    stage "configure" configure dev -DTESSERA_BATCH_SIZE="$([ -n "${CI:-}" ] && echo 100 || true)" || exit 1
    stage "rules: format" share/bin/format --check || true
    tell_long_subjects
    stage "rules: tests" run_tests dev -L '^arch$' || true
    test_areas "core" dev "$core" "$tiers"
    test_areas "commands, movers, files" dev "$movers" "$tiers"
    test_areas "window" dev "$window" "$tiers"
}

run_essential() {
    export TESSERA_CASES=${TESSERA_CASES:-40}
    test_development_build essential
}

run_continuous() {
    export TESSERA_CASES=${TESSERA_CASES:-60}
    test_development_build 'essential|continuous'
    stage "a slice of the thorough tests" run_slice || true
    test_changed_under_sanitizers
    stage "changed sources alone" share/bin/compile-alone $(changed_sources '\.cpp$' | head -n 40) || true
    stage "tidy of what has changed" tidy_changes || true
}

run_thorough() {
    share/bin/setup browser || echo "share/bin/test: without a browser, the test of pages is skipped"
    share/bin/setup package || echo "share/bin/test: without these tools, packages are not tested"
    share/bin/setup manual || echo "share/bin/test: without these tools, the test of the manual is skipped"
    test_development_build 'essential|continuous|thorough'
    stage_headers
    stage_sources
    stage_asan
    stage_tsan
    stage_memcheck
    stage_clang
    stage_mpich
    stage_tidy
}

# -R and --rerun-failed: in the development build.
run_chosen() {
    stage "configure" configure dev || exit 1
    stage "build" build_for dev "${chosen[@]}" || exit 1
    stage "tests" run_tests dev "${chosen[@]}" || true
}

# Tier, seconds in the last runs here, name.
list_tests() {
    configure dev
    awk 'NR == FNR { if ($1 != "---") time[$1] = $3; next } { printf "%-11s %8s  %s\n", $1, $2 in time ? sprintf("%.1f", time[$2]) : "-", $2 }' \
        <(cat build/dev/Testing/Temporary/CTestCostData.txt 2>/dev/null) build/dev/tests.txt
}

# Every slice takes one in `slices` of the thorough tests; the number of commits says which. Random cases with other seeds are left to --all:
# they may find what has been there for long.
slices=16
run_slice() {
    local turn pattern
    turn=$(($(git rev-list --count HEAD) % slices))
    pattern=$(awk -v slices=$slices -v turn="$turn" '$1 == "thorough" && $2 !~ /\.seed_/ && n++ % slices == turn { print $2 }' build/dev/tests.txt |
        sed 's/[][().*+?^$|]/\\&/g' | paste -sd'|')
    build_for dev -R "^($pattern)\$" && run_tests dev -R "^($pattern)\$"
}

# The rooms that have changed are compiled once more, with sanitizers, and linked with the rest of the development build.
test_changed_under_sanitizers() {
    local rooms
    rooms=$(changed_rooms | paste -sd';')
    [ -n "$rooms" ] || return 0
    stage "sanitizers for $(tr ';' '\n' <<<"$rooms" | wc -l) rooms: build" build_sanitized "$rooms" || return 0
    stage "sanitizers: tests" run_tests dev -L '^sanitized$' || true
}

build_sanitized() {
    configure dev -DTESSERA_SANITIZED_ROOMS="$1" && cmake --build --preset dev --parallel "$jobs" --target sanitized_tests
}

tidy_changes() {
    local batches
    share/bin/setup tidy
    batches=$(changed_sources '^(libcore|cli|gui)/' | share/bin/tidy --batches-of | head -n 14 | paste -sd'|')
    [ -z "$batches" ] || share/bin/tidy "^($batches)\$"
}

stage_headers() {
    stage "configure" configure dev -DTESSERA_VERIFY_HEADERS=ON || exit 1
    stage "headers one by one" cmake --build --preset dev --parallel "$jobs" --target all_verify_interface_header_sets || true
}

stage_sources() {
    stage "sources one by one" share/bin/compile-alone || true
}

stage_asan() {
    stage "asan: configure" configure asan || exit 1
    # The tests of separate jobs start the examples, which are not built here.
    local choice=(-L '^(unit|property|mpi|sanitizers)$' -E channel_jobs "${chosen[@]}")
    stage "asan: build" build_for asan "${choice[@]}" || return 0
    stage "asan: tests" run_tests asan "${choice[@]}" || true
}

stage_tsan() {
    stage "tsan: configure" configure tsan || exit 1
    stage "tsan: build" build_for tsan -L '^threads$' "${chosen[@]}" || return 0
    stage "tsan: tests" run_tests tsan -L '^threads$' "${chosen[@]}" || true
}

stage_memcheck() {
    stage "set-up of memcheck" share/bin/setup memcheck || exit 1
    stage "memcheck: configure" configure dev || exit 1
    local choice=(-C memcheck -L '^memcheck$' "${chosen[@]}")
    stage "memcheck: build" build_for dev "${choice[@]}" || return 0
    stage "memcheck: tests" run_tests dev "${choice[@]}" || true
}

stage_clang() {
    stage "set-up of clang" share/bin/setup clang || exit 1
    stage "clang: configure" configure clang || exit 1
    stage "clang: build" cmake --build --preset clang --parallel "$jobs" || return 0
    stage "clang: tests" run_tests clang -L '^(unit|property|fuzz)$' "${chosen[@]}" || true
}

stage_mpich() {
    export TESSERA_CASES=${TESSERA_CASES:-20} # more ranks than processors take long here
    stage "set-up of MPICH" share/bin/setup mpich || exit 1
    stage "mpich: configure" configure mpich || exit 1
    local choice=(-R '^mpi\..*\.(1|2|4)$|^cli\.last_line$')
    [ ${#chosen[@]} -eq 0 ] || choice=("${chosen[@]}")
    stage "mpich: build" build_for mpich "${choice[@]}" || return 0
    stage "mpich: tests" run_tests mpich "${choice[@]}" || true
}

stage_tidy() {
    stage "tidy" share/bin/tidy || true
}
