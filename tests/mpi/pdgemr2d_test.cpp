// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random submatrices moved between block-cyclic matrices by ScaLAPACK's pdgemr2d and by a Redistributor, compared byte by
// byte: padding and guards around the arrays too.
//
// Usage: local-mpirun -n N pdgemr2d_tests pdgemr2d_test [PAIRS] [SEED]
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/spec/forms/form.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

// The C interface of BLACS and ScaLAPACK, which no header declares.
extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, char const* order, int rows, int columns);
void Cblacs_gridmap(int* context, int* ranks, int leading, int rows, int columns);
void Cblacs_gridexit(int context);
int numroc_(int const* extent, int const* block, int const* coordinate, int const* first, int const* coordinates);
void Cpdgemr2d(int rows, int columns, double* a, int ia, int ja, int* desc_a, double* b, int ib, int jb, int* desc_b, int context);
}

using namespace tessera;

namespace {

/// The same numbers on every rank.
class Choice {
  public:
    explicit Choice(std::uint64_t seed) : random_(seed) {}
    int between(int low, int high) {
        return low + static_cast<int>(random_() % (static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1));
    }
    bool one_in(int n) { return between(1, n) == 1; }
    std::vector<Rank> ranks(int count, int of) {
        std::vector<Rank> all(static_cast<std::size_t>(of));
        std::iota(all.begin(), all.end(), 0);
        for (std::size_t i = 0; i < all.size(); ++i)
            std::swap(all[i], all[static_cast<std::size_t>(between(static_cast<int>(i), of - 1))]);
        all.resize(static_cast<std::size_t>(count));
        return all;
    }

  private:
    std::mt19937_64 random_;
};

/// A block-cyclic matrix as a descriptor says it, on some ranks in any order.
struct Descriptor {
    int rows, columns, row_block, column_block, grid_rows, grid_columns, first_row, first_column;
    std::vector<Rank> ranks; ///< row by row
    int padding;             ///< of the rank's columns; 0: none
    bool alike;              ///< all ranks have one leading dimension, that of the notation

