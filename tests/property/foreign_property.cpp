// SPDX-License-Identifier: BSD-3-Clause
// Tessera: foreign forms put every element where their own libraries do.
#include "tests/property/foreign_oracle.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string>

using namespace tessera;
using namespace tessera::oracle;

namespace {

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
        require_says_itself(mapping, "scalapack");
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
        require_says_itself(mapping, "darray");
    });
}

/// The elements of one rank along each dimension, cut placement by placement as lists.
struct LocalTensor {
    std::vector<Extents> indices;

    /// torch.chunk: parts of ceil(n/parts), as many as there are elements for.
    static std::vector<Extents> chunks(Extents const& list, Index parts) {
        std::vector<Extents> result(static_cast<std::size_t>(parts));
        Index const n = std::ssize(list);
        Index const size = (n + parts - 1) / parts;
        for (Index i = 0; i < n; ++i) result[static_cast<std::size_t>(i / size)].push_back(list[static_cast<std::size_t>(i)]);
        return result;
    }
    /// _StridedShard: the part-th chunks of all of `split` pieces; with one piece, Shard.
    void chunk(std::size_t d, Index split, Index parts, Index part) {
        Extents mine;
        for (Extents const& piece : chunks(indices[d], split)) {
            Extents const chosen = chunks(piece, parts)[static_cast<std::size_t>(part)];
            mine.insert(mine.end(), chosen.begin(), chosen.end());
        }
        indices[d] = mine;
    }
    bool contains(Extents const& index) const {
        for (std::size_t d = 0; d < index.size(); ++d)
            if (!std::ranges::binary_search(indices[d], index[d])) return false;
        return true;
    }
};

bool dtensor_agrees() {
    return rc::check("dtensor: the holders of every element are those that cut it out of their chunk", [] {
        Extents extents, mesh, splits;
        for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, 12));
        std::vector<Index> shards; // by mesh dimension: the tensor dimension, or -1 for Replicate
        std::string placements;
        Index ranks = 1;
        for (Index m = between(1, 3); m > 0; --m) {
            mesh.push_back(between(1, 4));
            ranks *= mesh.back();
            shards.push_back(between(-1, std::ssize(extents) - 1));
            splits.push_back(shards.back() >= 0 && one_in(3) ? between(1, 4) : 1);
            std::string const shard = splits.back() > 1
                                          ? "_StridedShard(" + text(shards.back()) + ",split_factor=" + text(splits.back()) + ")"
                                          : "Shard(" + text(shards.back()) + ")";
            placements += (placements.empty() ? "" : ",") + (shards.back() < 0 ? std::string("Replicate()") : shard);
        }
        std::string const form = "dtensor([" + placements + "],mesh=" + list(mesh) + ")";
        Mapping const mapping = mapping_of(extents, form);
        std::vector<LocalTensor> locals;
        for (Index rank = 0; rank < ranks; ++rank) {
            LocalTensor local;
            for (Index const extent : extents) {
                auto& all = local.indices.emplace_back();
                for (Index i = 0; i < extent; ++i) all.push_back(i);
            }
            Index stride = ranks;
            for (std::size_t m = 0; m < mesh.size(); ++m) {
                stride /= mesh[m];
                if (shards[m] >= 0) local.chunk(static_cast<std::size_t>(shards[m]), splits[m], mesh[m], rank / stride % mesh[m]);
            }
            for (Extents& indices : local.indices) std::ranges::sort(indices);
            locals.push_back(local);
        }
        for_each_in_array(extents, [&](Extents const& index) {
            std::set<Rank> holders;
            for (std::size_t rank = 0; rank < locals.size(); ++rank)
                if (locals[rank].contains(index)) holders.insert(static_cast<Rank>(rank));
            RC_ASSERT(owners(mapping, index) == holders);
        });
        require_says_itself(mapping, "dtensor", std::ranges::all_of(splits, [](Index split) { return split == 1; }));
    });
}

bool chapel_agrees() {
    return rc::check("chapel: the owner of every element is the locale of its formula", [] {
        Extents extents, locales, starts, blocks;
        bool const block = one_in(2);
        for (Index d = between(1, 2); d > 0; --d) {
            extents.push_back(between(1, 14));
            locales.push_back(between(1, 4));
            starts.push_back(between(-5, 9));
            blocks.push_back(between(1, 4));
        }
        std::string const form = block ? "chapel(blockDist, locales=" + list(locales) + ")"
                                       : "chapel(blockCycDist, startIdx=" + list(starts) + ", blocksize=" + list(blocks) +
                                             ", locales=" + list(locales) + ")";
        Mapping const mapping = mapping_of(extents, form);
        for_each_in_array(extents, [&](Extents const& index) {
            Index rank = 0; // locales are counted row by row
            for (std::size_t d = 0; d < extents.size(); ++d) {
                Index const distance = index[d] + 1 - starts[d]; // Fortran arrays begin at 1
                Index const locale =
                    block ? index[d] * locales[d] / extents[d] : floor_mod(floor_div(distance, blocks[d]), locales[d]);
                rank = rank * locales[d] + locale;
            }
            RC_ASSERT(owners(mapping, index) == std::set{static_cast<Rank>(rank)});
        });
        require_says_itself(mapping, "chapel");
    });
}

