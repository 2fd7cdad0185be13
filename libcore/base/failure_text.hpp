// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the text of an exception for users.
#pragma once

#include <exception>
#include <string>

namespace tessera {

/// Returns our text for an exception, which may come from the standard library: the file concerned and the system's reason. The
/// text is one line, in the form of visible_name().
[[nodiscard]] std::string failure_text(std::exception const& failure);

} // namespace tessera
