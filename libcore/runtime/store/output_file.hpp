// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files that are being made, of one or more arrays.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/codec/round_trip.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/array_notes.hpp"
#include "libcore/runtime/store/making_watch.hpp"
#include "libcore/runtime/store/output_place.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// A chunk that has passed through filters.
struct EncodedChunk {
    Extents chunk; ///< its numbers, one per dimension
    EncodedSize size;
};

/// Of each array; nothing where its elements have none: they are of any length.
using ArrayChecksums = std::span<std::optional<std::uint64_t> const>;

/// What a target does not keep of its originals.
struct Loss {
    std::string array; ///< of which of its arrays; empty: of the file, or of several
    std::string what;  ///< in a few words
};

/// A file, or several, made under provisional names beside where they will be, and named at the end.
class OutputFile {
  public:
    OutputFile() = default;
    OutputFile(OutputFile const&) = delete;
    OutputFile& operator=(OutputFile const&) = delete;
    virtual ~OutputFile() = default;

    // Its arrays are numbered from 0, in the order in which ArrayFormat::make() got them.

    /// How one of its arrays will be stored, for planning.
    [[nodiscard]] virtual StoredShape shape(std::size_t array) const = 0;
    /// Does the array lie in several files, so that parts are gathered for each?
    [[nodiscard]] virtual bool in_files() const { return false; }
    /// These files of an array, before there are any; none where it is one.
    [[nodiscard]] virtual std::vector<StoredFile> planned_files(std::size_t) const { return {}; }
    /// Everything that makes a difference to the bytes, in words: a copy is resumed only if it says the same.
    [[nodiscard]] virtual std::string description() const = 0;

