// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distributed arrays read from files and written to files, whatever their format.
#include "libcore/runtime/store/array_files.hpp"

#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/store/detail/hdf5_keeping.hpp"
#include "libcore/runtime/store/detail/hdf5_type.hpp"
#include "libcore/runtime/store/file_array.hpp"
#include "libcore/runtime/store/flat_file.hpp"
#include "libcore/runtime/store/hdf5_file.hpp"
#include "libcore/runtime/store/local_files.hpp"
#include "libcore/runtime/store/npy_header.hpp"
#include "libcore/runtime/store/slab_transfer.hpp"
#include "libcore/runtime/store/staged_output.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

namespace tessera {

namespace {

using Format = FileName::Format;

FileArray file_array(Mapping const& mapping) {
    return {mapping.array().type, mapping.array().extents, mapping.array().order};
}

Result<std::unique_ptr<SlabFile>> open_global(Comm const& comm, FileName const& file, Mapping const& mapping) {
    switch (file.format) {
    case Format::Hdf5:
        return open_hdf5(comm, file.path, file.dataset, mapping.array().order);
    case Format::Npy:
        return open_npy(comm, file.path);
    default:
        return open_raw(comm, file.path, file_array(mapping));
    }
}

Result<void> check_type(Format format, ElementType const& type) {
    if (format == Format::Hdf5) {
        auto const known = hdf5_type_of(type);
        if (!known) return forward_error(known);
    }
    if (format == Format::Npy) {
        auto const known = npy_header({type, {}, StorageOrder::C});
        if (!known) return forward_error(known);
    }
    return {};
}

} // namespace

Result<void> read_array(Comm const& comm, FileName const& file, Mapping const& mapping, std::byte* local,
                        FileProgress const& progress) {
    if (file.format == Format::LocalFiles) return read_local_files(comm, file.path, mapping, local, progress);
    auto opened = open_global(comm, file, mapping);
    if (!opened) return forward_error(opened);
    SlabFile& slabs = **opened;
    std::string const name =
        file.format == Format::Hdf5 ? fmt::format("'{}:{}'", file.path, file.dataset) : fmt::format("'{}'", file.path);
    auto fits = expect_array(name, slabs.array(), mapping.array());
    if (!fits) return fits;
    return read_slabs(comm, slabs, mapping, local, {.progress = progress});
}

struct ArrayOutput::State {
    Comm const& comm;
    std::vector<FileName> places; // one per array
    bool force = false;
    std::vector<StagedOutput> staged = {}; // the one global file; none for local files, which are staged one by one

    Result<void> write_hdf5(std::span<Stored const> arrays, FileProgress const& progress);
    Result<void> write_flat(Stored const& array, FileProgress const& progress);
    Result<void> write_local(std::span<Stored const> arrays, FileProgress const& progress);
};

namespace {

/// "parts/" is made where it is missing; the manifests must be free.
Result<void> check_manifests(Comm const& comm, std::vector<FileName> const& places, bool force) {
    for (FileName const& place : places) {
        all_or_none(comm, [&] {
            if (comm.rank() == 0 && place.text.ends_with('/')) std::filesystem::create_directory(directory_of(place.path));
        });
        auto const free = StagedOutput::make(comm, place.path, force);
        if (!free) return forward_error(free);
    }
    return {};
}

/// An HDF5 file is not replaced where it holds more than these arrays.
Result<void> check_old_file(Comm const& comm, std::vector<FileName> const& places) {
    std::vector<std::string> datasets;
    for (FileName const& place : places) datasets.push_back(place.dataset);
    return together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        return check_loses_nothing(places.front().path, datasets);
    });
}

} // namespace

ArrayOutput::ArrayOutput(std::unique_ptr<State> state) : state_(std::move(state)) {}
ArrayOutput::ArrayOutput(ArrayOutput&&) noexcept = default;
ArrayOutput::~ArrayOutput() = default;

Result<ArrayOutput> ArrayOutput::make(Comm const& comm, FileName const& file, std::span<Mapping const> arrays, bool force) {
    bool const one_only = file.format == Format::Npy || file.format == Format::Raw;
    if (one_only && arrays.size() != 1)
        return fail(fmt::format("'{}' holds one array, but {} are to be written; use an HDF5 file or a directory/", file.path,
                                arrays.size()));
    auto state = std::make_unique<State>(State{comm, {}, force});
    for (Mapping const& array : arrays) {
        auto const type = check_type(file.format, array.array().type);
        if (!type) return forward_error(type);
        state->places.push_back(place_of(file, array.array().name, arrays.size() > 1));
    }
    if (file.format == Format::LocalFiles) {
        auto const free = check_manifests(comm, state->places, force);
        if (!free) return forward_error(free);
    } else {
        auto staged = StagedOutput::make(comm, file.path, force);
        if (!staged) return forward_error(staged);
        if (file.format == Format::Hdf5)
            if (auto const free = check_old_file(comm, state->places); !free) return forward_error(free);
        state->staged.push_back(*std::move(staged));
    }
    return ArrayOutput(std::move(state));
}

Result<void> ArrayOutput::write(std::span<Stored const> arrays, FileProgress const& progress) {
    switch (state_->places.front().format) {
    case Format::Hdf5:
        return state_->write_hdf5(arrays, progress);
    case Format::LocalFiles:
        return state_->write_local(arrays, progress);
    default:
        return state_->write_flat(arrays.front(), progress);
    }
}

Result<void> ArrayOutput::State::write_hdf5(std::span<Stored const> arrays, FileProgress const& progress) {
    std::vector<NewDataset> datasets;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        datasets.push_back({places[i].dataset, file_array(*arrays[i].mapping)});
        auto const& like = arrays[i].like;
        if (like && like->format == Format::Hdf5) datasets.back().like = {like->path, like->dataset};
    }
    auto files = create_hdf5(comm, staged.front().temporary(), datasets);
    if (!files) return forward_error(files);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        auto written = write_slabs(comm, *(*files)[i], *arrays[i].mapping, arrays[i].local, {.progress = progress});
        if (!written) return written;
    }
    all_or_none(comm, [&] {
        for (auto const& file : *files) file->close();
    });
    staged.front().commit();
    return {};
}

Result<void> ArrayOutput::State::write_flat(Stored const& array, FileProgress const& progress) {
    FileArray const shape = file_array(*array.mapping);
    std::string const& path = staged.front().temporary();
    auto created = places.front().format == Format::Npy ? create_npy(comm, path, shape) : create_raw(comm, path, shape);
    if (!created) return forward_error(created);
    auto written = write_slabs(comm, **created, *array.mapping, array.local, {.progress = progress});
    if (!written) return written;
    all_or_none(comm, [&] { (*created)->close(); });
    staged.front().commit();
    return {};
}

Result<void> ArrayOutput::State::write_local(std::span<Stored const> arrays, FileProgress const& progress) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        Mapping const& mapping = *arrays[i].mapping;
        auto written = write_local_files(comm, places[i].path, mapping, arrays[i].local, force);
        if (!written) return written;
        if (progress && comm.rank() == 0) progress(mapping.volume() * mapping.array().type.bytes);
    }
    return {};
}

} // namespace tessera
