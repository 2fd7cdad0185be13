// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the words of a job's text that a form can edit: types, extents, formats, alignments, ranks, and where each stands.
#pragma once

#include "libcore/edit/text_edit.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

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
    std::string name; ///< whose it is: "A", "P"
    int dim = 0;
    std::string text;
    TextRange range; ///< empty: the text does not say it yet, and a line for it is put here
    /// The lines that go where a field may be left out and is.
    TextRange lines;
    bool after_open_line = false; ///< the line in front of `range` has no end yet: it gets one before a line is put there
    friend bool operator==(FormField const&, FormField const&) = default;

    [[nodiscard]] bool is_said() const { return range.begin < range.end; }
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

/// What the text says and no field shows, in a person's words: "copies", "shadows". Each once.
[[nodiscard]] std::vector<std::string> left_to_text(std::string_view text);

/// The edit that makes a field say something else. Precondition: `value` is not empty, unless the field is of ranks.
[[nodiscard]] TextEdit edit_of(FormField const& field, std::string_view value);

/// Would the form of the text still have all its groups and fields after that edit? Half a word such as "cyclic(" or a "!" would
/// take the rest of its line with it. Precondition: as edit_of(); a field of this text.
[[nodiscard]] bool keeps_fields(std::string_view text, FormField const& field, std::string_view value);

} // namespace tessera
