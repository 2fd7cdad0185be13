// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a distributed array that is too large for memory.
#include "libcore/files/ooc/out_of_core_array.hpp"

#include "libcore/base/units.hpp"
#include "libcore/files/store/manifest_layout.hpp"
#include "libcore/files/store/manifest_output.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/stream_hash.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace tessera {

/// A new file of the array, removed by the destructor unless kept.
class OutOfCoreArray::NewFile {
  public:
    explicit NewFile(std::string path) : path_(std::move(path)) {}
    NewFile(NewFile const&) = delete;
    NewFile& operator=(NewFile const&) = delete;
    ~NewFile() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove(path_, ignored);
    }
    void keep() { path_.clear(); }

  private:
    std::string path_;
};

namespace {

/// Returns the manifest's output. A file that takes this name later is not replaced, only one that has it now.
std::unique_ptr<ProvisionalFile> output_at(std::string const& path) {
    return std::make_unique<ProvisionalFile>(OutputPath{path, random_tag()});
}

} // namespace

OutOfCoreArray::OutOfCoreArray(Communicator const& comm, MemoryAccount& account, std::string path, Ocad ocad, Mapping mapping)
    : comm_(&comm), account_(&account), path_(std::move(path)), ocad_(std::move(ocad)), mapping_(std::move(mapping)),
      manifest_(manifest_of(ocad_)) {
    ocad_.permutation = file_permutation(ocad_);
    auto const position = mapping_.grid().position(comm.rank());
    if (position && mapping_.holds(*position)) layout_.emplace(mapping_, *position, ocad_.permutation);
    local_shape_ = layout_ ? layout_->local_shape() : Extents(as_size(mapping_.dims()), 0);
}

OutOfCoreArray::OutOfCoreArray(OutOfCoreArray&&) noexcept = default;
OutOfCoreArray::~OutOfCoreArray() = default;

Result<OutOfCoreArray> OutOfCoreArray::prepare(Communicator const& comm, MemoryAccount& account, std::string const& path,
                                               Ocad ocad) {
    auto mapping = Mapping::make(ocad.mapping);
    if (!mapping) return forward_error(mapping);
    if (auto const enough = check_ranks(*mapping, comm.size()); !enough) return forward_error(enough);
    if (auto const fits = check_out_of_core(*mapping); !fits) return forward_error(fits);
    OutOfCoreArray array(comm, account, path, std::move(ocad), *std::move(mapping));
    auto const done = together(comm, [&] { return array.lay_out(); });
    if (!done) return forward_error(done);
    return array;
}

Result<void> OutOfCoreArray::lay_out() {
    ArraySpec const& array = mapping_.array();
    auto slabs = Slabs::make(local_shape_, ocad_.permutation, array.shadow, ocad_.icla_bytes / array.type.bytes);
    if (!slabs) return fail(fmt::format("{}: {}", path_, slabs.error().message));
    slabs_ = *std::move(slabs);
    StoredShape shape{array.extents, ocad_.permutation, {}, false};
    if (is_local() && layout_) {
        shape.extents = layout_->alloc_shape();
        for (LocalFile const& file : manifest_.files) {
            if (file.rank != comm_->rank()) continue;
            auto stored = stored_extents(manifest_, mapping_, mapping_.grid().position(comm_->rank()).value(), file);
            if (!stored) return fail(fmt::format("cannot read '{}': {}", path_, stored.error().message));
            shape.extents = *std::move(stored);
        }
    }
    for (Index const extent : shape.extents) shape.chunk.push_back(std::max<Index>(1, extent));
    auto layout = FileLayout::make(std::move(shape), array.type.bytes, is_local() ? 0 : manifest_.out_of_core->first_byte);
    if (!layout) return forward_error(layout);
    file_layout_ = *std::move(layout);
    return {};
}

