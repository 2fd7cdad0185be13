// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a move makes of the elements on their way.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <complex>
#include <cstddef>
#include <optional>

namespace tessera {

/// target = beta * target + alpha * op(source), where op is the copy or its complex conjugate (a transposition is the plan's:
/// CopyMap). The source's element is converted to the target's type first, by the rules of C++; all arithmetic is done in that
/// type. With beta 0 the target is not read, so that it may hold anything before.
struct ElementUpdate {
    std::complex<double> alpha = 1;
    std::complex<double> beta = 0;
    bool conjugate = false;                       ///< of real elements: themselves
    std::optional<ElementType> to = std::nullopt; ///< the type of the target's elements; nothing: as the plan's target declares
    /// Allows conversions that can change a value: real8 to real4 rounds, a float beyond an integer's bounds becomes the bound (not
    /// a number: 0) and its fraction is dropped, integers are taken modulo 2^bits, of complex numbers the real part is kept.
    bool may_lose = false;
};

/// An update made ready for two types.
class ElementArithmetic {
  public:
    /// Types are int8 to int64, uint8 to uint64, float32, float64, complex64, complex128, and bool as a source (0 or 1).
    /// Errors: another type; a conversion that can lose a value, unless it may; an imaginary factor of elements that are not
    /// complex; a factor of integers that is no integer.
    [[nodiscard]] static Result<ElementArithmetic> make(ElementType const& source, ElementType const& target,
                                                        ElementUpdate const& update);

    /// Would it only copy elements? Then any type will do, and make() is not wanted.
    [[nodiscard]] static bool is_copy(ElementType const& source, ElementType const& target, ElementUpdate const& update);

    /// Updates `count` elements that lie one behind the other, in memory aligned for them, on both sides.
    void apply(std::byte const* sources, std::byte* targets, Index count) const;
    [[nodiscard]] bool reads_targets() const { return factors_.beta != std::complex<double>(0); }
    [[nodiscard]] Index source_bytes() const { return source_bytes_; }
    [[nodiscard]] Index target_bytes() const { return target_bytes_; }

    struct Factors {
        std::complex<double> alpha;
        std::complex<double> beta;
        bool conjugate = false;
    };
    using Convert = void (*)(std::byte const* from, std::byte* to, Index count);
    using Combine = void (*)(std::byte const* sources, std::byte* targets, Index count, Factors const& factors);

  private:
    ElementArithmetic() = default;

    Factors factors_;
    Convert convert_ = nullptr; // nothing to convert
    Combine combine_ = nullptr; // nothing beyond it
    Index source_bytes_ = 0;
    Index target_bytes_ = 0;
};

} // namespace tessera
