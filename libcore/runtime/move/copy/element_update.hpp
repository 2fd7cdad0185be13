// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the update of elements on their way.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <complex>
#include <cstddef>
#include <optional>

namespace tessera {

/// target = beta * target + alpha * op(source), where op is a copy or the complex conjugate (CopyMap of the plan transposes).
/// The source element is first converted to the target's type by the rules of C++; all arithmetic uses that type. If beta is
/// 0, the target is not read and may hold anything before.
struct ElementUpdate {
    std::complex<double> alpha = 1;
    std::complex<double> beta = 0;
    bool conjugate = false;                       ///< no effect on real elements
    std::optional<ElementType> to = std::nullopt; ///< the type of the target's elements; empty: the type that the plan's target
                                                  ///< declares
    /// Allows conversions that can change a value. real8 to real4 rounds. A float loses its fraction and is clamped to an
    /// integer's bounds; NaN becomes 0. Integers are taken modulo 2^bits. A complex number keeps its real part.
    bool may_lose = false;
};

/// An update compiled for two types.
class ElementArithmetic {
  public:
    /// Types are int8 to int64, uint8 to uint64, float32, float64, complex64, complex128, and, as a source, bool (0 or 1).
    /// Errors: another type; a conversion that can lose a value without may_lose; an imaginary factor for elements that are
    /// not complex; a factor that is no integer for integer elements.
    [[nodiscard]] static Result<ElementArithmetic> make(ElementType const& source, ElementType const& target,
                                                        ElementUpdate const& update);

    /// Returns whether the update only copies elements. Then any type is allowed and make() is not needed.
    [[nodiscard]] static bool is_copy(ElementType const& source, ElementType const& target, ElementUpdate const& update);

    /// Updates `count` elements that are contiguous and aligned in memory on both sides. Both may be the same if the types are
    /// and targets are not read.
    void apply(std::byte const* sources, std::byte* targets, Index count) const;
    [[nodiscard]] bool reads_targets() const { return factors_.beta != std::complex<double>(0); }
    [[nodiscard]] bool converts() const { return convert_ != nullptr; } ///< the types differ
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
    Convert convert_ = nullptr; // null: no conversion
    Combine combine_ = nullptr; // null: only the conversion
    Index source_bytes_ = 0;
    Index target_bytes_ = 0;
};

} // namespace tessera
