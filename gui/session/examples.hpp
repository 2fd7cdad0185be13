// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job files that are installed with the program.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace tessera::gui {

struct Example {
    QString name; ///< "fft2d"
    QString path;
    QString summary; ///< first comment of the file, in one line
    QString topic;   ///< one of exampleTopics()
};

/// Returns the topics of examples, in display order.
[[nodiscard]] QStringList exampleTopics();

/// Returns the examples, sorted by name; empty if none are installed. They are in `jobs` of the first of data_folders() that has
/// some.
[[nodiscard]] std::vector<Example> examples();

} // namespace tessera::gui