    /// Error: it would take the place of what is there, and `force` is false, or it must not even then (check_output_place(); a
    /// file that holds more than these arrays, and would lose it). `path`: its own. One rank.
    [[nodiscard]] virtual Result<void> check_place(std::string const& path, bool force) const {
        return check_output_place(path, force);
    }
    /// What its user should know before it is made, a sentence each.
    [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
    /// What it keeps in another way, a sentence each.
    [[nodiscard]] std::vector<std::string> const& remarks() const { return remarks_; }
    void remark(std::string sentence) { remarks_.push_back(std::move(sentence)); }
    /// What of its originals it does not keep: another format has no words for it.
    [[nodiscard]] std::vector<Loss> const& losses() const { return losses_; }
    void lose(std::vector<std::string> more, std::string const& array = "") {
        for (std::string& what : more) losses_.push_back({array, std::move(what)});
    }
    /// What a reader of the new file will find beside the elements of one of its arrays. ArrayFormat::make() tells what of an
    /// original of another format is not in it, so that a format that does not say it loses everything, and does not lose it
    /// silently.
    [[nodiscard]] virtual ArrayNotes kept_notes(std::size_t) const { return {}; }
    /// The same of a coordinate of one of its arrays, of the file as a whole and of a group. What an output does not make at
    /// all it tells itself, and returns what was wanted.
    [[nodiscard]] virtual ArrayNotes kept_of_coordinate(std::size_t, Coordinate const&) const { return {}; }
    [[nodiscard]] virtual std::vector<Attribute> kept_of_file() const { return {}; }
    [[nodiscard]] virtual std::vector<Attribute> kept_of_group(std::string const&) const { return {}; }
    /// Tells what of the notes is not kept, but for what was told with a reason. `whose`: " of the file", or empty.
    void lose_notes(ArrayNotes const& wanted, ArrayNotes const& kept, std::string const& whose, std::string const& array = "");
    /// Gives it the groups of its original, and their attributes; formats without groups lose them. Before create().
    void keep_groups(std::vector<GroupNotes> const& groups);
    /// Gives it the order of its original's dimensions, and those that no array has; formats without such lose these.
    virtual void keep_dims(std::vector<FileDimension> dims) {
        for (FileDimension const& dim : dims)
            if (!dim.used) lose({"the dimension '" + dim.name + "', which no variable has"});
    }
    /// Is it added to the file of this array, which stays in it?
    [[nodiscard]] virtual bool adds_beside(StoredArray const&) const { return false; }
    /// Makes everything but the elements that others can write, in place of what may be left of an earlier try. One rank. Failures
    /// throw.
    virtual void create(MakingWatch const& watch) = 0;
    /// Is what create() made still there? One rank.
    [[nodiscard]] virtual bool is_begun() const = 0;
    /// One of its arrays, to write elements and to read them back. Every rank; not collective.
    [[nodiscard]] virtual StoredArray open(std::size_t array) = 0;
    /// The same as a reader will open it, by what the file itself says of its array. Every rank; not collective; failures throw.
    [[nodiscard]] virtual StoredArray reopened(std::size_t array) { return open(array); }
    /// What was written so far from this machine is on the disk. Every rank; not collective; failures throw.
    virtual void sync() const = 0;
    /// All elements are written: stores the checksum of each array, where there is a place for it, and puts everything on the disk.
    /// Collective; failures throw AgreedFailure.
    virtual void finish(Comm const& comm, ArrayChecksums checksums) = 0;
    /// What besides the elements that were written is not as in the array's original, a line each. One rank, before it has its
    /// name.
    [[nodiscard]] virtual std::vector<std::string> differences() const { return {}; }
    /// Gives it its final name. One rank.
    virtual void publish() = 0;
    /// Gives the checksum beside it its name, if there is one. One rank, and the output's own name is on the disk: of two names
    /// that are new, a crash may keep the second alone, beside what had the first one before.
    virtual void publish_checksum() {}
    /// Removes what create() made. One rank.
    virtual void discard() noexcept = 0;

    /// Where each chunk is written by itself as soon as it is encoded: bytes of memory that this takes of a thread. Nothing: they
    /// have places in a file.
    [[nodiscard]] virtual std::optional<Index> writer_memory(std::size_t) const { return std::nullopt; }

    // Chunks that pass through filters have places only once they are encoded: shape().whole_chunks. The rank that created the file
    // keeps it open until seal(), and nobody calls open() before.

    /// What those of an array pass through; empty: nothing.
    [[nodiscard]] virtual CodecList codecs(std::size_t) const { return {}; }
    /// The same in words.
    [[nodiscard]] virtual ChunkFilters filters(std::size_t) const { return {}; }
    /// May they take fewer bytes than their elements?
    [[nodiscard]] virtual bool shrinks(std::size_t array) const { return !codecs(array).empty(); }
    /// What they may do to elements; nothing: all come back as they were.
    [[nodiscard]] virtual std::optional<ElementRounding> rounding(std::size_t) const { return std::nullopt; }
    /// Makes the file again around the chunks that an interrupted copy has written to it; then place_chunks() gives the same
    /// chunks, told in the same order, the same places.
    virtual void create_again(MakingWatch const&) {}
    /// The first byte of each of these chunks of an array.
    [[nodiscard]] virtual std::vector<Index> place_chunks(std::size_t, std::vector<EncodedChunk> const&) { return {}; }
    /// The path of the file the encoded chunks are written to.
    [[nodiscard]] virtual std::string encoded_path() const { return ""; }
    virtual void seal() {}

  protected:
    /// Returns which of them it makes. It tells what it loses of the others.
    [[nodiscard]] virtual std::vector<GroupNotes> made_groups(std::vector<GroupNotes> groups) {
        lose(all_of(groups));
        return {};
    }

    /// For made_groups() where groups are parts of names: all are made in which one of these arrays lies.
    [[nodiscard]] std::vector<GroupNotes> groups_in_names(std::vector<GroupNotes> groups, std::span<std::string const> arrays);

  private:
    std::vector<Loss> losses_;
    std::vector<std::string> remarks_;
};

} // namespace tessera
