// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arithmetic modulo a number, against counting.
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/base/modular.hpp"
#include "tests/suite/suite.hpp"

#include <numeric>

using namespace tessera;
using namespace tessera::oracle;

namespace {

bool first_multiple() {
    return rc::check("first_multiple_in is the first multiple in the band", [] {
        Index const modulus = between(1, 80);
        Index const step = between(0, modulus - 1);
        Index const low = between(0, modulus - 1);
        Index const high = between(low, modulus - 1);
        std::optional<Index> expected;
        for (Index k = 0; k < modulus && !expected; ++k)
            if (low <= step * k % modulus && step * k % modulus <= high) expected = k;
        RC_ASSERT(first_multiple_in(step, modulus, low, high) == expected);
    });
}

bool inverses() {
    return rc::check("an inverse inverts, up to 2^62", [] {
        Index const modulus = between(1, Index{1} << 62);
        Index const a = between(0, Index{1} << 62);
        RC_PRE(std::gcd(a, modulus) == 1);
        Index const inverse = inverse_mod(a, modulus);
        RC_ASSERT((0 <= inverse && inverse < modulus));
        RC_ASSERT(mul_mod(a, inverse, modulus) == 1 % modulus);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=20000");
    return exit_code({first_multiple(), inverses()});
}
