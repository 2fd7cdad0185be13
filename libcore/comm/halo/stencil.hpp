// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which neighbours of an element a computation reads.
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

/// The offsets, one per dimension and counted in elements, from an element to those that are read to compute it.
///
/// Kept as boxes of offsets that together hold each of them: a star has one box per dimension, a block of neighbours is one box.
/// The offset 0 (the element itself) may be in a box and means nothing.
class Stencil {
  public:
    /// Offsets in [begin, end) per dimension.
    using OffsetBox = std::vector<Run>;

    /// Neighbours along one dimension at a time: 5 points in two dimensions, 7 in three, with widths 1. Widths >= 0, one per
    /// dimension.
    [[nodiscard]] static Stencil star(std::span<ShadowWidth const> widths);
    /// All neighbours within the widths, corners too: 9 points in two dimensions, 27 in three.
    [[nodiscard]] static Stencil box(std::span<ShadowWidth const> widths);
    /// Each offset has `dims` entries. Error: one has not, or lies beyond max_width.
    [[nodiscard]] static Result<Stencil> of_offsets(std::span<Extents const> offsets, int dims);

    /// "3" (one dimension), "5" and "9" (two), "7" and "27" (three), and for any number of dimensions "star:W" and "box:W" with a
    /// width W. Error: no such name, or not for so many dimensions.
    [[nodiscard]] static Result<Stencil> named(std::string_view name, int dims);
    /// One offset per line: `dims` whole numbers between blanks or commas; what follows a '#' is a comment.
    /// Error: the line that says something else; no offset at all.
    [[nodiscard]] static Result<Stencil> parse(std::string_view text, int dims, std::string const& file);

    [[nodiscard]] int dims() const { return static_cast<int>(widths_.size()); }
    [[nodiscard]] std::span<OffsetBox const> boxes() const { return boxes_; }
    /// The farthest offsets per dimension, below and above.
    [[nodiscard]] std::span<ShadowWidth const> widths() const { return widths_; }
    /// How many offsets other than 0.
    [[nodiscard]] Index points() const;

    /// What `steps` >= 1 steps of the computation read together, so that one exchange serves them all: sums of that many offsets.
    /// Errors: it reaches beyond max_width; the work was stopped. Cost: a box of offsets at once, others step by step.
    [[nodiscard]] Result<Stencil> widened(Index steps, Watch const& watch = {}) const;
    /// What one step of `next` reads where each of its elements was computed by this stencil: widened(k).followed_by(*this) is
    /// widened(k + 1), at the cost of one step. Precondition: the same number of dimensions. Error: it reaches beyond max_width.
    [[nodiscard]] Result<Stencil> followed_by(Stencil const& next) const;

    /// No offset reaches farther.
    static constexpr Index max_width = Index{1} << 32;

  private:
    Stencil(std::vector<OffsetBox> boxes, int dims);

    std::vector<OffsetBox> boxes_; // none holds another
    std::vector<ShadowWidth> widths_;
};

} // namespace tessera
