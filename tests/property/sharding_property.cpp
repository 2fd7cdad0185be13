// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shardings on meshes, mappings written in forms, and redistributions as sequences of collectives.
#include "libcore/pipeline/collective_path.hpp"
#include "libcore/spec/forms/form.hpp"
#include "libcore/spec/write.hpp"
#include "tests/property/foreign_oracle.hpp"
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

/// A mesh of up to three axes, each given to one dimension (in any order within it) or to none.
struct RandomSharding {
    Extents extents, mesh;
    std::vector<std::vector<std::size_t>> dims; // by dimension: its axes, major to minor
    std::vector<std::size_t> replicated;
    bool pending = false; // the last dimension counts the addends of a sum, one for each tile of its axes
    bool largest = false; // or of a maximum

    /// Axes that no dimension had hold addends, but for some of them.
    static RandomSharding with_addends() {
        RandomSharding sharding = any();
        for (Index& extent : sharding.extents) extent = std::min<Index>(extent, 4);
        if (sharding.replicated.empty()) {
            sharding.replicated.push_back(sharding.mesh.size());
            sharding.mesh.push_back(between(1, 4));
        }
        auto const kept = static_cast<std::size_t>(between(0, std::ssize(sharding.replicated) - 1));
        sharding.dims.emplace_back(sharding.replicated.begin() + static_cast<std::ptrdiff_t>(kept), sharding.replicated.end());
        sharding.replicated.resize(kept);
        sharding.extents.push_back(sharding.parts(sharding.dims.size() - 1));
        sharding.pending = true;
        sharding.largest = one_in(3);
        return sharding;
    }
    /// What a form is about: the array without the addends.
    Extents elements() const { return {extents.begin(), extents.end() - (pending ? 1 : 0)}; }

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
    for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
        auto const& axes = sharding.dims[d];
        std::string entry;
        for (std::size_t const axis : axes) entry += (entry.empty() ? "'" : ",'") + letter(axis) + "'";
        if (sharding.pending && d + 1 == sharding.dims.size())
            entries += ",unreduced={" + entry + "}";
        else
            entries += (entries.empty() ? "" : ",") + (axes.empty() ? "None" : axes.size() == 1 ? entry : "(" + entry + ")");
    }
    return "jax(mesh={" + mesh + "}, P(" + entries + "))";
}

/// The same on a named mesh as XLA writes it, where the reduction has a name.
std::string v3_text(RandomSharding const& sharding) {
    auto const axes_of = [](std::vector<std::size_t> const& axes) {
        std::string all;
        for (std::size_t const axis : axes) all += (all.empty() ? "'" : ",'") + letter(axis) + "'";
        return "{" + all + "}";
    };
    std::string mesh, dims;
    for (std::size_t axis = 0; axis < sharding.mesh.size(); ++axis)
        mesh += (axis == 0 ? "'" : ",'") + letter(axis) + "'=" + text(sharding.mesh[axis]);
    std::size_t const elements = sharding.elements().size();
    for (std::size_t d = 0; d < elements; ++d) dims += (d == 0 ? "" : ",") + axes_of(sharding.dims[d]);
    std::string const unreduced = sharding.largest ? "max" : "sum";
    return "{mesh[" + mesh + "], [" + dims + "], unreduced=" + unreduced + axes_of(sharding.dims.back()) + "}";
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

void require_holders(Mapping const& mapping, RandomSharding const& sharding) {
    for_each_in_array(sharding.extents, [&](Extents const& index) {
        std::set<Rank> holders;
        for (Index device = 0; device < sharding.devices(); ++device)
            if (sharding.holds(device, index)) holders.insert(static_cast<Rank>(device));
        RC_ASSERT(owners(mapping, index) == holders);
    });
}

bool meshes_agree() {
    return rc::check("jax and XLA: the holders of every element are the devices of its tile", [] {
        RandomSharding const sharding = RandomSharding::any();
        for (std::string const& form : {jax_text(sharding), list_text(sharding)}) {
            require_holders(mapping_of(sharding.extents, form), sharding);
        }
    });
}

bool addends_agree() {
    return rc::check("unreduced: each addend is on the devices whose coordinates along these axes count it", [] {
        RandomSharding const sharding = RandomSharding::with_addends();
        bool const by_v3 = sharding.largest || one_in(2);
        Mapping const mapping = mapping_of(sharding.elements(), by_v3 ? v3_text(sharding) : jax_text(sharding));
        RC_ASSERT(mapping.array().addends == (sharding.largest ? ReduceOp::Max : ReduceOp::Sum));
        RC_ASSERT(mapping.array().extents == sharding.extents);
        require_holders(mapping, sharding);
    });
}

/// What every element's holders are in both mappings.
void require_same_owners(Mapping const& a, Mapping const& b) {
    for_each_in_array(a.array().extents, [&](Extents const& index) { RC_ASSERT(owners(a, index) == owners(b, index)); });
}

Mapping read_again(ArraySpec array, std::string const& form, std::string const& written) {
    RC_LOG(" as " + form + ": " + written);
    if (array.addends) { // the form is about their sum
        array.extents.pop_back();
        array.lower.pop_back();
        array.addends.reset();
    }
    auto const spec = read_mapping(written, array);
    if (!spec) RC_FAIL(to_string(spec.error()));
    return Mapping::make(*spec).value();
}

bool forms_round_trip() {
    return rc::check("what a form says of a mapping says the same of every element, and what it once said it can say again", [] {
        bool const sharded = !one_in(3);
        RandomSharding const sharding = one_in(2) ? RandomSharding::any() : RandomSharding::with_addends();
        Extents extents;
        for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, 9));
        bool const pending = sharded && sharding.pending;
        std::string const said = pending ? v3_text(sharding) : jax_text(sharding);
        Mapping const mapping = sharded ? mapping_of(sharding.elements(), said) : random_mapping(extents, 12);
        for (FormInfo const& form : forms()) {
            auto const written = write_form(mapping, form.name);
            bool const tiles = form.name == "v1" || form.name == "v2";
            bool const sums = form.name == "jax" || form.name == "sdy";
            bool const can = sharded && (form.name == "v3" || (sums && !sharding.largest) || (tiles && !pending));
            if (pending && sums && sharding.largest) RC_ASSERT(!written);
            if (can && !written) RC_FAIL(written.error().message);
            if (tiles && pending) RC_ASSERT(!written);
            RC_CLASSIFY(written.has_value(), std::string(form.name));
            if (!written || form.name == "hpf" || form.name == "pitfalls") continue;
            Mapping const again = read_again(mapping.array(), std::string(form.name), *written);
            RC_ASSERT(again.array().addends == mapping.array().addends);
            require_same_owners(mapping, again);
            RC_ASSERT(write_form(again, form.name).has_value());
        }
    });
}

