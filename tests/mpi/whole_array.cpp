// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small array, whole on one rank, and the files it is written to and read from in the plainest way.
#include "tests/mpi/whole_array.hpp"

#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_type.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/io/file_array.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <functional>
#include <iterator>
#include <utility>

namespace tessera::oracle {

namespace {

using Bytes = std::vector<std::byte>;

BoxSet box_of(Extents const& extents) {
    std::vector<PeriodicSet> dims;
    for (Index const extent : extents) dims.push_back(PeriodicSet::interval({0, extent}));
    return BoxSet(std::move(dims));
}

Index linear(std::span<Index const> index, Extents const& extents, StorageOrder order) {
    Index result = 0;
    for (std::size_t i = 0; i < index.size(); ++i) {
        std::size_t const d = order == StorageOrder::C ? i : index.size() - 1 - i;
        result = result * extents[d] + index[d];
    }
    return result;
}

void copy_element(Bytes const& from, Index from_number, Bytes& to, Index to_number, Index size) {
    std::copy_n(from.begin() + from_number * size, size, to.begin() + to_number * size);
}

void write_bytes(std::string const& path, Bytes const& bytes) {
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<char const*>(bytes.data()), std::ssize(bytes));
}

Bytes read_bytes(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    std::string const text(std::istreambuf_iterator<char>(file), {});
    auto const* const begin = reinterpret_cast<std::byte const*>(text.data());
    return {begin, begin + text.size()};
}

/// What a rank owns and, around blocks, what its shadow has room for.
BoxSet with_shadow(LocalLayout const& layout, ArraySpec const& array) {
    std::vector<PeriodicSet> dims;
    for (std::size_t d = 0; d < layout.owned().dims().size(); ++d) {
        PeriodicSet const& owned = layout.owned().dims()[d];
        bool const block = owned.is_interval() && !owned.empty() && !array.shadow.empty();
        Run const bounds = owned.bounds();
        dims.push_back(block ? PeriodicSet::interval({std::max<Index>(bounds.begin - array.shadow[d].low, 0),
                                                      std::min(bounds.end + array.shadow[d].high, array.extents[d])})
                             : owned);
    }
    return layout.owned().empty() ? layout.owned() : BoxSet(std::move(dims));
}

Hdf5Handle hdf5_type(ElementType const& type) {
    return std::move(*hdf5_type_of(type));
}

} // namespace

WholeArray WholeArray::make(ElementType const& type, Extents const& extents, StorageOrder order) {
    WholeArray array{type, extents, order, {}};
    array.elements.resize(static_cast<std::size_t>(array.count() * type.bytes));
    for (std::size_t b = 0; b < array.elements.size(); ++b) {
        auto const bytes = static_cast<std::size_t>(type.bytes);
        auto const number = static_cast<unsigned long>(b / bytes) + 1;
        array.elements[b] = static_cast<std::byte>(number * 2654435761UL >> (8 * (b % bytes % 4)));
    }
    return array;
}

Index WholeArray::count() const {
    return box_of(extents).count();
}

WholeArray WholeArray::copied(CopyMap const& map, Extents const& target_extents, StorageOrder target_order) const {
    WholeArray target = make(type, target_extents, target_order);
    Extents from(extents.size());
    box_of(target_extents).for_each([&](std::span<Index const> index) {
        for (std::size_t a = 0; a < map.axes.size(); ++a) {
            if (!map.axes[a].source) continue;
            CopySide const& side = *map.axes[a].source;
            from[static_cast<std::size_t>(side.dim)] = side.start + side.step * (a < index.size() ? index[a] : 0);
        }
        copy_element(elements, linear(from, extents, StorageOrder::C), target.elements,
                     linear(index, target_extents, StorageOrder::C), type.bytes);
    });
    return target;
}

Bytes WholeArray::stored() const {
    Bytes bytes(elements.size());
    box_of(extents).for_each([&](std::span<Index const> index) {
        copy_element(elements, linear(index, extents, StorageOrder::C), bytes, linear(index, extents, order), type.bytes);
    });
    return bytes;
}

void WholeArray::set_stored(Bytes const& bytes) {
    box_of(extents).for_each([&](std::span<Index const> index) {
        copy_element(bytes, linear(index, extents, order), elements, linear(index, extents, StorageOrder::C), type.bytes);
    });
}

