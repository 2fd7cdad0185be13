// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file between the two passes of a copy.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/output_place.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// What stands in front of its elements (share/doc/formats.md): a line of JSON in room of fixed size.
struct ScratchHeader {
    std::uint64_t source = 0; ///< identities of the files that the elements are from
    std::uint64_t task = 0;   ///< a hash of which elements they are
    Extents chunk;
    std::optional<std::uint64_t> checksum = std::nullopt; ///< of the elements, when all are there

    /// Of a first pass that begins now. One rank.
    [[nodiscard]] static ScratchHeader of(CopyJob const& job, Extents const& chunk);
    /// Error: it is no scratch file.
    [[nodiscard]] static Result<ScratchHeader> load(std::string const& path);
    void save(std::string const& path) const; ///< throws
};

/// Elements as they are, in chunks one behind the other. What is lost with the system's memory is found when the last pass
/// compares the checksum, so nothing waits for the disk.
class ScratchFile final : public OutputFile {
  public:
    /// `job`: of the whole copy; it outlives this.
    ScratchFile(OutputPlace place, CopyJob const& job, Extents const& chunk);

    [[nodiscard]] StoredShape shape(std::size_t) const override { return shape_; }
    [[nodiscard]] std::string description() const override;
    void create(MakingWatch const&) override;
    [[nodiscard]] bool is_begun() const override;
    [[nodiscard]] StoredArray open(std::size_t array) override;
    void sync() const override;
    void finish(Comm const& comm, ArrayChecksums checksums) override;
    void publish() override;
    void discard() noexcept override;

    [[nodiscard]] Index bytes() const; ///< of the file
    /// As the last pass reads it. `checksum`: of its elements, where it is known.
    [[nodiscard]] StoredArray as_source(std::optional<std::uint64_t> checksum) const;

  private:
    [[nodiscard]] StoredArray array_in(std::string const& path) const;

    OutputPlace place_;
    CopyJob const& job_;
    StoredShape shape_;
    StoredArray like_; // without files
};

} // namespace tessera
