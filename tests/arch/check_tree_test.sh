#!/bin/bash
# Breaks every rule of rules.awk once, each in a small tree of its own, and sees check_tree.sh name the breach.
# Usage: check_tree_test.sh SCRATCH-FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$1
failures=0

# source_file PATH LINES...: a file that keeps the rules, with these lines added.
source_file() {
    local path=$scratch/tree/$1
    shift
    mkdir -p "$(dirname "$path")"
    {
        echo "// SPDX-License-Identifier: BSD-3-Clause"
        echo "// Tessera: a file of the test of the tests."
        [[ $path != *.hpp ]] || echo "#pragma once"
        printf '%s\n' "$@"
    } >"$path"
}

clean_tree() {
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree"/libcore/{base,sets,mapping,spec,redist,scene,report,runtime/{mpi,move/copy,elements},files/{codec,store}}
    printf '%s\n' 'set(TESSERA_CORE_ROOMS' '  base' '  sets' '  mapping' '  spec' '  redist' '  scene' '  report)' \
        'set(TESSERA_RUNTIME_ROOMS' '  mpi' '  move/copy' '  elements' '  move)' \
        'set(TESSERA_FILES_ROOMS' '  codec' '  store)' >"$scratch/tree/libcore/CMakeLists.txt"
    source_file libcore/base/index.hpp "#include <cstdint>"
    source_file libcore/redist/plan.cpp '#include "libcore/sets/run.hpp"' "#include <fmt/format.h>" "// std::cout is only mentioned" \
        '    if (long_enough) { plans.push_back(TRY(plan_of({1, 2}))); }' '    each([&] { return TRY(f({.a = 1})); }, {1, 2});'
    source_file libcore/runtime/mpi/communicator.hpp '#include "libcore/redist/plan.hpp"' "#include <mpi.h>" "#include <chrono>"
    source_file libcore/runtime/elements/data.cpp '#include "libcore/runtime/move/copy/loop.hpp"'
    source_file cli/redist/command.cpp '#include "cli/common/exit.hpp"' '#include "cli/redist/command.hpp"' "#include <iostream>"
    source_file tests/unit/sets/run_test.cpp '#include "libcore/sets/run.hpp"' "#include <QTest>" '#include "run_test.moc"' \
        "    void runs_data();" "    void runs() { run(); }"
    source_file tests/mpi/move_test.cpp '#include "libcore/runtime/mpi/communicator.hpp"' "#include <mpi.h>"
}

report() {
    echo "FAILED: $1" >&2
    sed 's/^/    /' "$scratch/said" >&2
    failures=$((failures + 1))
}

# Judges the tree as it stands: the check must fail and say TEXT about PATH.
expect_breach() {
    local path=$1 text=$2
    if "$here/check_tree.sh" "$scratch/tree" >"$scratch/said" 2>&1; then
        report "$path was accepted, expected: $text"
    elif ! grep -F -- "$text" "$scratch/said" | grep -q "^$path:"; then
        report "$path was refused for another reason than: $text"
    fi
}

# breach PATH TEXT LINES...: a clean tree with one bad file.
breach() {
    local path=$1 text=$2
    shift 2
    clean_tree
    source_file "$path" "$@"
    expect_breach "$path" "$text"
}

# bare_breach PATH TEXT CONTENT: the same, with the file's whole content given.
bare_breach() {
    clean_tree
    mkdir -p "$(dirname "$scratch/tree/$1")"
    printf '%s\n' "$3" >"$scratch/tree/$1"
    expect_breach "$1" "$2"
}

clean_tree
"$here/check_tree.sh" "$scratch/tree" >"$scratch/said" 2>&1 || report "a clean tree was refused"

breach libcore/base/wrong.cpp "room base comes before room sets" '#include "libcore/sets/run.hpp"'
breach libcore/sets/wrong.hpp "room sets comes before room mapping" '# include "libcore/mapping/mapping.hpp"'
breach libcore/report/wrong.cpp "room report comes before room runtime" '#include "libcore/runtime/mpi/communicator.hpp"'
breach libcore/runtime/elements/wrong.cpp "room runtime/elements comes before room runtime/move " '#include "libcore/runtime/move/moves.hpp"'
breach libcore/runtime/move/copy/wrong.cpp "room runtime/move/copy comes before room runtime/elements" \
    '#include "libcore/runtime/elements/data.hpp"'
