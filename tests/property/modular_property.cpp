// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arithmetic modulo a number and sums of floors, against counting.
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/base/floor_sum.hpp"
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

bool floor_sums() {
    return rc::check("sums of floors, their weights and squares, term by term", [] {
        Index const count = between(0, 15), start = between(0, 50), step = between(0, 50), divisor = between(1, 20);
        FloorMoments expected;
        for (Index i = 0; i < count; ++i) {
            Index const quotient = (start + step * i) / divisor;
            expected.quotients += quotient;
            expected.weighted += i * quotient;
            expected.squares += quotient * quotient;
        }
        auto const moments = floor_moments(count, start, step, divisor);
        RC_ASSERT(bool(floor_sum(count, start, step, divisor) == expected.quotients));
        RC_ASSERT(bool(moments.quotients == expected.quotients));
        RC_ASSERT(bool(moments.weighted == expected.weighted));
        RC_ASSERT(bool(moments.squares == expected.squares));
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=20000");
    return exit_code({first_multiple(), inverses(), floor_sums()});
}
