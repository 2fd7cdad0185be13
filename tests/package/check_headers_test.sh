#!/bin/bash
# Sees check_headers.sh fail on headers that lean on others: check_headers_test.sh SCRATCH-FOLDER COMPILER
set -uo pipefail
check=$(cd "$(dirname "$0")" && pwd)/check_headers.sh
scratch=$1 compiler=$2
failures=0

# tree: a good header, and one that includes it.
tree() {
    rm -rf "$scratch" && mkdir -p "$scratch/a"
    printf '%s\n' '#pragma once' '#include <vector>' 'inline std::vector<int> numbers() { return {}; }' >"$scratch/a/numbers.hpp"
    printf '%s\n' '#pragma once' '#include "a/numbers.hpp"' 'inline auto more() { return numbers(); }' >"$scratch/a/more.hpp"
}

# expect CODE NAME: what the check says of the tree.
expect() {
    "$check" "$scratch" "$compiler" >"$scratch.said" 2>&1
    [ $? -ne 0 ] && found=bad || found=good
    [ $found = "$1" ] || { echo "FAILED: $2 was found $found" && cat "$scratch.said" && failures=1; }
}

tree && expect good "a tree in order"
tree && echo 'inline std::string text();' >>"$scratch/a/more.hpp" && expect bad "a header without what it needs"
tree && sed -i '/<vector>/d' "$scratch/a/numbers.hpp" && expect bad "a header that is only seen through another"
tree && sed -i '/<vector>/d' "$scratch/a/numbers.hpp" && sed -i '1a #include <vector>' "$scratch/a/more.hpp" &&
    expect bad "a header that another one helps"
tree && rm "$scratch/a/numbers.hpp" && expect bad "a header that is not installed"
[ $failures -eq 0 ] && echo "every fault was found"
exit $failures