bool chapel_boxes_agree() {
    return rc::check("chapel: a bounding box of its own, as its formula says", [] {
        Index const extent = between(1, 30);
        Index const locales = between(1, 6);
        Index const first = between(-9, 20);
        Index const last = first + between(0, 30);
        Mapping const mapping =
            mapping_of({extent}, fmt::format("chapel(blockDist, boundingBox={{{}..{}}}, targetLocales={})", first, last, locales));
        for_each_in_array({extent}, [&](Extents const& index) {
            Index const distance = index[0] + 1 - first; // Fortran arrays begin at 1
            Index const locale = std::clamp<Index>(distance * locales / (last - first + 1), 0, locales - 1);
            RC_ASSERT(owners(mapping, index) == std::set{static_cast<Rank>(locale)});
        });
    });
}

bool dmda_agrees() {
    return rc::check("dmda: the owner of every element is the process of its box, x fastest", [] {
        Extents extents, grid; // x, y, z: the order of a Fortran array
        std::string form = "dmda(";
        for (Index d = between(1, 3); d > 0; --d) {
            grid.push_back(between(1, 3));
            extents.push_back(between(grid.back(), 12));
            form += (grid.size() > 1 ? "," : "") + std::string(1, "mnp"[grid.size() - 1]) + "=" + text(grid.back());
        }
        Mapping const mapping = mapping_of(extents, form + ")");
        for_each_in_array(extents, [&](Extents const& index) {
            Index rank = 0;
            for (std::size_t d = extents.size(); d-- > 0;) {
                Index process = 0; // the remainder goes to the first ones
                for (Index end = 0; index[d] >= (end += extents[d] / grid[d] + (process < extents[d] % grid[d] ? 1 : 0));)
                    ++process;
                rank = rank * grid[d] + process;
            }
            RC_ASSERT(owners(mapping, index) == std::set{static_cast<Rank>(rank)});
        });
        require_says_itself(mapping, "dmda");
    });
}

/// "[3,0]"
std::string bracketed(Extents const& values) {
    std::string const all = list(values);
    return "[" + all.substr(1, all.size() - 2) + "]";
}

bool mlir_agrees() {
    return rc::check("mlir: where offsets are given, the shards lie between them; axes that split nothing hold copies", [] {
        Extents extents, grid;
        for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, 12));
        for (Index axis = between(1, 3); axis > 0; --axis) grid.push_back(between(1, 4));
        std::vector<Extents> axes(extents.size()); // that split each dimension, major to minor
        for (Index const axis : random_order(std::ssize(grid)))
            if (Index const dim = between(-1, std::ssize(extents) - 1); dim >= 0) axes[as_size(dim)].push_back(axis);
        std::vector<Extents> offsets(extents.size());
        std::string splits, sizes, all_offsets;
        bool any = false;
        for (std::size_t d = 0; d < extents.size(); ++d) {
            Index parts = 1;
            for (Index const axis : axes[d]) parts *= grid[as_size(axis)];
            for (Index cut = 1; cut < parts; ++cut) offsets[d].push_back(between(0, extents[d]));
            offsets[d].push_back(0);
            offsets[d].push_back(extents[d]);
            std::ranges::sort(offsets[d]);
            splits += (d > 0 ? "," : "") + bracketed(axes[d]);
            for (Index const offset : offsets[d])
                if (!axes[d].empty()) all_offsets += (all_offsets.empty() ? "" : ",") + text(offset);
            any = any || !axes[d].empty();
        }
        std::string shape;
        for (Index const extent : grid) shape += (shape.empty() ? "" : "x") + text(extent);
        std::string const form = "mlir(grid=" + shape + ", split_axes=[" + splits + "]" +
                                 (any ? ", sharded_dims_offsets=[" + all_offsets + "]" : "") + ")";
        Mapping const mapping = mapping_of(extents, form);
        Index ranks = 1;
        for (Index const extent : grid) ranks *= extent;
        for_each_in_array(extents, [&](Extents const& index) {
            std::set<Rank> holders;
            for (Index rank = 0; rank < ranks; ++rank) {
                bool holds = true;
                for (std::size_t d = 0; d < extents.size(); ++d) {
                    Index part = 0;
                    for (Index const axis : axes[d]) {
                        Index stride = 1;
                        for (std::size_t later = as_size(axis) + 1; later < grid.size(); ++later) stride *= grid[later];
                        part = part * grid[as_size(axis)] + rank / stride % grid[as_size(axis)];
                    }
                    holds = holds && offsets[d][as_size(part)] <= index[d] && index[d] < offsets[d][as_size(part) + 1];
                }
                if (holds) holders.insert(static_cast<Rank>(rank));
            }
            RC_ASSERT(owners(mapping, index) == holders);
        });
        require_says_itself(mapping, "mlir");
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    return exit_code({scalapack_agrees(), darray_agrees(), dtensor_agrees(), chapel_agrees(), chapel_boxes_agree(), dmda_agrees(),
                      mlir_agrees()});
}