bool job_files_agree() {
    return rc::check("a form in a job file is what it is on the command line, and is written back", [] {
        RandomSharding const sharding = one_in(2) ? RandomSharding::any() : RandomSharding::with_addends();
        bool const list_of_devices = one_in(2) && !sharding.pending;
        std::string const form = list_of_devices ? list_text(sharding) : sharding.pending ? v3_text(sharding) : jax_text(sharding);
        Mapping const expected = mapping_of(sharding.elements(), form);
        std::string const job_text = "      real A" + list(sharding.elements()) + "\n!dist$ distribute A as " + form + "\n";
        auto const job = parse_job(job_text, "job");
        if (!job) RC_FAIL(to_string(job.error()));
        RC_ASSERT(job->arrays.size() == 1);
        require_same_owners(Mapping::make(job->arrays[0].states[0]).value(), expected);
        auto const again = parse_job(write_hpf(*job), "job");
        RC_ASSERT(again && again->arrays == job->arrays);
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

/// The sequence of collectives begins and ends where the redistribution does, and moves no less than the plan straight there.
bool paths_arrive() {
    return rc::check("a sequence of collectives arrives at the target, and moves no less than the direct plan", [] {
        RandomSharding from = RandomSharding::any();
        Index const ranks = from.devices();
        RandomSharding to = from;
        std::ranges::fill(to.dims, std::vector<std::size_t>{});
        to.replicated.clear();
        for (Index const axis : random_order(std::ssize(to.mesh))) {
            Index const dim = between(-1, std::ssize(to.extents) - 1);
            (dim < 0 ? to.replicated : to.dims[static_cast<std::size_t>(dim)]).push_back(static_cast<std::size_t>(axis));
        }
        Mapping const source = mapping_of(from.extents, jax_text(from));
        Mapping const target = mapping_of(to.extents, jax_text(to));
        RedistPlan const direct = RedistPlan::make(source, target).value();
        auto const path = shortest_collectives(direct);
        RC_ASSERT(path.has_value() == (ranks > 1));
        if (!path) return;
        std::string mesh = path->mesh;
        std::ranges::replace(mesh, '=', ':');
        auto const sharded = [&](std::string const& spec) {
            return mapping_of(from.extents, "jax(mesh={" + mesh + "}, " + spec + ")");
        };
        require_same_owners(sharded(path->source), source);
        require_same_owners(sharded(path->steps.empty() ? path->source : path->steps.back().target), target);
        RC_ASSERT(path->moved >= direct.totals().moved);
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
        RandomSharding const sharding = one_in(2) ? RandomSharding::any() : RandomSharding::with_addends();
        Extents const elements = sharding.elements();
        Mapping const mapping = one_in(2) ? mapping_of(elements, jax_text(sharding)) : random_mapping(elements, 8);
        auto const& form = forms()[static_cast<std::size_t>(between(2, std::ssize(forms()) - 1))]; // behind hpf and pitfalls
        auto const written = write_form(mapping, form.name);
        if (!written) return;
        std::string const text = damaged(*written);
        RC_LOG(text);
        auto const job = parse_compact({{"real A" + list(elements)}, text, "", {}}, {.ranks = 12});
        RC_ASSERT(job || job.error().where || text.empty());
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=1500");
    return exit_code({meshes_agree(), addends_agree(), forms_round_trip(), job_files_agree(), paths_arrive(), pitfalls_agree(),
                      damage_is_survived()});
}
