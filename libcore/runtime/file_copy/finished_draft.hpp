// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy that is complete but for its name.
#pragma once

#include "libcore/runtime/file_copy/copy_journal.hpp"
#include "libcore/runtime/store/file_identity.hpp"
#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/output_place.hpp"

namespace tessera {

/// One rank's. As long as it lives the copy's journal is locked, and a process that is killed leaves what --resume goes on with.
class FinishedDraft {
  public:
    /// `verified`: what gets the name has to be the file that stands there now.
    FinishedDraft(OutputPlace place, CopyJournal journal, bool verified);

    /// The draft gets its name; its checksum has none yet, and the journal stays. Failures throw, NameTaken among them; afterwards
    /// nobody trusts that what the journal tells of is on the disk.
    void publish(OutputFile& target);
    /// What was written may not be on the disk: who resumes reads it again.
    void distrust() noexcept;
    /// Once the names of the target and its checksum are on the disk.
    void forget_journal() const;

  private:
    OutputPlace place_;
    CopyJournal journal_;
    bool verified_;
    FileIdentity made_;
};

/// What a copy leaves that is killed when its target has its name: the checksum gets its own, and the journal goes. Does nothing
/// where there is still a draft, or no target. One rank; failures throw.
void finish_published(OutputPlace const& place);

} // namespace tessera
