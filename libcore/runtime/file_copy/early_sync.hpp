// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy's bytes are put on the disk while the copy goes on.
#pragma once

#include "libcore/runtime/file_copy/copy_journal.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace tessera {

/// What the system has sent to a disk waits in the disk's own cache, and who asks for it in the end waits for all of it. So
/// whenever a rank has written some MiB, a thread puts the journal on the disk: it is short and has its place, but the disk empties
/// its cache for it, whatever it holds. Only a hint: the end of the copy asks for everything, and reports what failed.
class EarlySync {
  public:
    /// `journal` outlives it.
    explicit EarlySync(CopyJournal const& journal);

    /// So many bytes more are written. One thread at a time.
    void written(Index bytes);

  private:
    void run(std::stop_token const& stop);

    CopyJournal const& journal_;
    Index waiting_ = 0; ///< bytes since the thread was last called
    bool called_ = false;
    std::mutex mutex_; ///< of called_
    std::condition_variable_any bell_;
    std::jthread thread_; ///< none where the system has no more
};

} // namespace tessera
