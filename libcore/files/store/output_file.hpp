// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files in the making, with one or more arrays.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/codec/codec.hpp"
#include "libcore/files/codec/round_trip.hpp"
#include "libcore/files/store/array_notes.hpp"
#include "libcore/files/store/creation_callback.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// A chunk after its filters.
struct EncodedChunk {
    Extents chunk; ///< its number in each dimension
    EncodedSize size;
};

/// One checksum per array; nullopt if the elements are texts of any length.
using ArrayChecksums = std::span<std::optional<std::uint64_t> const>;

/// The beginning of Loss::what for a filter of chunks.
inline constexpr std::string_view filter_loss = "the filter ";

/// A part of the originals that the target does not keep.
struct Loss {
    std::string array; ///< name of the target's array; empty: the whole file, or several arrays
    std::string what;  ///< in a few words
};

/// One or more files, made under provisional names in their final directory and renamed at the end.
class OutputFile {
  public:
    OutputFile() = default;
    OutputFile(OutputFile const&) = delete;
    OutputFile& operator=(OutputFile const&) = delete;
    virtual ~OutputFile() = default;

    // Arrays are numbered from 0, in the order passed to ArrayFormat::make().

    /// Returns how an array will be stored, for planning.
    [[nodiscard]] virtual StoredShape shape(std::size_t array) const = 0;
    /// Returns whether the array lies in several files, so that its parts are gathered per file.
    [[nodiscard]] virtual bool in_files() const { return false; }
    /// The planned files of an array in several files, before they exist. Empty if it lies in one file.
    [[nodiscard]] virtual std::vector<StoredFile> planned_files(std::size_t) const { return {}; }
    /// Describes everything that affects the bytes of the output. A copy is resumed only if its description is unchanged.
    [[nodiscard]] virtual std::string description() const = 0;

