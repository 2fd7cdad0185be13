// SPDX-License-Identifier: BSD-3-Clause
// Tessera: jobs from texts, for tests.
#pragma once

#include "libcore/spec/parse.hpp"

#include <QString>
#include <QtGlobal>
#include <map>

namespace tessera::testing {

/// The job, or the end of the test program with its error.
inline Job parsed(std::string_view text, ParseOptions const& options = {}) {
    auto job = parse_job(text, "test.hpf", options);
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return *std::move(job);
}

inline MappingSpec state(std::string_view text, std::size_t array = 0, std::size_t number = 0) {
    return parsed(text).arrays.at(array).states.at(number);
}

inline Job parsed(CompactJob const& compact, ParseOptions const& options = {}) {
    auto job = parse_compact(compact, options);
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return *std::move(job);
}

/// "file:line:column+length: message", or "no error".
template <class T>
QString error_of(Result<T> const& result) {
    if (result) return QStringLiteral("no error");
    if (!result.error().where) return QString::fromStdString(result.error().message);
    SourceLocation const& at = *result.error().where;
    return QString("%1:%2:%3+%4: %5")
        .arg(QString::fromStdString(at.file))
        .arg(at.line)
        .arg(at.column)
        .arg(at.length)
        .arg(QString::fromStdString(result.error().message));
}

/// @file lists that exist only here.
using Lists = std::map<std::string, std::string>;
class ListsInMemory final : public FileReader {
  public:
    explicit ListsInMemory(Lists files) : files_(std::move(files)) {}
    Result<std::string> read(std::string const& path) const override {
        auto const found = files_.find(path);
        if (found == files_.end()) return fail(path + " cannot be read");
        return found->second;
    }

  private:
    Lists files_;
};

inline AlignAxis affine(int dim, Index stride, Index offset) {
    return {AlignAxis::Kind::Affine, dim, stride, offset};
}
inline AlignAxis fixed(Index position) {
    return {AlignAxis::Kind::Fixed, 0, 1, position};
}
inline AlignAxis replicated() {
    return {AlignAxis::Kind::Replicated, 0, 1, 0};
}

} // namespace tessera::testing
