// SPDX-License-Identifier: BSD-3-Clause
// Tessera: progress of the making of a file.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>

namespace tessera {

/// Called every few megabytes with the number of further elements copied by the format itself (texts of any length). May throw to
/// abort.
using CreationCallback = std::function<void(Index elements)>;

/// A CreationCallback that does nothing.
inline void ignore_progress(Index) {}

} // namespace tessera
