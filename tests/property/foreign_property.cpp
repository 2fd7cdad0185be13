// SPDX-License-Identifier: BSD-3-Clause
// Tessera: foreign forms put every element where their own libraries do.
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/forms/form.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
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
    });
}

/// A mesh of up to three axes, each given to one dimension (in any order within it) or to none.
struct RandomSharding {
    Extents extents, mesh;
    std::vector<std::vector<std::size_t>> dims; // by dimension: its axes, major to minor
    std::vector<std::size_t> replicated;

    static RandomSharding any() {
        RandomSharding sharding;
        for (Index d = between(1, 3); d > 0; --d) sharding.extents.push_back(between(1, 12));
        for (Index axis = between(1, 3); axis > 0; --axis) sharding.mesh.push_back(between(1, 4));
        sharding.dims.resize(sharding.extents.size());
        for (Index const axis : random_order(std::ssize(sharding.mesh))) {
            Index const dim = between(-1, std::ssize(sharding.extents) - 1);
            auto& axes = dim < 0 ? sharding.replicated : sharding.dims[static_cast<std::size_t>(dim)];
            axes.push_back(static_cast<std::size_t>(axis));
        }
        return sharding;
    }
    Index parts(std::size_t d) const {
        Index product = 1;
        for (std::size_t const axis : dims[d]) product *= mesh[axis];
        return product;
    }
    /// The coordinate of a device on an axis: devices are counted row by row.
    Index coordinate(Index device, std::size_t axis) const {
        Index stride = 1;
        for (std::size_t later = axis + 1; later < mesh.size(); ++later) stride *= mesh[later];
        return device / stride % mesh[axis];
    }
    /// Flat: the axes of a dimension together count its tiles, the first slowest.
    Index tile(Index device, std::size_t d) const {
        Index number = 0;
        for (std::size_t const axis : dims[d]) number = number * mesh[axis] + coordinate(device, axis);
        return number;
    }
    bool holds(Index device, Extents const& index) const {
        for (std::size_t d = 0; d < dims.size(); ++d) {
            Index const size = (extents[d] + parts(d) - 1) / parts(d);
            if (index[d] / size != tile(device, d)) return false;
        }
        return true;
    }
    Index devices() const {
        Index product = 1;
        for (Index const extent : mesh) product *= extent;
        return product;
    }
};

std::string letter(std::size_t axis) {
    return std::string(1, static_cast<char>('x' + axis));
}

std::string jax_text(RandomSharding const& sharding) {
    std::string mesh, entries;
    for (std::size_t axis = 0; axis < sharding.mesh.size(); ++axis)
        mesh += (axis == 0 ? "'" : ",'") + letter(axis) + "':" + text(sharding.mesh[axis]);
    for (auto const& axes : sharding.dims) {
        std::string entry;
        for (std::size_t const axis : axes) entry += (entry.empty() ? "'" : ",'") + letter(axis) + "'";
        entries += (entries.empty() ? "" : ",") + (axes.empty() ? "None" : axes.size() == 1 ? entry : "(" + entry + ")");
    }
    return "jax(mesh={" + mesh + "}, P(" + entries + "))";
}

/// The tiles' devices, one after the other: V1, which is what all versions mean.
std::string list_text(RandomSharding const& sharding) {
    Extents tiles;
    for (std::size_t d = 0; d < sharding.dims.size(); ++d) tiles.push_back(sharding.parts(d));
    Index copies = sharding.devices();
    for (Index const parts : tiles) copies /= parts;
    std::map<Extents, std::string> devices; // by tile: those that hold it, ascending
    for (Index device = 0; device < sharding.devices(); ++device) {
        Extents tile;
        for (std::size_t d = 0; d < tiles.size(); ++d) tile.push_back(sharding.tile(device, d));
        devices[tile] += (devices[tile].empty() ? "" : ",") + text(device);
    }
    std::string all;
    for (auto const& [tile, some] : devices) all += (all.empty() ? "" : ",") + some;
    if (copies > 1) tiles.push_back(copies);
    std::string const shape = list(tiles);
    return "{devices=[" + shape.substr(1, shape.size() - 2) + "]" + all + (copies > 1 ? " last_tile_dim_replicate}" : "}");
}

bool meshes_agree() {
    return rc::check("jax and XLA: the holders of every element are the devices of its tile", [] {
        RandomSharding const sharding = RandomSharding::any();
        for (std::string const& form : {jax_text(sharding), list_text(sharding)}) {
            Mapping const mapping = mapping_of(sharding.extents, form);
            for_each_in_array(sharding.extents, [&](Extents const& index) {
                std::set<Rank> holders;
                for (Index device = 0; device < sharding.devices(); ++device)
                    if (sharding.holds(device, index)) holders.insert(static_cast<Rank>(device));
                RC_ASSERT(owners(mapping, index) == holders);
            });
        }
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
    });
}

