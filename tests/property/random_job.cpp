// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random jobs of several arrays.
#include "tests/property/random_job.hpp"

#include "tests/property/generators.hpp"
#include "tests/property/mapping_oracle.hpp"
#include "tests/property/random_reshape.hpp"
#include "tests/property/random_sum.hpp"
#include "tests/property/set_oracle.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace tessera::oracle {

namespace {

using Kind = AlignAxis::Kind;

/// A template, or an array in its place.
struct Root {
    Template space;
    std::vector<DistFormat> formats;
    Processors processors;
};

/// Random remappings, with the states they make. Root 0 and 1 are templates; then each array is one, whether it is used so or not.
class JobMaker {
  public:
    Job run() {
        for (std::string const name : {"T", "U"}) roots_.push_back({random_space(name), {}, {}});
        for (std::string const name : {"A", "B", "C", "D"}) {
            if (name != "A" && one_in(3)) break;
            add_array(name);
        }
        for (Root& root : roots_) distribute(root);
        for (std::size_t a = 0; a < count(); ++a)
            if (one_in(2)) try_align(a);
        for (std::size_t a = 0; a < count(); ++a) push_state(a);
        for (Index events = between(0, 5); events > 0; --events) remap();
        if (one_in(3)) add_io();
        return std::move(job_);
    }

  private:
    std::size_t count() const { return job_.arrays.size(); }
    static std::size_t own_root(std::size_t array) { return array + 2; }
    std::size_t root_of(std::size_t array) const { return aligned_[array] ? *aligned_[array] : own_root(array); }

    Template random_space(std::string name) {
        Template space{std::move(name), {}, {}};
        for (Index d = between(1, 2); d > 0; --d) {
            space.lower.push_back(between(-3, 3));
            space.extents.push_back(between(4, 16));
        }
        return space;
    }

    void add_array(std::string const& name) {
        Template const space = random_space(name);
        ArraySpec array{name, {}, space.lower, space.extents, StorageOrder::Fortran, {}};
        decorate(array);
        roots_.push_back({space, {}, {}});
        job_.arrays.push_back({array, {}});
        aligned_.emplace_back();
        axes_.emplace_back();
    }

    static void distribute(Root& root) {
        root.formats.clear();
        root.processors = {"P", {}, {}, {}, GridOrder::RowMajor};
        for (Index const extent : root.space.extents) {
            if (one_in(4)) {
                root.formats.push_back(DistFormat::collapsed());
                continue;
            }
            Index const coords = between(1, 3);
            root.formats.push_back(random_format(extent, coords));
            root.processors.name += "_" + std::to_string(coords); // one name, one shape
            root.processors.lower.push_back(1);
            root.processors.extents.push_back(coords);
        }
    }

    /// Which arrays hang on the root now, apart from `except`?
    bool is_idle(std::size_t root, std::size_t except) const {
        for (std::size_t a = 0; a < count(); ++a)
            if (a != except && root_of(a) == root) return false;
        return true;
    }

    /// Aligns the array with a template, or with another array that is distributed itself, if nothing hangs on it.
    bool try_align(std::size_t array) {
        if (!aligned_[array] && !is_idle(own_root(array), array)) return false;
        auto const root = static_cast<std::size_t>(between(0, std::ssize(roots_) - 1));
        bool const usable = root < 2 || (root != own_root(array) && !aligned_[root - 2]);
        if (!usable) return false;
        aligned_[array] = root;
        axes_[array] = random_axes(job_.arrays[array].array, roots_[root].space);
        return true;
    }

    static std::vector<AlignAxis> random_axes(ArraySpec const& array, Template const& space) {
        std::vector<AlignAxis> axes;
        std::vector<bool> used(array.extents.size(), false);
        for (std::size_t t = 0; t < space.extents.size(); ++t) {
            auto const d = static_cast<std::size_t>(between(0, array.dims() - 1));
            Index const stride = (one_in(3) ? 2 : 1) * (one_in(3) ? -1 : 1);
            Index const span = std::abs(stride) * (array.extents[d] - 1);
            if (!used[d] && span < space.extents[t] && !one_in(4)) {
                used[d] = true;
                Index const low = space.lower[t] + between(0, space.extents[t] - 1 - span);
                Index const first = stride > 0 ? low : low + span;
                axes.push_back({Kind::Affine, static_cast<int>(d), stride, first - stride * array.lower[d]});
            } else if (one_in(2)) {
                axes.push_back({Kind::Replicated, 0, 1, 0});
            } else {
                axes.push_back({Kind::Fixed, 0, 1, space.lower[t] + between(0, space.extents[t] - 1)});
            }
        }
        return axes;
    }

