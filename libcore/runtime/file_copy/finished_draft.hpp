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

    /// The draft gets its name; the journal stays. Failures throw, NameTaken among them; afterwards nobody trusts that what the
    /// journal tells of is on the disk.
    void publish(OutputFile& target);
    /// What was written may not be on the disk: who resumes reads it again.
    void distrust() noexcept;
    /// Once the name is on the disk.
    void forget_journal() const;

  private:
    OutputPlace place_;
    CopyJournal journal_;
    bool verified_;
    FileIdentity made_;
};

} // namespace tessera
