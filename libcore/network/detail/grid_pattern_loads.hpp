// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of regular steps on a mesh, a torus or a hypercube, one dimension at a time.
#pragma once

#include "libcore/network/grid.hpp"
#include "libcore/network/link_loads.hpp"
#include "libcore/network/pattern_loads.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace tessera::detail {

/// What the nodes of one line do, in the coordinate x of its dimension; extent n.
struct LinePattern {
    enum class Shape {
        Shift,      ///< x sends to x + amount, modulo n
        Reflection, ///< x sends to amount - x, modulo n
        Xor,        ///< x sends to x xor amount
        XorCarry,   ///< x sends to (x + 1 mod n) xor amount
        XorBorrow,  ///< x sends to (x xor amount) - 1, modulo n
        XorBoth,    ///< x sends to ((x + 1 mod n) xor amount) - 1, modulo n
        Gather,     ///< all send to `amount`
        Scatter,    ///< `amount` sends to all
        Everything  ///< all send to all
    };
    static constexpr std::size_t shapes = 9;
    Shape shape = Shape::Shift;
    int amount = 0;
};

/// Ranks lie row-major on all nodes, so a rank's number has the coordinates for digits, and a step changes it digit by digit, with
/// a carry from the lower ones at most. A message goes along the last dimension first; on a line of dimension d it finds itself
/// where the dimensions behind d have their target's coordinates and those before d their source's. Lines of a dimension therefore
/// carry one of a few patterns of one dimension, which are routed once each and remembered.
class GridPatternLoads final : public PatternLoads {
  public:
    /// The grid must outlive it.
    explicit GridPatternLoads(Grid const& grid);

    [[nodiscard]] bool knows(StepPattern const& pattern) const override;
    [[nodiscard]] PatternPeak peak(StepPattern const& pattern) override;
    [[nodiscard]] std::vector<Index> messages(StepPattern const& pattern) override;

  private:
    /// Lines of one dimension that carry the same: those whose number modulo `period` is in [first, last), but not `without`. The
    /// first of them is line `first`.
    struct LineClass {
        LinePattern pattern;
        Index weight = 1; ///< each message of the pattern stands for so many
        int first = 0;
        int last = 0;
        int period = 1;
        int without = -1;
    };
    /// What a pattern comes to on a line of a dimension.
    struct LinePeak {
        Index messages = -1; ///< -1: not routed yet
        int link = 0;        ///< the first of those with the most, numbered within the line
    };
    struct Dimension {
        std::unique_ptr<Grid const> line;
        std::unique_ptr<Placement const> placement;
        std::unique_ptr<LoadCounter> counter;
        std::vector<LinePeak> known[LinePattern::shapes]; // by amount
    };

    void find_classes(StepPattern const& pattern, std::size_t dim);
    void add_shift(StepPattern const& pattern, std::size_t dim);
    void add_reflection(StepPattern const& pattern, std::size_t dim);
    void add_shifted_xor(StepPattern const& pattern, std::size_t dim);
    [[nodiscard]] LinePeak const& peak_on_line(std::size_t dim, LinePattern pattern);
    /// The messages on each link of the line.
    [[nodiscard]] std::vector<Index> messages_on_line(std::size_t dim, LinePattern pattern);
    [[nodiscard]] int lines_behind(std::size_t dim) const; ///< product of the extents of the dimensions behind
    [[nodiscard]] int lines(std::size_t dim) const { return grid_.nodes() / grid_.extents()[dim]; }
    void consider(PatternPeak& peak, std::size_t dim, LineClass const& lines);

    Grid const& grid_;
    std::vector<Dimension> dims_;
    std::vector<LineClass> classes_; // of one dimension
    std::vector<Transfer> transfers_;
};

} // namespace tessera::detail
