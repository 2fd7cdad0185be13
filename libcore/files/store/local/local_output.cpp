// SPDX-License-Identifier: BSD-3-Clause
// Tessera: local array files in the making.
#include "libcore/files/store/local/local_output.hpp"

#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/local/local_array.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/files/store/manifest_layout.hpp"
#include "libcore/files/store/manifest_output.hpp"
#include "libcore/files/store/stream_hash.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"
#include "libcore/spec/write.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tessera {

namespace fs = std::filesystem;

namespace {

/// An output of local files. The manifest exists under its provisional name from the beginning. Its files have names that no other
/// manifest uses, so they belong to no array until it is published.
class LocalOutput final : public OutputFile {
  public:
    LocalOutput(OutputPath place, NewArray array)
        : place_(std::move(place)), manifest_(place_), array_(std::move(array)), mapping_(*array_.mapping) {}

    [[nodiscard]] StoredShape shape(std::size_t) const override {
        Index position = 0;
        while (!mapping_.holds(position)) ++position;
        return shape_of_files(planned_file(position), array_.extents);
    }
    [[nodiscard]] bool in_files() const override { return true; }
    [[nodiscard]] std::vector<StoredFile> planned_files(std::size_t) const override {
        std::vector<StoredFile> files;
        for (Index position = 0; position < mapping_.grid().size(); ++position)
            if (mapping_.holds(position)) files.push_back(planned_file(position));
        return files;
    }
    [[nodiscard]] std::string description() const override {
        return fmt::format("{} {}", describe(array_), write_hpf(mapping_.spec()));
    }

    void create(CreationCallback const&) override {
        discard();
        Manifest manifest{mapping_.spec(), permutation(), array_.big_endian, {}, std::nullopt};
        Index const generation = free_generation(place_.path, mapping_);
        for (Index position = 0; position < mapping_.grid().size(); ++position) {
            if (!mapping_.holds(position)) continue;
            Rank const rank = mapping_.grid().rank(position);
            manifest.files.push_back(local_file_entry(rank, part_name(place_.path, generation, rank),
                                                      LocalLayout(mapping_, position, permutation()), array_.type.bytes));
        }
        manifest_.write(write_manifest(manifest));
        for (LocalFile const& listed : manifest.files) {
            PosixFile file = PosixFile::create(beside(place_.path, listed.name));
            file.resize(listed.bytes);
            file.close();
        }
    }

    [[nodiscard]] bool is_begun() const override {
        auto const manifest = manifest_.exists() ? load_manifest(place_.provisional()) : fail("");
        return manifest && stored_array(*manifest, place_.path).has_value();
    }

    [[nodiscard]] StoredArray open(std::size_t) override {
        auto array = stored_array(loaded(), place_.path);
        if (!array) throw std::runtime_error(array.error().message);
        return *std::move(array);
    }

    void sync() const override {
        for (LocalFile const& listed : loaded().files) PosixFile::open_to_read(beside(place_.path, listed.name)).sync();
    }

    /// Every rank rereads some of the files for their checksums.
    void finish(Communicator const& comm, ArrayChecksums checksums) override {
        Manifest manifest;
        all_or_none(comm, [&] { manifest = loaded(); });
        std::vector<std::uint64_t> hashes(manifest.files.size(), 0);
        all_or_none(comm, [&] {
            for (auto i = as_size(comm.rank()); i < hashes.size(); i += as_size(comm.size()))
                hashes[i] = hash_of_file(beside(place_.path, manifest.files[i].name));
        });
        sum_entries<std::uint64_t>(comm, hashes);
        for (std::size_t i = 0; i < hashes.size(); ++i) manifest.files[i].checksum = hashes[i];
        manifest.array_checksum = checksums.front();
        all_or_none(comm, [&] {
            if (comm.rank() == 0) manifest_.write(write_manifest(manifest));
        });
    }

    void publish() override {
        for (LocalFile const& listed : loaded().files) give_permissions(beside(place_.path, listed.name), place_.original);
        sync_directory(directory_of(place_.path)); // makes the names of the files durable
        publish_manifest(manifest_);
    }

    void discard() noexcept override {
        try {
            auto const manifest = load_manifest(place_.provisional());
            for (LocalFile const& file : manifest ? manifest->files : std::vector<LocalFile>{}) remove_part(place_.path, file.name);
        } catch (std::exception const&) { // the list of files is unknown then
        }
        manifest_.discard();
    }

  private:
    [[nodiscard]] StoredFile planned_file(Index position) const {
        return local_file(mapping_, position, permutation(), LocalLayout(mapping_, position, permutation()).alloc_shape(), "");
    }

    [[nodiscard]] std::vector<int> permutation() const { return permutation_of(array_.order, array_.extents.size()); }

    [[nodiscard]] Manifest loaded() const {
        auto manifest = load_manifest(place_.provisional());
        if (!manifest) throw std::runtime_error(manifest.error().message);
        return *std::move(manifest);
    }

    OutputPath place_;
    ProvisionalFile manifest_;
    NewArray array_;
    Mapping const& mapping_; // mapping of the array
};

} // namespace

Result<std::unique_ptr<OutputFile>> local_output(OutputPath const& place, NewArray array) {
    if (array.chunk) return fail("only HDF5 files and Zarr stores have chunks");
    if (!array.mapping) return fail("local files are those of a mapping's ranks, and none is given");
    ArraySpec const& mapped = array.mapping->array();
    if (mapped.extents != array.extents || stored_type(mapped.type) != array.type)
        return fail("the target's mapping is of an array of another shape or type");
    return std::make_unique<LocalOutput>(place, std::move(array));
}

} // namespace tessera
