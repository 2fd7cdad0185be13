// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distributes the work of one rank among threads.
#include "libcore/runtime/mpi/side_by_side.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tessera {

namespace {

/// Least work per thread, in bytes. Starting and joining a thread takes some 30 us, in which a codec processes a few KiB to a
/// few hundred KiB.
constexpr Index bytes_of_a_thread = Index{128} << 10;

/// Hands out items in order. So when an item fails, all lower items have begun; they are finished or fail as well.
class SharedItems {
  public:
    SharedItems(Index count, std::function<void(int, Index)> const& work) : count_(count), work_(work) {}

    void take_turns(int member) noexcept {
        while (!failed_) {
            Index const item = next_++;
            if (item >= count_) return;
            try {
                work_(member, item);
            } catch (...) {
                note_failure(item);
            }
        }
    }

    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void note_failure(Index item) noexcept {
        std::scoped_lock const lock(noting_);
        if (!failure_ || item < lowest_) {
            failure_ = std::current_exception();
            lowest_ = item;
        }
        failed_ = true;
    }

    Index count_;
    std::function<void(int, Index)> const& work_;
    std::atomic<Index> next_ = 0;
    std::atomic<bool> failed_ = false;
    std::mutex noting_;
    std::exception_ptr failure_;
    Index lowest_ = 0;
};

} // namespace

void side_by_side(int threads, Index count, Index item_bytes, std::function<void(int, Index)> const& work) {
    SharedItems items(count, work);
    Index const worth = std::max<Index>(1, ceil_div(count * item_bytes, bytes_of_a_thread));
    {
        std::vector<std::jthread> others;
        try {
            for (int member = 1; member < std::min({Index{threads}, count, worth}); ++member)
                others.emplace_back([&items, member] { items.take_turns(member); });
        } catch (std::system_error const&) { // the system has no more threads: continue with those that started
        }
        items.take_turns(0);
    }
    items.rethrow();
}

} // namespace tessera
