// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job files that come with the program.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace tessera::gui {

struct Example {
    QString name; ///< "fft2d"
    QString path;
    QString summary; ///< the comment the file begins with, in one line
    QString topic;   ///< one of exampleTopics()
};

/// What examples are about, in the order in which they are shown.
[[nodiscard]] QStringList exampleTopics();

/// Sorted by name; empty where they are not installed. Looked for in `jobs` of the first of data_folders() that has them.
[[nodiscard]] std::vector<Example> examples();

} // namespace tessera::gui
