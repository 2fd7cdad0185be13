// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file through which two jobs find each other.
#pragma once

#include "libcore/base/descriptor.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/channel/detail/socket.hpp"

#include <optional>
#include <string>

namespace tessera {

/// The content of a meeting file (schema tessera.meeting/1).
struct MeetingEntry {
    std::string address; ///< address of the sending master's socket
    std::string token;
    friend bool operator==(MeetingEntry const&, MeetingEntry const&) = default;
};

/// Reads a meeting file; nothing if there is no file yet. Errors: the path holds something else, or another user's file. Does not
/// change it.
[[nodiscard]] Result<std::optional<MeetingEntry>> read_meeting(std::string const& path);

/// The meeting file of a waiting sender, readable only by this user (mode 0600 from its creation). It appears atomically, and only
/// at a free name. The path may be a mistake, so other files are never replaced. Only a meeting file whose sender does not answer
/// is replaced.
class MeetingFile {
  public:
    /// Creates the file. Throws ChannelFailure if the path holds something else, another sender waits there, or the folder does not
    /// allow a new file.
    MeetingFile(std::string const& path, MeetingEntry const& entry, Socket::Deadline deadline);
    MeetingFile(MeetingFile const&) = delete;
    MeetingFile& operator=(MeetingFile const&) = delete;
    /// Removes the file if it is still the one that was made.
    ~MeetingFile();

  private:
    void write_draft(MeetingEntry const& entry) const;
    [[nodiscard]] bool changes_places() const;
    [[nodiscard]] bool appears() const;
    [[nodiscard]] bool replaces_dead_one(Socket::Deadline deadline) const;
    void remove(std::string const& name) const;

    Descriptor folder_; // all names are looked up in it, even if the path changes meanwhile
    std::string name_;
    std::string draft_;
    Descriptor file_; // kept open so that no other file gets its inode
};

} // namespace tessera
