// SPDX-License-Identifier: BSD-3-Clause
// Tessera: foreign forms put every element where their own libraries do.
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <set>
#include <string>

using namespace tessera;
using namespace tessera::oracle;

namespace {

std::string text(Index value) {
    return std::to_string(value);
}

/// "(2,3)".
std::string list(Extents const& values) {
    std::string result = "(";
    for (std::size_t i = 0; i < values.size(); ++i) result += (i == 0 ? "" : ",") + text(values[i]);
    return result + ")";
}

Mapping mapping_of(Extents const& extents, std::string const& form) {
    RC_LOG(list(extents) + " " + form);
    auto const job = parse_compact({{"real A" + list(extents)}, form, "", ""});
    if (!job) RC_FAIL(to_string(job.error()));
    auto mapping = Mapping::make(job->arrays[0].states[0]);
    RC_ASSERT(mapping.has_value());
    return *std::move(mapping);
}

std::set<Rank> owners(Mapping const& mapping, Extents const& index) {
    std::set<Rank> ranks;
    for (Owner const& owner : mapping.owners(index)) ranks.insert(owner.rank);
    return ranks;
}

/// Calls visit(index) for every element of the array.
template <class Visit>
void for_each_in_array(Extents const& extents, Visit visit) {
    Extents index(extents.size(), 0);
    for (;;) {
        visit(index);
        std::size_t d = 0;
        while (d < extents.size() && ++index[d] == extents[d]) index[d++] = 0;
        if (d == extents.size()) return;
    }
}

bool scalapack_agrees() {
    return rc::check("scalapack: the owner of every element is INDXG2P's", [] {
        Extents const extents{between(1, 14), between(1, 14)};
        Index const mb = between(1, 4), nb = between(1, 4), rows = between(1, 4), columns = between(1, 3);
        Index const rsrc = between(0, rows - 1), csrc = between(0, columns - 1);
        bool const by_columns = one_in(2);
        Mapping const mapping =
            mapping_of(extents, "scalapack(mb=" + text(mb) + ",nb=" + text(nb) + ",grid=" + text(rows) + "x" + text(columns) +
                                    ",rsrc=" + text(rsrc) + ",csrc=" + text(csrc) + (by_columns ? ",order=col)" : ")"));
        for_each_in_array(extents, [&](Extents const& index) {
            Index const p = (rsrc + index[0] / mb) % rows; // INDXG2P, from 0
            Index const q = (csrc + index[1] / nb) % columns;
            Index const rank = by_columns ? q * rows + p : p * columns + q; // BLACS_GRIDINIT 'C' and 'R'
            RC_ASSERT(owners(mapping, index) == std::set{static_cast<Rank>(rank)});
        });
    });
}

bool darray_agrees() {
    return rc::check("darray: the owner of every element is the MPI standard's", [] {
        Extents extents, psizes, sizes; // sizes: of the blocks
        std::vector<char> kinds;
        std::string distribs;
        for (Index d = between(1, 3); d > 0; --d) {
            Index const n = between(1, 9);
            char const kind = "nbc"[between(0, 2)];
            Index const p = kind == 'n' ? 1 : between(1, 3);
            Index const least = (n + p - 1) / p;
            bool const given = one_in(2);
            Index const size = kind == 'b' ? (given ? between(least, least + 2) : least) : given ? between(1, 4) : 1;
            distribs += (distribs.empty() ? "" : ",") + std::string(kind == 'n' ? "none" : kind == 'b' ? "block" : "cyclic");
            if (kind != 'n' && given) distribs += "(" + text(size) + ")";
            extents.push_back(n);
            psizes.push_back(p);
            sizes.push_back(size);
            kinds.push_back(kind);
        }
        Mapping const mapping = mapping_of(extents, "darray(distribs=(" + distribs + "),psizes=" + list(psizes) + ")");
        for_each_in_array(extents, [&](Extents const& index) {
            Index rank = 0; // row-major over all dimensions of the process grid
            for (std::size_t d = 0; d < extents.size(); ++d) {
                Index const coordinate = kinds[d] == 'n' ? 0 : index[d] / sizes[d] % psizes[d];
                rank = rank * psizes[d] + coordinate;
            }
            RC_ASSERT(owners(mapping, index) == std::set{static_cast<Rank>(rank)});
        });
    });
}

/// The index ranges of one rank, cut placement by placement.
struct LocalTensor {
    Extents begin, end;
    void chunk(std::size_t d, Index parts, Index part) {
        Index const length = end[d] - begin[d];
        Index const size = (length + parts - 1) / parts;
        Index const first = std::min(length, size * part);
        Index const last = std::min(length, size * (part + 1));
        end[d] = begin[d] + last;
        begin[d] += first;
    }
    bool contains(Extents const& index) const {
        for (std::size_t d = 0; d < index.size(); ++d)
            if (index[d] < begin[d] || index[d] >= end[d]) return false;
        return true;
    }
};

bool dtensor_agrees() {
    return rc::check("dtensor: the holders of every element are those that cut it out of their chunk", [] {
        Extents extents, mesh;
        for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, 9));
        std::vector<Index> shards; // by mesh dimension: the tensor dimension, or -1 for Replicate
        std::string placements;
        Index ranks = 1;
        for (Index m = between(1, 3); m > 0; --m) {
            mesh.push_back(between(1, 4));
            ranks *= mesh.back();
            shards.push_back(between(-1, std::ssize(extents) - 1));
            placements += (placements.empty() ? "" : ",") +
                          (shards.back() < 0 ? std::string("Replicate()") : "Shard(" + text(shards.back()) + ")");
        }
        Mapping const mapping = mapping_of(extents, "dtensor([" + placements + "],mesh=" + list(mesh) + ")");
        std::vector<LocalTensor> locals;
        for (Index rank = 0; rank < ranks; ++rank) {
            LocalTensor local{Extents(extents.size(), 0), extents};
            Index stride = ranks;
            for (std::size_t m = 0; m < mesh.size(); ++m) {
                stride /= mesh[m];
                if (shards[m] >= 0) local.chunk(static_cast<std::size_t>(shards[m]), mesh[m], rank / stride % mesh[m]);
            }
            locals.push_back(local);
        }
        for_each_in_array(extents, [&](Extents const& index) {
            std::set<Rank> holders;
            for (std::size_t rank = 0; rank < locals.size(); ++rank)
                if (locals[rank].contains(index)) holders.insert(static_cast<Rank>(rank));
            RC_ASSERT(owners(mapping, index) == holders);
        });
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({scalapack_agrees(), darray_agrees(), dtensor_agrees()});
}