Result<OutOfCoreArray> OutOfCoreArray::create(Communicator const& comm, MemoryAccount& account, std::string const& path, Ocad ocad,
                                              bool force) {
    auto output = output_at(path);
    auto const place = together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        return check_output_place(path, force);
    });
    if (!place) return forward_error(place);
    auto array = prepare(comm, account, path, std::move(ocad));
    if (!array) return array;
    array->output_ = std::move(output);
    Manifest& manifest = array->manifest_;
    Index const generation = broadcast(comm, 0, comm.rank() == 0 ? free_generation(path, array->mapping_) : 0);
    if (array->is_local())
        manifest.files = local_files(path, generation, array->mapping_, array->ocad_.permutation);
    else
        manifest.out_of_core->global_file = broadcast_text(comm, 0, comm.rank() == 0 ? free_global_name(path) : "");
    array->create_file();
    return array;
}

/// Returns the path of this rank's file, or of the common file. Empty if the rank has none.
std::string OutOfCoreArray::file_path() const {
    if (!is_local()) return beside(path_, manifest_.out_of_core->global_file);
    for (LocalFile const& file : manifest_.files)
        if (has_part() && file.rank == comm_->rank()) return beside(path_, file.name);
    return "";
}

void OutOfCoreArray::create_file() {
    changes_ = true;
    std::string const path = file_path();
    Index const bytes = manifest_.out_of_core->first_byte + file_layout_.positions() * file_layout_.element_bytes();
    if (!is_local()) {
        channel_ = FileChannel::open(*comm_, path, FileUse::Create);
        if (comm_->rank() == 0) new_file_ = std::make_unique<NewFile>(path);
        return channel_->resize(bytes);
    }
    all_or_none(*comm_, [&] {
        if (path.empty()) return;
        channel_ = FileChannel::open_alone(path, FileUse::Create);
        new_file_ = std::make_unique<NewFile>(path);
        channel_->resize(bytes);
    });
}

Result<OutOfCoreArray> OutOfCoreArray::open(Communicator const& comm, MemoryAccount& account, std::string const& path, FileUse use,
                                            std::optional<Index> icla_bytes) {
    Manifest manifest;
    auto const loaded = together(comm, [&]() -> Result<void> {
        auto found = load_manifest(path);
        if (!found) return forward_error(found);
        manifest = *std::move(found);
        return {};
    });
    if (!loaded) return forward_error(loaded);
    Ocad ocad = ocad_of(manifest);
    ocad.icla_bytes = icla_bytes.value_or(ocad.icla_bytes);
    auto array = prepare(comm, account, path, std::move(ocad));
    if (!array) return array;
    array->output_ = output_at(path);
    array->manifest_.files = std::move(manifest.files);
    if (manifest.out_of_core && !array->is_local()) {
        array->manifest_.out_of_core = manifest.out_of_core;
        array->manifest_.out_of_core->icla_bytes = array->ocad_.icla_bytes;
    }
    auto const again = together(comm, [&] { return array->lay_out(); });
    if (!again) return forward_error(again);
    auto const opened = array->open_file(use);
    if (!opened) return forward_error(opened);
    return array;
}

Result<void> OutOfCoreArray::open_file(FileUse use) {
    changes_ = use != FileUse::Read;
    std::string const path = file_path();
    if (!is_local()) channel_ = FileChannel::open(*comm_, path, use);
    return together(*comm_, [&]() -> Result<void> {
        if (is_local() && has_part() && path.empty())
            return fail(fmt::format("cannot read '{}': it names no file for rank {}", path_, comm_->rank()));
        if (path.empty()) return {};
        if (is_local()) channel_ = FileChannel::open_alone(path, use);
        Index const expected =
            file_layout_.positions() == 0 ? 0 : file_layout_.byte(file_layout_.positions() - 1) + file_layout_.element_bytes();
        if (channel_->size() >= expected) return {};
        return fail(
            fmt::format("cannot read '{}': it has {}, expected {}", path, counted(channel_->size(), "byte"), grouped(expected)));
    });
}

void OutOfCoreArray::close() {
    if (!changes_) return;
    LocalFile mine{comm_->rank(), "", 0, 0};
    if (!is_local()) {
        channel_->sync();
        channel_->close();
    }
    all_or_none(*comm_, [&] {
        if (!is_local() || !channel_) return;
        mine.bytes = channel_->size();
        channel_->sync();
        channel_->close();
        mine.checksum = hash_of_file(file_path());
    });
    channel_.reset();
    commit_manifest(*comm_, *output_, manifest_, mine);
    if (new_file_) new_file_->keep();
    changes_ = false;
}

} // namespace tessera
