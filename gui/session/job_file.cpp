// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reading and writing of job files by the window.
#include "gui/session/job_file.hpp"

#include "libcore/base/try.hpp"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStringDecoder>
#include <fmt/format.h>

namespace tessera::gui {

namespace {

/// QSaveFile writes through links, and puts a file in the place of a device.
Result<void> checkReplaced(QString const& path) {
    QFileInfo const there(path);
    if (there.isSymLink())
        return fail(fmt::format("'{}' is a link to '{}'; give the name of the file itself", path.toStdString(),
                                there.symLinkTarget().toStdString()));
    if (there.exists() && !there.isFile()) return fail(fmt::format("'{}' is not a file; give another name", path.toStdString()));
    return {};
}

} // namespace

Result<void> checkIsFile(QString const& path) {
    QFileInfo const there(path);
    if (there.exists() && !there.isFile()) return fail(fmt::format("'{}' is not a file", path.toStdString()));
    return {};
}

Result<QString> readJobFile(QString const& path) {
    TRY(checkIsFile(path));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(fmt::format("'{}' cannot be read: {}", path.toStdString(), file.errorString().toStdString()));
    if (file.size() > mostJobBytes)
        return fail(fmt::format("'{}' has {} bytes; a job file is a text of at most {}. Did you mean another file?",
                                path.toStdString(), file.size(), mostJobBytes));
    QByteArray const bytes = file.read(mostJobBytes + 1);
    QStringDecoder decode(QStringDecoder::Utf8);
    QString const text = decode(bytes);
    if (decode.hasError() || bytes.contains('\0'))
        return fail(
            fmt::format("'{}' is not a text; a job file holds Fortran declarations and !hpf$ directives", path.toStdString()));
    return text;
}

Result<void> checkNewFile(QString const& path, bool force) {
    QFileInfo const there(path);
    if (path.isEmpty() || !(there.exists() || there.isSymLink())) return {};
    if (force) return checkReplaced(path);
    return fail(fmt::format("'{}' exists; --force overwrites it", path.toStdString()));
}

Result<void> writeFile(QString const& path, QByteArray const& content) {
    if (auto const place = checkReplaced(path); !place) return place;
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit()) return {};
    return fail(fmt::format("'{}' cannot be written: {}", path.toStdString(), file.errorString().toStdString()));
}

} // namespace tessera::gui