void write_flat(WholeArray const& array, std::string const& path, std::string const& header) {
    Bytes bytes(header.size());
    std::ranges::transform(header, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
    auto const stored = array.stored();
    bytes.insert(bytes.end(), stored.begin(), stored.end());
    write_bytes(path, bytes);
}

WholeArray read_flat(WholeArray const& like, std::string const& path, Index header_bytes) {
    WholeArray array = like;
    Bytes bytes = read_bytes(path);
    bytes.erase(bytes.begin(), bytes.begin() + header_bytes);
    if (bytes.size() != array.elements.size())
        array.elements.clear();
    else
        array.set_stored(bytes);
    return array;
}

void write_hdf5(WholeArray const& array, std::string const& path, std::string const& dataset, Hdf5Layout const& layout) {
    Hdf5Handle const file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), path);
    Hdf5Handle const settings(H5Pcreate(H5P_DATASET_CREATE), path);
    Hdf5Handle const links(H5Pcreate(H5P_LINK_CREATE), path);
    H5Pset_create_intermediate_group(links.get(), 1);
    if (layout.chunk) {
        Hdf5Sizes const chunk = hdf5_sizes(*layout.chunk, array.order);
        check_hdf5(H5Pset_chunk(settings.get(), static_cast<int>(chunk.size()), chunk.data()), path);
        if (layout.filters.shuffle) check_hdf5(H5Pset_shuffle(settings.get()), path);
        if (layout.filters.deflate)
            check_hdf5(H5Pset_deflate(settings.get(), static_cast<unsigned>(*layout.filters.deflate)), path);
        if (layout.fletcher32) check_hdf5(H5Pset_fletcher32(settings.get()), path);
    }
    Hdf5Handle const type = hdf5_type(array.type);
    Hdf5Handle const space = hdf5_space(hdf5_sizes(array.extents, array.order));
    Hdf5Handle const set(H5Dcreate2(file.get(), dataset.c_str(), type.get(), space.get(), links.get(), settings.get(), H5P_DEFAULT),
                         path);
    if (array.count() > 0) check_hdf5(H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, array.stored().data()), path);
}

WholeArray read_hdf5(WholeArray const& like, std::string const& path, std::string const& dataset) {
    WholeArray array = like;
    Hdf5Handle const file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), path);
    Hdf5Handle const set(H5Dopen2(file.get(), dataset.c_str(), H5P_DEFAULT), path);
    Hdf5Handle const type = hdf5_type(array.type);
    Bytes bytes(array.elements.size());
    if (array.count() > 0) check_hdf5(H5Dread(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), path);
    array.set_stored(bytes);
    return array;
}

void write_local(WholeArray const& array, Mapping const& mapping, std::vector<int> const& permutation,
                 std::string const& manifest) {
    Manifest list{mapping.spec(), permutation, std::endian::native == std::endian::big, {}, std::nullopt};
    Index const size = array.type.bytes;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        LocalLayout const layout(mapping, position, permutation);
        Bytes bytes(static_cast<std::size_t>(layout.allocation_size() * size), std::byte{0xEE});
        layout.owned().for_each([&](std::span<Index const> index) {
            copy_element(array.elements, linear(index, array.extents, StorageOrder::C), bytes,
                         layout.offset(layout.global_to_local(index).value()), size);
        });
        std::string const name = part_name(manifest, 1, mapping.grid().rank(position));
        write_bytes(beside(manifest, name), bytes);
        list.files.push_back(
            {mapping.grid().rank(position), name, std::ssize(bytes), checksum_of(bytes), layout.strides(), layout.first_offset()});
    }
    std::ofstream(manifest) << write_manifest(list);
}

bool local_files_hold(WholeArray const& expected, std::string const& manifest) {
    Manifest const list = load_manifest(manifest).value();
    Mapping const mapping = Mapping::make(list.mapping).value();
    Index const size = expected.type.bytes;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        auto const file = std::ranges::find(list.files, mapping.grid().rank(position), &LocalFile::rank);
        Bytes const bytes = read_bytes(beside(manifest, file->name));
        LocalLayout const layout(mapping, position, list.permutation);
        if (std::ssize(bytes) != layout.allocation_size() * size || checksum_of(bytes) != file->checksum) return false;
        bool same = true;
        with_shadow(layout, mapping.array()).for_each([&](std::span<Index const> index) {
            Index place = layout.first_offset();
            for (std::size_t d = 0; d < index.size(); ++d) {
                PeriodicSet const& owned = layout.owned().dims()[d];
                bool const inside = owned.contains(index[d]);
                place += (inside ? owned.position(index[d]) : index[d] - owned.bounds().begin) * layout.strides()[d];
            }
            Index const number = linear(index, expected.extents, StorageOrder::C);
            same = same && std::equal(bytes.begin() + place * size, bytes.begin() + (place + 1) * size,
                                      expected.elements.begin() + number * size);
        });
        if (!same) return false;
    }
    return true;
}

} // namespace tessera::oracle
