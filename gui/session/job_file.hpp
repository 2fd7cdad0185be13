// SPDX-License-Identifier: BSD-3-Clause
// Tessera: job files read and written by the window.
#pragma once

#include "libcore/base/result.hpp"

#include <QString>

namespace tessera::gui {

/// A text a person can edit is smaller than this.
inline constexpr qint64 mostJobBytes = 8 << 20;

/// Errors: cannot be read, larger than mostJobBytes, not UTF-8 text.
[[nodiscard]] Result<QString> readJobFile(QString const& path);

/// Is the name of an output free, or may it be replaced? An empty name is free. Error: something has it, a link too.
[[nodiscard]] Result<void> checkNewFile(QString const& path, bool force);
/// The file appears complete or is left as it was. Error: cannot be written.
[[nodiscard]] Result<void> writeFile(QString const& path, QByteArray const& content);

} // namespace tessera::gui
