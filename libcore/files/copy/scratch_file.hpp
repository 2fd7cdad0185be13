// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the scratch file between the two passes of a copy.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// The header of a scratch file (share/doc/formats.md): a line of JSON, padded to a fixed size.
struct ScratchHeader {
    std::uint64_t source = 0; ///< hash of the identities of the source files
    std::uint64_t task = 0;   ///< hash of the array, its type and the map (elements_text())
    Extents chunk;
    std::optional<std::uint64_t> checksum = std::nullopt; ///< checksum of the elements; set when all are written

    /// Returns the header of a new first pass. Called by one rank.
    [[nodiscard]] static ScratchHeader of(CopyJob const& job, Extents const& chunk);
    /// Error: the file is not a scratch file.
    [[nodiscard]] static Result<ScratchHeader> load(std::string const& path);
    void save(std::string const& path) const; ///< throws if the file cannot be written
};

/// The unfiltered elements, in consecutive chunks. Nothing waits for the disk: if the machine's memory is lost, the last pass
/// notices it by the checksum.
class ScratchFile final : public OutputFile {
  public:
    /// `job`: the job of the whole copy, which must outlive this.
    ScratchFile(OutputPath place, CopyJob const& job, Extents const& chunk);

    [[nodiscard]] StoredShape shape(std::size_t) const override { return shape_; }
    [[nodiscard]] std::string description() const override;
    void create(CreationCallback const&) override;
    [[nodiscard]] bool is_begun() const override;
    [[nodiscard]] StoredArray open(std::size_t array) override;
    void sync() const override;
    void finish(Communicator const& comm, ArrayChecksums checksums) override;
    void publish() override;
    void discard() noexcept override;

    [[nodiscard]] Index bytes() const; ///< size of the file
    /// Returns the array as the source of the last pass. `checksum`: of its elements, if known.
    [[nodiscard]] StoredArray as_source(std::optional<std::uint64_t> checksum) const;

  private:
    [[nodiscard]] StoredArray array_in(std::string const& path) const;

    OutputPath place_;
    CopyJob const& job_;
    StoredShape shape_;
    StoredArray like_; // the array without its files
};

} // namespace tessera
