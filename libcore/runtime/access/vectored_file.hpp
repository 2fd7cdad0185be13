// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file that one rank has open by itself, and whose requests reach several places in memory at once.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/access/file_channel.hpp"

#include <memory>
#include <span>
#include <string>
#include <sys/uio.h>

namespace tessera {

/// Nothing here is collective. Failures of the system throw FileFailure (files/posix_file.hpp), or std::runtime_error when it is
/// opened.
class VectoredFile {
  public:
    /// The file exists. FileUse::Create is not for this: whoever makes a file for all ranks does it before.
    [[nodiscard]] static std::unique_ptr<VectoredFile> open(std::string const& path, FileUse use, ChannelKind kind);
    VectoredFile(VectoredFile const&) = delete;
    VectoredFile& operator=(VectoredFile const&) = delete;
    virtual ~VectoredFile() = default;

    /// The bytes from `offset` on, place after place. The list is used up. Throws where the file ends before.
    virtual void read(Index offset, std::span<iovec> places) const = 0;
    virtual void write(Index offset, std::span<iovec> places) const = 0;
    virtual void sync() const = 0; ///< what was written is on the disk

  protected:
    VectoredFile() = default;
};

} // namespace tessera
