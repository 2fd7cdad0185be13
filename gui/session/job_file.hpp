// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reading and writing of job files by the window.
#pragma once

#include "libcore/base/result.hpp"

#include <QString>

namespace tessera::gui {

/// Size limit of job files. A text that people edit is smaller.
inline constexpr qint64 mostJobBytes = 8 << 20;

/// Error: the name is something else than a file, such as a pipe, which could block its reader for ever.
[[nodiscard]] Result<void> checkIsFile(QString const& path);

/// Errors: the file cannot be read, is larger than mostJobBytes, or is not UTF-8 text.
[[nodiscard]] Result<QString> readJobFile(QString const& path);

/// Checks that an output may be written: the name is free, or `force` allows replacing a file. An empty name is free. Error: the
/// name exists, possibly as a link; with `force` too, it is a link, a device or a pipe.
[[nodiscard]] Result<void> checkNewFile(QString const& path, bool force);
/// Writes the file completely or leaves the old one unchanged. Error: it cannot be written; the name is a link, a device or a pipe.
[[nodiscard]] Result<void> writeFile(QString const& path, QByteArray const& content);

} // namespace tessera::gui
