// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of regular steps on a mesh, a torus or a hypercube, computed dimension by dimension.
#pragma once

#include "libcore/network/grid.hpp"
#include "libcore/network/link_loads.hpp"
#include "libcore/network/pattern_loads.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace tessera::detail {

/// The transfers of the nodes of one line, by the coordinate x of its dimension; n is the extent.
struct LinePattern {
    enum class Shape {
        Shift,      ///< x sends to x + amount, modulo n
        Reflection, ///< x sends to amount - x, modulo n
        Xor,        ///< x sends to x xor amount
        XorCarry,   ///< x sends to (x + 1 mod n) xor amount
        XorBorrow,  ///< x sends to (x xor amount) - 1, modulo n
        XorBoth,    ///< x sends to ((x + 1 mod n) xor amount) - 1, modulo n
        Gather,     ///< every other coordinate sends to `amount`
        Scatter,    ///< `amount` sends to every other coordinate
        Everything  ///< every coordinate sends to every other one
    };
    static constexpr std::size_t shapes = 9;
    Shape shape = Shape::Shift;
    int amount = 0;
};

/// Ranks are placed row-major on all nodes, so the coordinates are the digits of a rank's number. A step changes the number digit
/// by digit, with at most a carry from the lower digits. A message moves along the last dimension first. So on a line of dimension
/// d it has the target's coordinates in the dimensions after d, and the source's coordinates in those before d. Therefore the lines
/// of a dimension have only a few different one-dimensional patterns. Each is routed once and cached.
class GridPatternLoads final : public PatternLoads {
  public:
    /// The grid must outlive the object.
    explicit GridPatternLoads(Grid const& grid);

    [[nodiscard]] bool knows(StepPattern const& pattern) const override;
    [[nodiscard]] PatternPeak peak(StepPattern const& pattern) override;
    [[nodiscard]] std::vector<Index> messages(StepPattern const& pattern) override;

  private:
    /// A class of lines of one dimension with equal loads: those whose number modulo `period` is in [first, last), except
    /// `without`. The class begins with line `first`.
    struct LineClass {
        LinePattern pattern;
        Index weight = 1; ///< number of messages that each message of the pattern represents
        int first = 0;
        int last = 0;
        int period = 1;
        int without = -1;
    };
    /// The peak load of a pattern on a line of a dimension.
    struct LinePeak {
        Index messages = -1; ///< -1: not routed yet
        int link = 0;        ///< the first link with the most messages, numbered within the line
    };
    struct Dimension {
        std::unique_ptr<Grid const> line;
        std::unique_ptr<Placement const> placement;
        std::unique_ptr<LoadCounter> counter;
        std::vector<LinePeak> known[LinePattern::shapes]; // indexed by amount
    };

    void find_classes(StepPattern const& pattern, std::size_t dim);
    void add_shift(StepPattern const& pattern, std::size_t dim);
    void add_reflection(StepPattern const& pattern, std::size_t dim);
    void add_shifted_xor(StepPattern const& pattern, std::size_t dim);
    [[nodiscard]] LinePeak const& peak_on_line(std::size_t dim, LinePattern pattern);
    /// Returns the number of messages on each link of the line.
    [[nodiscard]] std::vector<Index> messages_on_line(std::size_t dim, LinePattern pattern);
    [[nodiscard]] int lines_behind(std::size_t dim) const; ///< product of the extents of the dimensions after `dim`
    [[nodiscard]] int lines(std::size_t dim) const { return grid_.nodes() / grid_.extents()[dim]; }
    void consider(PatternPeak& peak, std::size_t dim, LineClass const& lines);

    Grid const& grid_;
    std::vector<Dimension> dims_;
    std::vector<LineClass> classes_; // classes of the current dimension
    std::vector<Transfer> transfers_;
};

} // namespace tessera::detail
