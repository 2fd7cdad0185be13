// SPDX-License-Identifier: BSD-3-Clause
// Tessera: syncs a copy's bytes to the disk while the copy is running.
#pragma once

#include "libcore/files/copy/copy_journal.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace tessera {

/// Written data waits in the disk's own cache, so a single sync at the end has to wait for all of it. Therefore a thread syncs the
/// journal whenever a rank has written some MiB. The journal is short and already allocated, but the disk empties its whole cache
/// for it. This is only a hint: the end of the copy syncs everything and reports failures.
class EarlySync {
  public:
    /// `journal` must outlive this.
    explicit EarlySync(CopyJournal const& journal);

    /// Reports that `bytes` more bytes are written. Called by one thread at a time.
    void written(Index bytes);

  private:
    void run(std::stop_token const& stop);

    CopyJournal const& journal_;
    Index waiting_ = 0; ///< bytes since the thread was last notified
    bool called_ = false;
    std::mutex mutex_; ///< guards called_
    std::condition_variable_any wake_;
    std::jthread thread_; ///< not started if the system refuses another thread
};

} // namespace tessera
