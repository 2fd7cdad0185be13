// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pieces of a job's text that a form can edit: extents, processors, formats, and where each stands.
#pragma once

#include <QString>
#include <QStringView>
#include <vector>

namespace tessera::gui {

/// One entry of one list in the text. Replacing it changes nothing else: comments and everything the form does not know stay.
struct FormField {
    enum class Kind {
        Extent, ///< "64", "0:99"
        Format  ///< "block", "cyclic(4)", "*"
    };
    Kind kind = Kind::Extent;
    QString name; ///< whose it is: "A", "P"
    int dim = 0;
    QString text;
    int position = 0; ///< of the text in the document, in characters
    friend bool operator==(FormField const&, FormField const&) = default;
};

/// Fields that belong together, in the order of the text.
struct FormGroup {
    enum class What { Array, Processors, Template, Distribute, Redistribute };
    What what = What::Array;
    QString name;
    std::vector<FormField> fields;
    friend bool operator==(FormGroup const&, FormGroup const&) = default;
};

/// Declarations and directives in Fortran's parentheses that stand on one line each; others are left to the text.
[[nodiscard]] std::vector<FormGroup> formGroups(QStringView text);

} // namespace tessera::gui
