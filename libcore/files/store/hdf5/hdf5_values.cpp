// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements that only HDF5 can read and write, because they refer to data elsewhere in the file.
#include "libcore/files/store/hdf5/hdf5_values.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/io/slabs.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

constexpr char const* copying_values = "copying elements";

/// Returns the number of elements to keep in memory at once. Lengths of texts and sequences are unknown before they are read.
Index elements_at_a_time(hid_t type) {
    if (is_written_alone(type)) return 1;
    constexpr Index most_bytes = Index{4} << 20;
    constexpr Index most_of_any_length = 4096;
    Index const fixed = std::max<Index>(most_bytes / narrow<Index>(H5Tget_size(type)), 1);
    return has_parts_elsewhere(type) ? std::min(fixed, most_of_any_length) : fixed;
}

/// Returns the unit of reading: a chunk of the copy, so that each is encoded once, or else an element.
Extents unit_of(hid_t set, Extents const& extents, Index room) {
    Hdf5Handle const settings(H5Dget_create_plist(set), copying_values);
    Extents const single(extents.size(), 1);
    if (H5Pget_layout(settings.get()) != H5D_CHUNKED) return single;
    Hdf5Sizes sizes(extents.size());
    check_hdf5(H5Pget_chunk(settings.get(), narrow<int>(sizes.size()), sizes.data()), copying_values);
    Extents const chunk(sizes.begin(), sizes.end());
    Index elements = 1;
    for (Index const extent : chunk) elements *= extent;
    return elements <= room ? chunk : single;
}

void select_box(hid_t space, Hdf5Section const& section, std::vector<Run> const& box) {
    Hdf5Sizes start;
    Hdf5Sizes stride;
    Hdf5Sizes count;
    for (Hdf5Line const& line : section) {
        Run const run = line.dim ? box[*line.dim] : Run{0, 1};
        start.push_back(narrow<hsize_t>(line.start + line.step * run.begin));
        stride.push_back(narrow<hsize_t>(line.step));
        count.push_back(narrow<hsize_t>(run.size()));
    }
    if (section.empty()) return;
    check_hdf5(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), stride.data(), count.data(), nullptr), copying_values);
}

} // namespace

Hdf5Values::Hdf5Values(hid_t type, hid_t space)
    : type_(type), space_(space), count_(narrow<std::size_t>(std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 0))),
      bytes_(H5Tget_size(type) * count_) {}

Hdf5Values::~Hdf5Values() {
    if (count_ == 0) return;
    hsize_t const count = count_; // one-dimensional, because HDF5 1.10 divides by zero at its maximum number of dimensions
    hid_t const line = H5Screate_simple(1, &count, nullptr);
    H5Dvlen_reclaim(type_, line, H5P_DEFAULT, bytes_.data());
    H5Sclose(line);
}

Result<Hdf5Section> section_in_order(NewArray const& array) {
    Original const& like = *array.copied_from;
    auto const old_dims =
        as_size(std::ranges::count_if(like.map.axes, [](CopyAxis const& axis) { return axis.source.has_value(); }));
    std::size_t const new_dims = array.extents.size();
    Hdf5Section section(old_dims);
    for (std::size_t d = 0; d < like.map.axes.size(); ++d) {
        auto const& source = like.map.axes[d].source;
        if (!source) continue;
        std::size_t const old = like.order == StorageOrder::C ? as_size(source->dim) : old_dims - 1 - as_size(source->dim);
        section[old] = {std::nullopt, source->start, source->step};
        if (d < new_dims) section[old].dim = array.order == StorageOrder::C ? d : new_dims - 1 - d;
    }
    std::optional<std::size_t> last;
    for (Hdf5Line const& line : section) {
        bool const in_order = !line.dim || !last || *line.dim > *last;
        if (!in_order || line.step < 1) return fail("elements of any length are copied in the order they have, or in part of it");
        if (line.dim) last = line.dim;
    }
    return section;
}

Hdf5Section whole_section(hid_t set) {
    Hdf5Section section(extents_of(set, StorageOrder::C).size());
    for (std::size_t d = 0; d < section.size(); ++d) section[d].dim = d;
    return section;
}

void for_each_box(hid_t set, hid_t type, BoxVisitor const& visit) {
    Extents const extents = extents_of(set, StorageOrder::C);
    if (std::ranges::find(extents, 0) != extents.end()) return;
    Index room = elements_at_a_time(type);
    Extents const unit = unit_of(set, extents, room);
    Extents units;
    for (std::size_t d = 0; d < extents.size(); ++d) {
        units.push_back(ceil_div(extents[d], unit[d]));
        room /= unit[d];
    }
    Slabs const slabs = Slabs::make(units, permutation_of(StorageOrder::C, units.size()), {}, std::max<Index>(room, 1)).value();
    for (Index number = 0; number < slabs.count(); ++number) {
        std::vector<Run> box = slabs.box(number);
        for (std::size_t d = 0; d < box.size(); ++d)
            box[d] = intersection({box[d].begin * unit[d], box[d].end * unit[d]}, {0, extents[d]});
        Extents sizes;
        for (Run const run : box) sizes.push_back(run.size());
        Hdf5Handle const there = hdf5_space(hdf5_sizes(sizes, StorageOrder::C));
        visit(box, there.get());
    }
}

void read_values(hid_t set, Hdf5Section const& section, std::vector<Run> const& box, Hdf5Values& values) {
    Hdf5Handle const space(H5Dget_space(set), copying_values);
    select_box(space.get(), section, box);
    check_hdf5(H5Dread(set, values.type(), values.space(), space.get(), H5P_DEFAULT, values.data()), copying_values);
}

void write_values(hid_t set, hid_t type, std::vector<Run> const& box, hid_t space, void const* values) {
    Hdf5Handle const target(H5Dget_space(set), copying_values);
    select_box(target.get(), whole_section(set), box);
    check_hdf5(H5Dwrite(set, type, space, target.get(), H5P_DEFAULT, values), copying_values);
}

void check_can_write(hid_t type, std::size_t together, std::string const& doing) {
    if (is_written_wrongly(type) || (together > 1 && is_written_alone(type)))
        throw Hdf5Error(fmt::format("{}: HDF5 would lose elements of it, which are arrays of compounds with texts or sequences of "
                                    "any length",
                                    doing));
}

void copy_values(hid_t from, hid_t to, Hdf5Section const& section, Hdf5Names const* names, CreationCallback const& watch) {
    Hdf5Handle const type(H5Dget_type(from), copying_values);
    for_each_box(to, type.get(), [&](std::vector<Run> const& box, hid_t there) {
        Hdf5Values values(type.get(), there);
        check_can_write(type.get(), values.count(), fmt::format("copying '{}'", name_of_object(from)));
        read_values(from, section, box, values);
        if (names != nullptr) names->translate(type.get(), values.data(), values.count(), H5Tget_size(type.get()));
        write_values(to, type.get(), box, there, values.data());
        watch(narrow<Index>(values.count()));
    });
}

} // namespace tessera
