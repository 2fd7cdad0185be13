// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random message sets.
#include "tests/property/message_set_generator.hpp"

#include "tests/property/set_oracle.hpp"

namespace tessera::oracle {

namespace {

/// A run of positions of at least one, or all.
Run random_side(int ranks) {
    if (between(0, 2) == 0) return {0, ranks};
    Index const begin = between(0, ranks - 1);
    return {begin, between(begin + 1, ranks)};
}

MessageSet random_sparse(int ranks, Index max_bytes) {
    std::vector<Rank> numbers;
    for (Index rank = between(0, 3); std::ssize(numbers) < ranks; rank += between(1, 2)) numbers.push_back(static_cast<Rank>(rank));
    Run const from = random_side(ranks);
    Run const to = random_side(ranks);
    Index const density = between(0, 10);
    Index const same = between(0, 1) * between(1, max_bytes);
    std::vector<MessageSet::Triple> triples;
    for (Index t = to.begin; t < to.end; ++t)
        for (Index f = from.begin; f < from.end; ++f)
            if (between(1, 10) <= density)
                triples.push_back({numbers[static_cast<std::size_t>(f)], numbers[static_cast<std::size_t>(t)],
                                   same > 0 ? same : between(0, max_bytes)});
    return MessageSet::of(triples, numbers).value();
}

} // namespace

MessageSet random_messages(int max_ranks, Index max_bytes) {
    // Every other count is a power of two, so that no algorithm is out of it too often.
    int ranks = static_cast<int>(between(1, max_ranks));
    if (between(0, 1) == 0)
        while ((ranks & (ranks - 1)) != 0) ranks &= ranks - 1;
    if (between(0, 3) == 0) return MessageSet::all_to_all(ranks, between(0, max_bytes)).value();
    return random_sparse(ranks, max_bytes);
}

MessageSet bipartite(int senders, int receivers, Index bytes) {
    std::vector<MessageSet::Triple> triples;
    for (int s = 0; s < senders; ++s)
        for (int r = 0; r < receivers; ++r) triples.push_back({s, senders + r, bytes});
    return MessageSet::of(triples).value();
}

MeshShape random_mesh(int positions) {
    std::vector<MeshShape> shapes;
    for (int rows = 1; rows <= positions; ++rows)
        if (positions % rows == 0) shapes.push_back({rows, positions / rows});
    return shapes[static_cast<std::size_t>(between(0, std::ssize(shapes) - 1))];
}

} // namespace tessera::oracle