    [[nodiscard]] std::string text() const {
        std::string list;
        for (Rank const rank : ranks) list += " " + std::to_string(rank);
        return std::to_string(rows) + "x" + std::to_string(columns) + " mb=" + std::to_string(row_block) +
               " nb=" + std::to_string(column_block) + " grid=" + std::to_string(grid_rows) + "x" + std::to_string(grid_columns) +
               " rsrc=" + std::to_string(first_row) + " csrc=" + std::to_string(first_column) + " ranks" + list;
    }
    [[nodiscard]] int rows_of(int grid_row) const { return numroc_(&rows, &row_block, &grid_row, &first_row, &grid_rows); }
    /// Of the rank with this number in `ranks`.
    [[nodiscard]] int leading(int number) const {
        int most = 0;
        for (int row = 0; row < grid_rows; ++row) most = std::max(most, rows_of(row));
        if (alike) return std::max(most + padding, 1);
        return std::max(rows_of(number / grid_columns) + (padding == 0 ? 0 : (padding + number) % 4), 1);
    }
};

Descriptor random_descriptor(Choice& choice, int rows, int columns, std::vector<Rank> const& candidates) {
    Descriptor matrix{rows,
                      columns,
                      choice.between(1, 9),
                      choice.between(1, 9),
                      choice.between(1, static_cast<int>(candidates.size())),
                      1,
                      0,
                      0,
                      {},
                      choice.one_in(3) ? 0 : choice.between(1, 5),
                      choice.one_in(2)};
    matrix.grid_columns = choice.between(1, static_cast<int>(candidates.size()) / matrix.grid_rows);
    matrix.first_row = choice.between(0, matrix.grid_rows - 1);
    matrix.first_column = choice.between(0, matrix.grid_columns - 1);
    matrix.ranks.assign(candidates.begin(), candidates.begin() + matrix.grid_rows * matrix.grid_columns);
    return matrix;
}

/// As the notation says it: scalapack(...), on these ranks.
Mapping mapping_of(Descriptor const& matrix, char const* name) {
    ArraySpec array;
    array.name = name;
    array.type = {"float64", 8};
    array.lower = {1, 1};
    array.extents = {matrix.rows, matrix.columns};
    std::string text = "scalapack(mb=" + std::to_string(matrix.row_block) + ",nb=" + std::to_string(matrix.column_block) +
                       ",grid=" + std::to_string(matrix.grid_rows) + "x" + std::to_string(matrix.grid_columns) +
                       ",rsrc=" + std::to_string(matrix.first_row) + ",csrc=" + std::to_string(matrix.first_column);
    if (matrix.alike) text += ",lld=" + std::to_string(matrix.leading(0));
    auto spec = read_mapping(text + ")", array);
    if (!spec) throw std::runtime_error(text + "): " + spec.error().message);
    if (spec->processors.ranks.empty()) {
        spec->processors.ranks.resize(matrix.ranks.size());
        std::iota(spec->processors.ranks.begin(), spec->processors.ranks.end(), 0);
    }
    for (Rank& rank : spec->processors.ranks) rank = matrix.ranks[static_cast<std::size_t>(rank)];
    return Mapping::make(*std::move(spec)).value();
}

constexpr double guard = -1;
constexpr int guards = 64; // elements in front of and behind an array

/// One matrix as this rank holds it.
class Side {
  public:
    Side(Descriptor const& matrix, char const* name) : mapping_(mapping_of(matrix, name)) {
        Cblacs_get(-1, 0, &context_);
        std::vector<int> map(matrix.ranks.size()); // column by column
        for (int row = 0; row < matrix.grid_rows; ++row)
            for (int column = 0; column < matrix.grid_columns; ++column)
                map[static_cast<std::size_t>(row + column * matrix.grid_rows)] =
                    matrix.ranks[static_cast<std::size_t>(row * matrix.grid_columns + column)];
        Cblacs_gridmap(&context_, map.data(), matrix.grid_rows, matrix.grid_rows, matrix.grid_columns);
        auto const found = std::ranges::find(matrix.ranks, Comm::world().rank());
        int leading = 1;
        int columns = 0;
        if (found != matrix.ranks.end()) {
            auto const number = static_cast<int>(found - matrix.ranks.begin());
            int const grid_column = number % matrix.grid_columns;
            leading = matrix.leading(number);
            columns = numroc_(&matrix.columns, &matrix.column_block, &grid_column, &matrix.first_column, &matrix.grid_columns);
            Index const position = mapping_.grid().position(*found).value();
            layout_ = matrix.alike ? LocalLayout(mapping_, position) : LocalLayout::padded(mapping_, position, leading).value();
            is_numroc_ = layout_->local_shape() == Extents{matrix.rows_of(number / matrix.grid_columns), columns};
            if (matrix.padding == 0 && !matrix.alike && columns > 1 && layout_->local_shape()[0] > 0)
                is_numroc_ = is_numroc_ && LocalLayout(mapping_, position).strides()[1] == leading;
        } else {
            context_ = -1;
        }
        elements_.assign(static_cast<std::size_t>(2 * guards + leading * columns), guard);
        descriptor_ = {1,
                       context_,
                       matrix.rows,
                       matrix.columns,
                       matrix.row_block,
                       matrix.column_block,
                       matrix.first_row,
                       matrix.first_column,
                       leading};
    }
    Side(Side const&) = delete;
    Side& operator=(Side const&) = delete;
    ~Side() {
        if (context_ >= 0) Cblacs_gridexit(context_);
    }

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }
    [[nodiscard]] double* data(std::vector<double>& elements) const { return elements.data() + guards; }
    [[nodiscard]] std::vector<double>& elements() { return elements_; }
    [[nodiscard]] int* descriptor() { return descriptor_.data(); }
    /// Does the standard layout hold what NUMROC says, without gaps?
    [[nodiscard]] bool is_numroc() const { return is_numroc_; }
    void fill() {
        if (!layout_) return;
        layout_->owned().for_each([&](std::span<Index const> index) {
            Index const at = layout_->offset(layout_->global_to_local(index).value());
            data(elements_)[at] = static_cast<double>(index[0] + 1000 * index[1]);
        });
    }

  private:
    Mapping mapping_;
    int context_ = 0;
    std::optional<LocalLayout> layout_;
    std::vector<double> elements_;
    std::array<int, 9> descriptor_{};
    bool is_numroc_ = true;
};

