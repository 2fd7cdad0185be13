// SPDX-License-Identifier: BSD-3-Clause
// Tessera: syncs a copy's bytes to the disk while the copy is running.
#include "libcore/files/copy/early_sync.hpp"

#include <system_error>

namespace tessera {

namespace {

/// Fewer bytes gain nothing, because emptying the cache takes at least some milliseconds.
constexpr Index bytes_of_a_call = Index{16} << 20;

} // namespace

EarlySync::EarlySync(CopyJournal const& journal) : journal_(journal) {}

void EarlySync::written(Index bytes) {
    waiting_ += bytes;
    if (waiting_ < bytes_of_a_call) return;
    waiting_ = 0;
    {
        std::scoped_lock const lock(mutex_);
        called_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) return;
    try {
        thread_ = std::jthread([this](std::stop_token const& stop) { run(stop); });
    } catch (std::system_error const&) { // without a thread, the end of the copy syncs everything
    }
}

void EarlySync::run(std::stop_token const& stop) {
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return called_; })) {
        called_ = false;
        lock.unlock();
        journal_.sync_if_possible();
        lock.lock();
    }
}

} // namespace tessera
