// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what users read of an exception.
#pragma once

#include <exception>
#include <string>

namespace tessera {

/// Our words for an exception, which may be the standard library's: the file that a failure is about and the system's reason. On
/// one line, as visible_name() shows it.
[[nodiscard]] std::string failure_text(std::exception const& failure);

} // namespace tessera