    /// Error: the output may not replace what exists at `path`, its own path. Reasons: `force` is false; check_output_place()
    /// refuses; the existing file holds further arrays that would be lost. One rank.
    [[nodiscard]] virtual Result<void> check_place(std::string const& path, bool force) const {
        return check_output_place(path, force);
    }
    /// Warnings to show before the output is made, one sentence each.
    [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
    /// Differences in how things are stored, one sentence each.
    [[nodiscard]] std::vector<std::string> const& remarks() const { return remarks_; }
    void remark(std::string sentence) { remarks_.push_back(std::move(sentence)); }
    /// The parts of the originals that this format cannot express.
    [[nodiscard]] std::vector<Loss> const& losses() const { return losses_; }
    void add_loss(std::vector<std::string> more, std::string const& array = "") {
        for (std::string& what : more) losses_.push_back({array, std::move(what)});
    }
    /// Adds filters of an original's chunks, by their names.
    void lose_filters(std::span<std::string const> filters, std::string const& array) {
        for (std::string const& filter : filters) losses_.push_back({array, std::string(filter_loss) + filter});
    }
    /// The metadata that a reader of the new file will find with an array. ArrayFormat::make() compares them with an original of
    /// another format and reports the difference as lost. The default therefore reports all metadata as lost.
    [[nodiscard]] virtual ArrayNotes kept_notes(std::size_t) const { return {}; }
    /// The same for a coordinate of an array, for the whole file and for a group. An output that leaves one of these out completely
    /// adds the loss itself and returns the wanted value.
    [[nodiscard]] virtual ArrayNotes kept_of_coordinate(std::size_t, Coordinate const&) const { return {}; }
    [[nodiscard]] virtual std::vector<Attribute> kept_of_file() const { return {}; }
    [[nodiscard]] virtual std::vector<Attribute> kept_of_group(std::string const&) const { return {}; }
    /// Adds a loss for each difference between `wanted` and `kept` that is not yet listed with a reason. `whose`: " of the file",
    /// or empty.
    void lose_notes(ArrayNotes const& wanted, ArrayNotes const& kept, std::string const& whose, std::string const& array = "");
    /// Sets the groups of the original with their attributes. Formats without groups add them to the losses. Call it before
    /// create().
    void keep_groups(std::vector<GroupNotes> const& groups);
    /// Sets the order of the original's dimensions, including those that no array uses. Formats that cannot store unused dimensions
    /// add them to the losses.
    virtual void keep_dims(std::vector<FileDimension> dims) {
        for (FileDimension const& dim : dims)
            if (!dim.used) add_loss({"the dimension '" + dim.name + "', which no variable has"});
    }
    /// Returns whether the output is added to the file of this array, and that array stays.
    [[nodiscard]] virtual bool adds_beside(StoredArray const&) const { return false; }
    /// Makes everything except the elements that others write, and replaces the remains of an earlier attempt. One rank. Failures
    /// throw.
    virtual void create(CreationCallback const& watch) = 0;
    /// Returns whether the result of create() still exists. One rank.
    [[nodiscard]] virtual bool is_begun() const = 0;
    /// Opens an array of the output for writing and reading back. Every rank; not collective.
    [[nodiscard]] virtual StoredArray open(std::size_t array) = 0;
    /// Opens an array of the output as later readers will, from the description in the file. Every rank; not collective; failures
    /// throw.
    [[nodiscard]] virtual StoredArray reopened(std::size_t array) { return open(array); }
    /// Ensures that everything written from this machine is on the disk. Every rank; not collective; failures throw.
    virtual void sync() const = 0;
    /// Stores the checksum of each array if the format has a place for it, and syncs everything to the disk. Call it after all
    /// elements are written. Collective; failures throw AgreedFailure.
    virtual void finish(Communicator const& comm, ArrayChecksums checksums) = 0;
    /// Describes differences between an array and its original, apart from the written elements, one line each. One rank, before
    /// publish().
    [[nodiscard]] virtual std::vector<std::string> differences() const { return {}; }
    /// Renames the output to its final name. One rank.
    virtual void publish() = 0;
    /// Renames the checksum file to its final name, if there is one. One rank. The output's own rename must be on the disk first: a
    /// crash could otherwise keep the new checksum beside the old file.
    virtual void publish_checksum() {}
    /// Removes what create() made. One rank.
    virtual void discard() noexcept = 0;

    /// Bytes of memory per thread if each chunk is written separately as soon as it is encoded. Returns nullopt if chunks have
    /// offsets in a file.
    [[nodiscard]] virtual std::optional<Index> writer_memory(std::size_t) const { return std::nullopt; }

    // Filtered chunks get their offsets only after they are encoded (shape().whole_chunks). The rank that created the file keeps it
    // open until seal(). Do not call open() before seal().

    /// The codecs of an array's chunks. Empty: none.
    [[nodiscard]] virtual CodecList codecs(std::size_t) const { return {}; }
    /// The filters of an array's chunks, for messages.
    [[nodiscard]] virtual ChunkFilters filters(std::size_t) const { return {}; }
    /// Returns whether encoded chunks can be smaller than their elements.
    [[nodiscard]] virtual bool shrinks(std::size_t array) const { return !codecs(array).empty(); }
    /// The rounding that the filters may apply. Returns nullopt if all elements are preserved exactly.
    [[nodiscard]] virtual std::optional<ElementRounding> rounding(std::size_t) const { return std::nullopt; }
    /// Recreates the file around the chunks that an interrupted copy has written. place_chunks() then assigns the same offsets if
    /// it gets the same chunks in the same order.
    virtual void create_again(CreationCallback const&) {}
    /// Returns the file offset of each of these chunks of an array.
    [[nodiscard]] virtual std::vector<Index> place_chunks(std::size_t, std::vector<EncodedChunk> const&) { return {}; }
    /// Path of the file to which encoded chunks are written.
    [[nodiscard]] virtual std::string encoded_path() const { return ""; }
    virtual void seal() {}

  protected:
    /// Returns the groups that the output makes. It adds the others to the losses.
    [[nodiscard]] virtual std::vector<GroupNotes> made_groups(std::vector<GroupNotes> groups) {
        add_loss(all_of(groups));
        return {};
    }

    /// Implements made_groups() for formats in which groups are only parts of array names: a group exists if one of these arrays
    /// lies in it.
    [[nodiscard]] std::vector<GroupNotes> groups_in_names(std::vector<GroupNotes> groups, std::span<std::string const> arrays);

  private:
    std::vector<Loss> losses_;
    std::vector<std::string> remarks_;
};

} // namespace tessera
