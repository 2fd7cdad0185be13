// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a stencil, the neighbours of an element that a computation reads.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/run.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The offsets from an element to the elements that are read to compute it, one per dimension, counted in elements.
///
/// Stored as boxes of offsets whose union contains all offsets: a star has one box per dimension, a block of neighbours is one box.
/// The offset 0 (the element itself) may be in a box and has no effect.
class Stencil {
  public:
    /// The offsets in [begin, end), per dimension.
    using OffsetBox = std::vector<Run>;

    /// Makes a star: neighbours along one dimension at a time. With widths 1: 5 points in two dimensions, 7 in three. Widths >= 0,
    /// one per dimension.
    [[nodiscard]] static Stencil star(std::span<ShadowWidth const> widths);
    /// Makes a box: all neighbours within the widths, corners included. With widths 1: 9 points in two dimensions, 27 in three.
    [[nodiscard]] static Stencil box(std::span<ShadowWidth const> widths);
    /// Makes a stencil of listed offsets. Each has `dims` entries. Error: one has a different number, or exceeds max_width.
    [[nodiscard]] static Result<Stencil> of_offsets(std::span<Extents const> offsets, int dims);

    /// Makes a stencil by name: "3" (one dimension), "5" and "9" (two), "7" and "27" (three), or for any number of dimensions
    /// "star:W" and "box:W" with a width W. Error: an unknown name, or one for a different number of dimensions.
    [[nodiscard]] static Result<Stencil> named(std::string_view name, int dims);
    /// Parses a text with one offset per line: `dims` whole numbers, separated by blanks or commas; text after a '#' is a comment.
    /// Errors: any other line (the error names it); no offset at all.
    [[nodiscard]] static Result<Stencil> parse(std::string_view text, int dims, std::string const& file);

    [[nodiscard]] int dims() const { return static_cast<int>(widths_.size()); }
    [[nodiscard]] std::span<OffsetBox const> boxes() const { return boxes_; }
    /// Returns the farthest offsets per dimension, below and above.
    [[nodiscard]] std::span<ShadowWidth const> widths() const { return widths_; }
    /// Returns the number of offsets other than 0.
    [[nodiscard]] Index points() const;

    /// Returns the stencil of `steps` >= 1 steps of the computation together (sums of that many offsets), so that one exchange
    /// serves them all. Errors: it exceeds max_width; the work was stopped. Cost: one operation for a single box of offsets,
    /// otherwise all steps.
    [[nodiscard]] Result<Stencil> widened(Index steps, Watch const& watch = {}) const;
    /// Returns the stencil of one step of `next` on elements that were computed with this stencil. widened(k).followed_by(*this) is
    /// widened(k + 1), at the cost of one step. Precondition: the same number of dimensions. Error: it exceeds max_width.
    [[nodiscard]] Result<Stencil> followed_by(Stencil const& next) const;

    /// Largest size of an offset.
    static constexpr Index max_width = Index{1} << 32;

  private:
    Stencil(std::vector<OffsetBox> boxes, int dims);

    std::vector<OffsetBox> boxes_; // no box contains another
    std::vector<ShadowWidth> widths_;
};

} // namespace tessera
