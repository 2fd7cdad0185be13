// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a condition on the indices of an array, and the context of each rank's elements that meet it (pC*, sections 3.3
// and 6.1).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/box_set.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

namespace detail {
struct MaskTree;
struct MaskDomain;
} // namespace detail

/// A number or a condition of a mask. Division rounds down, also for negative numbers, and the remainder matches it.
struct MaskTerm {
    enum class Kind { Number, Subscript, Negate, Add, Subtract, Multiply, Divide, Remainder, Less, LessEqual, Equal, Not, And, Or };
    Kind kind = Kind::Number;
    Index number =
        0; ///< for Number: the value. For Subscript: the dimension, from 0; its value is the index in the array's own bounds
    std::vector<MaskTerm> parts;
    friend bool operator==(MaskTerm const&, MaskTerm const&) = default;
};

/// A mask such as "i > 1 and (i + j) % 2 == 0": whole numbers, the indices i, j, k, ... (or i1, i2, ...) in the array's own bounds,
/// + - * / % and comparisons, and, or, not. / rounds down, and % is its remainder, which is never negative for a positive divisor.
/// a <= i < b is allowed.
class Mask {
  public:
    /// Parses a mask. `source`: name of the text in errors. Errors, with their position: unknown words; a condition instead of a
    /// number or the reverse; an operation that may divide by 0 or exceed 64 bits on this array.
    [[nodiscard]] static Result<Mask> parse(std::string text, ArraySpec const& array, std::string_view source = "mask");

    /// Makes the mask of the elements whose flag is not 0. `flags`: one per element, in the array's storage order. `text`: the
    /// text() of the mask. Precondition: as many flags as elements.
    [[nodiscard]] static Mask of_flags(std::vector<std::uint8_t> const& flags, ArraySpec const& array, std::string text);

    /// Returns the mask of the elements that meet both masks. Precondition: both masks are for the same array.
    [[nodiscard]] Mask and_in(Mask const& other) const;

    [[nodiscard]] std::string const& text() const { return text_; }

    /// Returns the condition. A part with only one possible value is that number. No operation on the array's indices exceeds 64
    /// bits or divides by 0, even if `and` and `or` evaluate all their sides. Returns nothing if the mask contains flags.
    [[nodiscard]] std::optional<MaskTerm> term() const;

    /// Returns the elements of a grid position that meet the condition. The positions of the context are the elements that the grid
    /// position owns, in the order of its memory without shadow and padding. for_each_contiguous_run in context_places.hpp finds
    /// their offsets. Comparisons of one index with numbers give a box, without testing elements (Figs. 6.2 to 6.4). `and` tests
    /// its right side where the left one holds, `or` where it does not. Cost: the runs of boxes, and for other comparisons the
    /// tested elements.
    [[nodiscard]] Context context(Mapping const& mapping, Index position) const;

    /// Returns the elements of a box that meet the condition. The box has 0-based indices of the array that the mask was parsed
    /// for. The positions of the context are the elements in the order of BoxSet. Cost: as above.
    [[nodiscard]] Context context(ArraySpec const& array, BoxSet const& elements) const;

    /// Returns whether the mask consists of boxes only, so that no element has to be tested.
    [[nodiscard]] bool only_boxes() const;

  private:
    /// One condition or one list of flags. The other pointer is null.
    struct Part {
        std::shared_ptr<detail::MaskTree const> tree;
        std::shared_ptr<std::vector<bool> const> flags;
    };
    Mask(std::string text, std::vector<Part> parts) : text_(std::move(text)), parts_(std::move(parts)) {}
    /// Returns the elements of the domain that meet all parts.
    [[nodiscard]] Context where_all(ArraySpec const& array, detail::MaskDomain const& domain) const;

    std::string text_;
    std::vector<Part> parts_; // all parts must hold
};

} // namespace tessera