breach libcore/runtime/mpi/wrong.cpp "room runtime comes before room files" '#include "libcore/files/store/array_format.hpp"'
breach libcore/files/codec/wrong.cpp "room files/codec comes before room files/store" '#include "libcore/files/store/array_format.hpp"'
breach libcore/files/codec/wrong.cpp "what is inside of a file format" '#include "libcore/files/store/npy/npy_format.hpp"'
breach cli/redist/wrong.cpp "what is inside of a file format" '#include "libcore/files/store/hdf5/hdf5_type.hpp"'
breach libcore/runtime/attic/wrong.cpp "libcore/runtime/attic is no room" ""
breach libcore/attic/wrong.cpp "libcore/attic is no room" ""
breach libcore/redist/wrong.cpp "libcore/sets/detail belongs to its room" '#include "libcore/sets/detail/run.hpp"'
breach libcore/runtime/elements/wrong.cpp "libcore/runtime/mpi/detail belongs to its room" '#include "libcore/runtime/mpi/detail/node.hpp"'
breach cli/redist/wrong.cpp "libcore/sets/detail belongs to its room" '#include "libcore/sets/detail/run.hpp"'
breach libcore/spec/wrong.cpp "libcore includes only libcore" '#include "cli/common/exit.hpp"'
breach libcore/spec/wrong.cpp "written from the project's root" '#include "../sets/run.hpp"'
breach libcore/redist/wrong.cpp "MPI stays in libcore/runtime" "#include <mpi.h>"
breach cli/redist/wrong.cpp "storage libraries stay in libcore/files" "#include <hdf5.h>"
breach libcore/runtime/mpi/wrong.cpp "storage libraries stay in libcore/files" "#include <zlib.h>"
breach tests/unit/sets/wrong.cpp "MPI stays in libcore/runtime" "#include <mpi.h>"
breach tests/unit/sets/wrong.cpp "unit and property tests run without MPI" '#include "libcore/runtime/mpi/communicator.hpp"'
breach libcore/scene/wrong.cpp "Qt stays in the window" "#include <QString>"
breach cli/distplan/wrong.cpp "Qt stays in the window" "#include <QtCore/QString>"
breach libcore/redist/plan.cpp "isl stays in" "#include <isl/set.h>"
breach cli/distplan/wrong.cpp "a command includes its own folder" '#include "cli/redist/command.hpp"'
breach gui/session/wrong.cpp "does not include commands" '#include "cli/redist/command.hpp"'
breach libcore/sets/wrong.cpp "neither prints nor reads a clock" "#include <iostream>"
breach libcore/sets/wrong.cpp "neither prints nor reads a clock" "#include <chrono>"
breach libcore/sets/wrong.cpp "neither prints nor reads a clock" 'void f() { fmt::print("x"); }'
breach libcore/sets/wrong.hpp "for .cpp files" "#include <nlohmann/json.hpp>"
breach tests/unit/sets/wrong.cpp "it would never run" "    void sets_without_data();"
breach libcore/sets/wrong.hpp "TRY is a macro for .cpp files" '#include "libcore/base/try.hpp"'
breach libcore/sets/wrong.cpp "TRY in a braced list" 'Run run{TRY(first()), 2};'
breach libcore/sets/wrong.cpp "TRY in a braced list" 'Run run{first, 1 + TRY(last())};'
breach libcore/sets/wrong.cpp "TRY in a braced list" '    .first = TRY(first())};'
breach libcore/sets/wrong.cpp "quadratic time for many members" "using Json = nlohmann::ordered_json;"
bare_breach libcore/sets/wrong.cpp "the first line names the licence" "int x;"
bare_breach libcore/sets/wrong.cpp "the second line is" $'// SPDX-License-Identifier: BSD-3-Clause\nint x;'
bare_breach libcore/sets/wrong.hpp "#pragma once" $'// SPDX-License-Identifier: BSD-3-Clause\n// Tessera: a header.\nint x;'
mapfile -t many < <(seq -f '// %g' 799)
breach libcore/sets/wrong.cpp "has 801 lines" "${many[@]}"

clean_tree
rm -r "$scratch/tree/libcore/scene"
expect_breach libcore/CMakeLists.txt "libcore/scene is listed as a room and does not exist"

clean_tree
touch "$scratch/tree/output"
git -C "$scratch/tree" init -q
git -C "$scratch/tree" add --all
expect_breach output "does not belong at the top of the tree"

rm -rf "$scratch/tree"
mkdir -p "$scratch/tree"
"$here/check_tree.sh" "$scratch/tree" >"$scratch/said" 2>&1 && report "an empty tree was accepted"

[ $failures -eq 0 ] && echo "every rule was seen to fail"