    void push_state(std::size_t array) {
        Root const& root = roots_[root_of(array)];
        ArrayStates& states = job_.arrays[array];
        MappingSpec spec{states.array, {}, {}, root.formats, root.processors, {}};
        if (aligned_[array]) {
            spec.target = root.space;
            spec.align = axes_[array];
        }
        states.states.push_back(std::move(spec));
    }

    void remap() {
        auto const array = static_cast<std::size_t>(between(0, std::ssize(job_.arrays) - 1));
        if (one_in(2)) {
            if (try_align(array)) push_state(array);
            return;
        }
        if (aligned_[array] && one_in(3)) aligned_[array].reset(); // gets a distribution of its own
        std::size_t const root = root_of(array);
        if (!one_in(5)) distribute(roots_[root]); // else redistributed as it was
        for (std::size_t a = 0; a < count(); ++a)
            if (root_of(a) == root) push_state(a);
    }

    void add_io() {
        Processors processors{"Compute", {1, 0}, {between(1, 4), between(1, 4)}, {}, GridOrder::RowMajor};
        Processors const io{"Pio", {1}, {between(1, 3)}, {}, GridOrder::RowMajor};
        auto const format = random_format(processors.extents[1], io.extents[0]);
        job_.io.push_back({io, processors, {DistFormat::collapsed(), format}});
    }

    Job job_;
    std::vector<Root> roots_;
    std::vector<std::optional<std::size_t>> aligned_; // by array: its root
    std::vector<std::vector<AlignAxis>> axes_;        // by array, where aligned
};

/// A state that distributes the first dimension.
MappingSpec simple_mapping(ArraySpec const& array) {
    MappingSpec spec{array, {}, {}, {}, {"P", {1}, {2}, {}, GridOrder::RowMajor}, {}};
    spec.formats.assign(array.extents.size(), DistFormat::collapsed());
    spec.formats[0] = DistFormat::cyclic();
    return spec;
}

/// As they are read: axes of the target in the order of its dimensions, then those of the source alone.
void sort_axes(CopyMap& map) {
    auto const rank = [](CopyAxis const& axis) { return axis.target ? axis.target->dim : 100 + axis.source->dim; };
    std::ranges::sort(map.axes, {}, rank);
    for (CopyAxis& axis : map.axes)
        for (auto* const side : {&axis.source, &axis.target}) {
            if (*side && axis.extent == 0) (*side)->start = 0;                                 // nothing starts anywhere
            if (*side && axis.extent == 1 && !(axis.source && axis.target)) (*side)->step = 1; // a single index goes nowhere
        }
}

} // namespace

void decorate(ArraySpec& array) {
    std::array<ElementType, 15> const types = {{{"float32", 4},
                                                {"float64", 8},
                                                {"float128", 16},
                                                {"complex64", 8},
                                                {"complex128", 16},
                                                {"int8", 1},
                                                {"int16", 2},
                                                {"int32", 4},
                                                {"int64", 8},
                                                {"uint8", 1},
                                                {"uint64", 8},
                                                {"bool", 1},
                                                {"logical32", 4},
                                                {"S12", 12},
                                                {"V24", 24}}};
    array.type = types[static_cast<std::size_t>(between(0, std::ssize(types) - 1))];
    array.order = one_in(3) ? StorageOrder::C : StorageOrder::Fortran;
    array.shadow.clear();
    if (one_in(3)) array.shadow.assign(array.extents.size(), {between(0, 2), between(0, 2)});
}

Job random_job() {
    return JobMaker().run();
}

Job random_copy_job() {
    RandomCopy copy = one_in(3) ? random_sum() : random_copy();
    bool const reshapes = one_in(4);
    if (reshapes) {
        auto const [source, target, map] = random_reshape(24);
        copy = {map, source.array().extents, target.array().extents};
    }
    sort_axes(copy.map);
    Job job;
    for (auto const& [name, extents] : {std::pair{"A", copy.source_extents}, std::pair{"B", copy.target_extents}}) {
        ArraySpec array{name, {}, Extents(extents.size(), between(-2, 2)), extents, StorageOrder::Fortran, {}};
        decorate(array);
        job.arrays.push_back({array, {simple_mapping(array)}});
    }
    if (reshapes) copy.map = CopyMap::reshape(job.arrays[0].array, job.arrays[1].array).value(); // in their orders
    job.copies.push_back({"B", "A", copy.map});
    return job;
}

} // namespace tessera::oracle