/// What moves: m x n elements from (ia,ja) to (ib,jb), counted from 1.
struct Pair {
    Descriptor from, to;
    int m = 1, n = 1, ia = 1, ja = 1, ib = 1, jb = 1;
};

Pair random_pair(Choice& choice) {
    int const ranks = Comm::world().size();
    int const rows = choice.between(1, 60);
    int const columns = choice.between(1, 60);
    int const other_rows = choice.between(1, 60);
    int const other_columns = choice.between(1, 60);
    bool const disjoint = ranks > 1 && choice.one_in(3);
    auto const first = choice.ranks(ranks, ranks);
    auto second = choice.ranks(ranks, ranks);
    int const border = disjoint ? choice.between(1, ranks - 1) : ranks;
    std::vector<Rank> const senders(first.begin(), first.begin() + border);
    if (disjoint) second.assign(first.begin() + border, first.end());
    Pair pair{random_descriptor(choice, rows, columns, senders), random_descriptor(choice, other_rows, other_columns, second)};
    pair.m = choice.between(1, std::min(rows, other_rows));
    pair.n = choice.between(1, std::min(columns, other_columns));
    pair.ia = choice.between(1, rows - pair.m + 1);
    pair.ja = choice.between(1, columns - pair.n + 1);
    pair.ib = choice.between(1, other_rows - pair.m + 1);
    pair.jb = choice.between(1, other_columns - pair.n + 1);
    return pair;
}

/// Ours, in place of pdgemr2d.
void move(Pair const& pair, Side& source, Side& target, std::vector<double>& to, Transport transport) {
    CopyMap map = CopyMap::identity(Extents{pair.m, pair.n});
    map.axes[0].source->start = pair.ia - 1;
    map.axes[1].source->start = pair.ja - 1;
    map.axes[0].target->start = pair.ib - 1;
    map.axes[1].target->start = pair.jb - 1;
    auto const plan = MultiPlan::make({RedistPlan::make(source.mapping(), target.mapping(), map).value()}).value();
    RedistributorOptions options;
    options.transport = transport;
    options.least_shared = 0;
    auto mover = Redistributor::make(plan, MPI_COMM_WORLD, {{source.layout()}, {target.layout()}}, options).value();
    mover.execute(source.data(source.elements()), target.data(to));
}

/// Collective: do both move the same?
bool agree(Choice& choice, int number, int context) {
    Pair const pair = random_pair(choice);
    auto const transports = transport_names();
    auto const named = transports[static_cast<std::size_t>(choice.between(0, static_cast<int>(transports.size()) - 1))];
    Transport transport = transport_named(named).value();
    if (transport == Transport::Scheduled) transport = Transport::Auto; // which needs a schedule
    Side source(pair.from, "A");
    Side target(pair.to, "B");
    source.fill();
    std::vector<double> const before = source.elements();
    std::vector<double> ours = target.elements();
    Cpdgemr2d(pair.m, pair.n, source.data(source.elements()), pair.ia, pair.ja, source.descriptor(), target.data(target.elements()),
              pair.ib, pair.jb, target.descriptor(), context);
    int same = source.elements() == before ? 1 : 0;
    move(pair, source, target, ours, transport);
    if (source.elements() != before || ours != target.elements() || !source.is_numroc() || !target.is_numroc()) same = 0;
    int all = 0;
    MPI_Allreduce(&same, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (all == 0 && Comm::world().rank() == 0)
        std::printf("pair %d differs: %d x %d elements from (%d,%d) of %s to (%d,%d) of %s, %s\n", number, pair.m, pair.n, pair.ia,
                    pair.ja, pair.from.text().c_str(), pair.ib, pair.jb, pair.to.text().c_str(), std::string(named).c_str());
    return all != 0;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const pairs = argc > 1 ? std::atoi(argv[1]) : 60;
    auto const seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    int context = 0; // of all ranks
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", 1, Comm::world().size());
    Choice choice(seed);
    int wrong = 0;
    for (int number = 0; number < pairs; ++number) wrong += agree(choice, number, context) ? 0 : 1;
    Cblacs_gridexit(context);
    if (Comm::world().rank() == 0) std::printf("%d pairs of seed %llu, %d differ\n", pairs, seed, wrong);
    return wrong == 0 ? 0 : 1;
}
