// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random pairs of block-cyclic matrices, as ScaLAPACK's descriptors describe them.
#include "tests/mpi/block_cyclic_pairs.hpp"

#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera::oracle {
namespace {

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

} // namespace

int make_context(Descriptor const& matrix) {
    int context = 0;
    Cblacs_get(-1, 0, &context);
    std::vector<int> map(matrix.ranks.size()); // column by column
    for (int row = 0; row < matrix.grid_rows; ++row)
        for (int column = 0; column < matrix.grid_columns; ++column)
            map[static_cast<std::size_t>(row + column * matrix.grid_rows)] =
                matrix.ranks[static_cast<std::size_t>(row * matrix.grid_columns + column)];
    Cblacs_gridmap(&context, map.data(), matrix.grid_rows, matrix.grid_rows, matrix.grid_columns);
    return std::ranges::find(matrix.ranks, Communicator::world().rank()) == matrix.ranks.end() ? -1 : context;
}

Pair random_pair(Choice& choice) {
    int const ranks = Communicator::world().size();
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

} // namespace tessera::oracle
