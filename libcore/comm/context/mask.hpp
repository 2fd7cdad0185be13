// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a condition on the indices of an array, and the context that it makes of each rank's elements (pC*, sections 3.3 and
// 6.1).
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

/// A number or a condition of a mask. Divisions round down, also by negative numbers, and a remainder is what they leave.
struct MaskTerm {
    enum class Kind { Number, Subscript, Negate, Add, Subtract, Multiply, Divide, Remainder, Less, LessEqual, Equal, Not, And, Or };
    Kind kind = Kind::Number;
    Index number = 0; ///< of Number; of Subscript the dimension, from 0, whose index in the array's own bounds it is
    std::vector<MaskTerm> parts;
    friend bool operator==(MaskTerm const&, MaskTerm const&) = default;
};

/// "i > 1 and (i + j) % 2 == 0": whole numbers, the indices i, j, k, ... (or i1, i2, ...) in the array's own bounds, + - * / % and
/// comparisons, and, or, not. / rounds down, and % is what it leaves: with a positive divisor never negative. a <= i < b works.
class Mask {
  public:
    /// `source` is the name that errors give the text. Errors, with their place: words that are not known, a condition where a
    /// number belongs and the other way round; what on this array might divide by 0 or need more than 64 bits.
    [[nodiscard]] static Result<Mask> parse(std::string text, ArraySpec const& array, std::string_view source = "mask");

    /// The elements whose flag is not 0. `flags`: one for each element, in the array's storage order; `text` is what stands for
    /// them. Precondition: as many flags as elements.
    [[nodiscard]] static Mask of_flags(std::vector<std::uint8_t> const& flags, ArraySpec const& array, std::string text);

    /// The elements that meet both. Precondition: both masks are for the same array.
    [[nodiscard]] Mask and_in(Mask const& other) const;

    [[nodiscard]] std::string const& text() const { return text_; }

    /// The condition; a part that has one value alone is that number. No operation on the array's indices leaves 64 bits or divides
    /// by 0, whatever `and` and `or` leave out. Nothing where flags are a part of the mask.
    [[nodiscard]] std::optional<MaskTerm> term() const;

    /// Which elements of a grid position the condition holds for. Its positions are the elements that the position owns, in the
    /// order of its memory without shadow and padding (for_each_stretch, context_places.hpp, finds them there).
    /// What compares one index with numbers is a box, written without asking any element (Figs. 6.2 to 6.4); `and` asks its right
    /// side where the left one holds, `or` where it does not. Cost: the runs of boxes; of other comparisons, the elements asked.
    [[nodiscard]] Context context(Mapping const& mapping, Index position) const;

    /// Which elements of a box (0-based indices of the array that the mask was parsed for) it holds for: its positions are the
    /// elements in the order of BoxSet. Cost: as above.
    [[nodiscard]] Context context(ArraySpec const& array, BoxSet const& elements) const;

    /// Are there only boxes, so that no element is asked?
    [[nodiscard]] bool only_boxes() const;

  private:
    /// One condition, or one list of flags: the other one is null.
    struct Part {
        std::shared_ptr<detail::MaskTree const> tree;
        std::shared_ptr<std::vector<bool> const> flags;
    };
    Mask(std::string text, std::vector<Part> parts) : text_(std::move(text)), parts_(std::move(parts)) {}
    /// Those of the domain that meet all parts.
    [[nodiscard]] Context where_all(ArraySpec const& array, detail::MaskDomain const& domain) const;

    std::string text_;
    std::vector<Part> parts_; // all must hold
};

} // namespace tessera
