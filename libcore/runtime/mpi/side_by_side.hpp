// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work of one rank that several threads share.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>

namespace tessera {

/// Does work(member, item) once for each item from 0 to `count` - 1, up to `threads` of them at the same time; returns when all are
/// done. `member` < `threads` numbers the thread, which has one item at a time; this thread is member 0, and does all of it where
/// there is too little to start another for: `item_bytes` says about how many bytes an item goes through.
/// Items begin in order. Where one throws, no other begins, and when all have ended that of the lowest item is thrown.
/// `work` calls neither MPI nor HDF5: other threads than this one must not.
void side_by_side(int threads, Index count, Index item_bytes, std::function<void(int member, Index item)> const& work);

} // namespace tessera
