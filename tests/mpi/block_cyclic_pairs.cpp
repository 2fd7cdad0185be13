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

Pair random_pair(Choice& choice, int most) {
    int const ranks = Communicator::world().size();
    int const rows = choice.between(1, most);
    int const columns = choice.between(1, most);
    int const other_rows = choice.between(1, most);
    int const other_columns = choice.between(1, most);
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

Pair random_pair_on_one_grid(Choice& choice, int most) {
    int const ranks = Communicator::world().size();
    auto const candidates = choice.ranks(choice.between(1, ranks), ranks);
    Pair pair{random_descriptor(choice, choice.between(1, most), choice.between(1, most), candidates),
              random_descriptor(choice, choice.between(1, most), choice.between(1, most), candidates)};
    pair.to.grid_rows = pair.from.grid_rows;
    pair.to.grid_columns = pair.from.grid_columns;
    pair.to.ranks = pair.from.ranks;
    pair.to.first_row %= pair.to.grid_rows;
    pair.to.first_column %= pair.to.grid_columns;
    return pair;
}

Pair with_other_submatrices(Choice& choice, Pair pair, bool transposed, bool apart) {
    bool const by_rows = choice.one_in(2);
    int const border = choice.between(0, by_rows ? pair.to.rows : pair.to.columns); // between source and target
    auto const most_of = [&](int extent, bool cut, bool below) {
        return !apart || !cut ? extent : below ? border : extent - border;
    };
    int const source_rows = most_of(pair.from.rows, by_rows, true);
    int const source_columns = most_of(pair.from.columns, !by_rows, true);
    int const target_rows = most_of(pair.to.rows, by_rows, false);
    int const target_columns = most_of(pair.to.columns, !by_rows, false);
    auto const count = [&](int most) { return std::min(choice.between(choice.one_in(20) ? 0 : 1, std::max(most, 1)), most); };
    pair.m = count(std::min(target_rows, transposed ? source_columns : source_rows));
    pair.n = count(std::min(target_columns, transposed ? source_rows : source_columns));
    int const high = transposed ? pair.n : pair.m;
    int const wide = transposed ? pair.m : pair.n;
    pair.ia = choice.between(1, source_rows - high + 1);
    pair.ja = choice.between(1, source_columns - wide + 1);
    pair.ib = pair.to.rows - target_rows + choice.between(1, target_rows - pair.m + 1);
    pair.jb = pair.to.columns - target_columns + choice.between(1, target_columns - pair.n + 1);
    return pair;
}

} // namespace tessera::oracle
