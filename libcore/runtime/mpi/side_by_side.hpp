// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distributes the work of one rank among threads.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>

namespace tessera {

/// Calls work(member, item) once for each item in 0 ... count - 1, on up to `threads` threads at the same time. Returns when
/// all are done. `member` < `threads` numbers the thread, which has one item at a time; the calling thread is member 0.
/// `item_bytes` is roughly the number of bytes processed per item; if the total is small, fewer threads start. Items begin in
/// order. If one throws, no other item begins. When all running items have ended, the exception of the lowest item is thrown.
/// `work` must call neither MPI nor HDF5, because it runs on other threads too.
void side_by_side(int threads, Index count, Index item_bytes, std::function<void(int member, Index item)> const& work);

} // namespace tessera