/// What every element's holders are in both mappings.
void require_same_owners(Mapping const& a, Mapping const& b) {
    for_each_in_array(a.array().extents, [&](Extents const& index) { RC_ASSERT(owners(a, index) == owners(b, index)); });
}

Mapping read_again(Mapping const& mapping, std::string const& form, std::string const& written) {
    RC_LOG(" as " + form + ": " + written);
    auto const spec = read_mapping(written, mapping.array());
    if (!spec) RC_FAIL(to_string(spec.error()));
    return Mapping::make(*spec).value();
}

bool forms_round_trip() {
    return rc::check("what a form says of a mapping says the same of every element, and what it once said it can say again", [] {
        bool const sharded = one_in(2);
        RandomSharding const sharding = RandomSharding::any();
        Extents extents;
        for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, 9));
        Mapping const mapping = sharded ? mapping_of(sharding.extents, jax_text(sharding)) : random_mapping(extents, 12);
        for (FormInfo const& form : forms()) {
            auto const written = write_form(mapping, form.name);
            bool const can = sharded && (form.name == "jax" || form.name == "v1" || form.name == "v2" || form.name == "v3" ||
                                         form.name == "sdy");
            if (can && !written) RC_FAIL(written.error().message);
            RC_CLASSIFY(written.has_value(), std::string(form.name));
            if (!written || form.name == "hpf" || form.name == "pitfalls") continue;
            Mapping const again = read_again(mapping, std::string(form.name), *written);
            require_same_owners(mapping, again);
            RC_ASSERT(write_form(again, form.name).has_value());
        }
    });
}

/// "  (l, r, str, num, disp, proc)  coordinates a to b" as the elements of each coordinate.
bool pitfalls_agree() {
    return rc::check("pitfalls: the families of a dimension give every coordinate what it owns", [] {
        Index const extent = between(1, 40);
        Mapping const mapping = random_mapping({extent}, 6);
        std::string const page = write_form(mapping, "pitfalls").value();
        RC_LOG(page);
        std::vector<Elements> found(static_cast<std::size_t>(mapping.dim(0).coords()));
        std::size_t families = 0;
        for (auto at = page.find("\n  ("); at != std::string::npos; at = page.find("\n  (", at + 1), ++families) {
            long long l = 0, r = 0, s = 0, n = 0, d = 0, p = 0, first = 0;
            RC_ASSERT(std::sscanf(page.c_str() + at, "\n  (%lld, %lld, %lld, %lld, %lld, %lld)  %*s %lld", &l, &r, &s, &n, &d, &p,
                                  &first) == 7);
            for (long long q = 0; q < p; ++q)
                for (long long i = 0; i < n; ++i)
                    for (long long x = l + q * d + i * s; x <= r + q * d + i * s; ++x)
                        RC_ASSERT(found[static_cast<std::size_t>(first + q)].insert(x - mapping.array().lower[0]).second);
        }
        for (Index coord = 0; coord < mapping.dim(0).coords(); ++coord)
            RC_ASSERT(found[static_cast<std::size_t>(coord)] == members(mapping.dim(0).owned(coord), {0, extent}));
    });
}

/// A text with a few characters dropped, doubled or put in.
std::string damaged(std::string text) {
    std::string const alphabet = "()[]{}<>=,:'\"?#@019PTx-_ ";
    for (Index edits = between(1, 3); edits > 0; --edits) {
        auto const at = static_cast<std::size_t>(between(0, std::ssize(text)));
        auto const other = alphabet[static_cast<std::size_t>(between(0, std::ssize(alphabet) - 1))];
        if (at < text.size() && one_in(2))
            text.erase(at, static_cast<std::size_t>(between(1, 3)));
        else
            text.insert(at, 1, other);
    }
    return text;
}

bool damage_is_survived() {
    return rc::check("a damaged form is read, or refused with a place", [] {
        RandomSharding const sharding = RandomSharding::any();
        Mapping const mapping = one_in(2) ? mapping_of(sharding.extents, jax_text(sharding)) : random_mapping(sharding.extents, 8);
        auto const& form = forms()[static_cast<std::size_t>(between(2, std::ssize(forms()) - 1))]; // behind hpf and pitfalls
        auto const written = write_form(mapping, form.name);
        if (!written) return;
        std::string const text = damaged(*written);
        RC_LOG(text);
        auto const job = parse_compact({{"real A" + list(sharding.extents)}, text, "", ""}, {.ranks = 12});
        RC_ASSERT(job || job.error().where || text.empty());
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    return exit_code({scalapack_agrees(), darray_agrees(), dtensor_agrees(), meshes_agree(), chapel_agrees(), dmda_agrees(),
                      forms_round_trip(), pitfalls_agree(), damage_is_survived()});
}
