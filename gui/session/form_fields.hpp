// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pieces of a job's text that a form can edit: types, extents, formats, alignments, ranks, and where each stands.
#pragma once

#include "gui/session/text_edit.hpp"
#include "libcore/base/index.hpp"

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace tessera::gui {

/// One entry of one list in the text. Replacing it changes nothing else: comments and everything the form does not know stay.
struct FormField {
    enum class Kind {
        Type,      ///< "real*8"
        Extent,    ///< "64", "0:99"
        Format,    ///< "block", "cyclic(4)", "*"
        Source,    ///< of an alignment: "i", "*", ":"
        Subscript, ///< of an alignment: "2*i-1", "*", "3"
        Ranks,     ///< "0,3,4:7"; empty: 0, 1, 2, ...
        Order      ///< "row" or "col"
    };
    Kind kind = Kind::Extent;
    QString name; ///< whose it is: "A", "P"
    int dim = 0;
    QString text;
    int position = 0; ///< in the document, in characters
    int length = 0;   ///< there; 0: the text does not say it yet, and a line for it is put here
    /// The lines that go where a field may be left out and is.
    int linesBegin = 0;
    int linesEnd = 0;
    friend bool operator==(FormField const&, FormField const&) = default;
};

/// Fields that belong together, in the order of the text.
struct FormGroup {
    enum class What {
        Type,
        Array,
        Processors,
        Ranks,
        Order,
        Template,
        Align,
        AlignWith,
        Distribute,
        Onto,
        Redistribute,
        Realign,
        RealignWith
    };
    What what = What::Array;
    QString name;
    QString partner; ///< the template of an alignment, the arrangement of a section
    std::vector<FormField> fields;
    friend bool operator==(FormGroup const&, FormGroup const&) = default;
};

[[nodiscard]] std::vector<FormGroup> formGroups(QString const& text);

/// What the text says and no field shows, in a person's words: "copies", "shadows".
[[nodiscard]] QStringList leftToText(QString const& text);

/// The edit that makes a field say something else. Precondition: `value` is not empty, unless the field is of ranks.
[[nodiscard]] TextEdit editOf(FormField const& field, QString const& value);

/// A subscript of an alignment, taken apart.
struct LinearSubscript {
    enum class Kind { Linear, Fixed, Replicated };
    Kind kind = Kind::Linear;
    QString dummy; ///< Linear only
    Index stride = 1;
    Index offset = 0; ///< Fixed: the position
    friend bool operator==(LinearSubscript const&, LinearSubscript const&) = default;
};

/// Nothing where the text is no such form of plain numbers: `n*i`, `:`, `2:10:2`.
[[nodiscard]] std::optional<LinearSubscript> readSubscript(QString const& text);
[[nodiscard]] QString writeSubscript(LinearSubscript const& subscript);

} // namespace tessera::gui
