// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file by which two jobs find each other.
#pragma once

#include "libcore/base/descriptor.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/channel/detail/socket.hpp"

#include <optional>
#include <string>

namespace tessera {

/// What a meeting file says (schema tessera.meeting/1).
struct MeetingEntry {
    std::string address; ///< of the sending master's socket
    std::string token;
    friend bool operator==(MeetingEntry const&, MeetingEntry const&) = default;
};

/// Nothing if there is no such file yet. Error: there is something else at the path. It is only read.
[[nodiscard]] Result<std::optional<MeetingEntry>> read_meeting(std::string const& path);

/// The meeting file of a waiting sender, for this user alone (mode 0600 from its creation). It appears complete, and only where
/// nothing is: the path may be a mistake, and whatever else lies there is the user's. Only a meeting file whose sender does not
/// answer is replaced.
class MeetingFile {
  public:
    /// Throws ChannelFailure where the path holds something else, another sender waits there, or the folder takes no file.
    MeetingFile(std::string const& path, MeetingEntry const& entry, Socket::Deadline deadline);
    MeetingFile(MeetingFile const&) = delete;
    MeetingFile& operator=(MeetingFile const&) = delete;
    /// Removes the file, if it is still the one that was made.
    ~MeetingFile();

  private:
    void write_draft(MeetingEntry const& entry) const;
    [[nodiscard]] bool changes_places() const;
    [[nodiscard]] bool appears() const;
    [[nodiscard]] bool replaces_dead_one(Socket::Deadline deadline) const;
    void remove(std::string const& name) const;

    Descriptor folder_; // all names are looked up in it, even if the path leads elsewhere meanwhile
    std::string name_;
    std::string draft_;
    Descriptor file_; // open, so that no other file gets its inode
};

} // namespace tessera
