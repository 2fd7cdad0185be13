// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a complete copy that does not have its final name yet.
#pragma once

#include "libcore/files/copy/copy_journal.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/output_path.hpp"

namespace tessera {

/// Used by one rank. As long as it lives the copy's journal is locked. If the process is killed, --resume can continue.
class FinishedDraft {
  public:
    /// `verified`: publish() checks that the file that gets the name is the one that exists now.
    FinishedDraft(OutputPath place, CopyJournal journal, bool verified);

    /// Gives the draft its final name. The checksum file is not published yet, and the journal stays. Failures throw, NameTaken
    /// among them. After a failure other than NameTaken, a resumed copy reads everything back.
    void publish(OutputFile& target);
    /// Records that the written data may not be on the disk, so a resumed copy reads it back.
    void distrust() noexcept;
    /// Removes the journal. Called when the names of the target and its checksum are on the disk.
    void forget_journal() const;

  private:
    OutputPath place_;
    CopyJournal journal_;
    bool verified_;
    FileIdentity made_;
};

/// Completes a copy that was killed after its target got its name: publishes the checksum and removes the journal. Does nothing if
/// there is still a draft, or no target. Called by one rank; failures throw.
void finish_published(OutputPath const& place);

} // namespace tessera
