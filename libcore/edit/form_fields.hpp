// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the words of a job's text that a form can edit (types, extents, formats, alignments, ranks), with their ranges.
#pragma once

#include "libcore/edit/text_edit.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// One entry of one list in the text. Replacing it changes nothing else; comments and everything that the form does not show stay.
struct FormField {
    enum class Kind {
        Type,      ///< "real*8"
        Extent,    ///< "64", "0:99"
        Format,    ///< "block", "cyclic(4)", "*"
        Source,    ///< source of an alignment: "i", "*", ":"
        Subscript, ///< target subscript of an alignment: "2*i-1", "*", "3"
        Ranks,     ///< "0,3,4:7"; empty: 0, 1, 2, ...
        Order      ///< "row" or "col"
    };
    Kind kind = Kind::Extent;
    std::string name; ///< name of the owner: "A", "P"
    int dim = 0;
    std::string text;
    TextRun range; ///< empty: the text has no such entry yet, and a line for it is inserted here
    /// Range of the lines to remove if an optional field is cleared.
    TextRun lines;
    bool after_open_line = false; ///< the line before `range` has no line end, so one is added before a line is inserted
    friend bool operator==(FormField const&, FormField const&) = default;

    [[nodiscard]] bool is_written() const { return range.begin < range.end; }
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
    std::string name;
    std::string partner; ///< the template of an alignment, the arrangement of a section
    std::vector<FormField> fields;
    friend bool operator==(FormGroup const&, FormGroup const&) = default;
};

[[nodiscard]] std::vector<FormGroup> form_groups(std::string_view text);

/// Returns names for parts of the text that no field shows: "copies", "shadows". Each name occurs once.
[[nodiscard]] std::vector<std::string> left_to_text(std::string_view text);

/// Returns the edit that changes a field to `value`. Precondition: `value` is not empty, unless the field is for ranks.
[[nodiscard]] TextEdit edit_of(FormField const& field, std::string_view value);

/// Returns whether the form keeps all its groups and fields after the edit. An incomplete word such as "cyclic(", or a "!", would
/// change the meaning of the rest of the line. Preconditions: as edit_of(); the field is from this text.
[[nodiscard]] bool keeps_fields(std::string_view text, FormField const& field, std::string_view value);

} // namespace tessera
