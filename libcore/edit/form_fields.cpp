// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the words of a job's text that a form can edit.
#include "libcore/edit/form_fields.hpp"

#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>

namespace tessera {
namespace {

using What = FormGroup::What;
using ListKind = OutlineList::Kind;

struct Shown {
    What what;
    FormField::Kind kind;
};

std::optional<Shown> shown_as(ListKind kind) {
    static std::map<ListKind, Shown> const all{
        {ListKind::ElementType, {What::Type, FormField::Kind::Type}},
        {ListKind::ArrayBounds, {What::Array, FormField::Kind::Extent}},
        {ListKind::ProcessorBounds, {What::Processors, FormField::Kind::Extent}},
        {ListKind::TemplateBounds, {What::Template, FormField::Kind::Extent}},
        {ListKind::Formats, {What::Distribute, FormField::Kind::Format}},
        {ListKind::NewFormats, {What::Redistribute, FormField::Kind::Format}},
        {ListKind::AlignSources, {What::Align, FormField::Kind::Source}},
        {ListKind::AlignSubscripts, {What::AlignWith, FormField::Kind::Subscript}},
        {ListKind::NewAlignSources, {What::Realign, FormField::Kind::Source}},
        {ListKind::NewAlignSubscripts, {What::RealignWith, FormField::Kind::Subscript}},
        {ListKind::Onto, {What::Onto, FormField::Kind::Extent}},
    };
    auto const found = all.find(kind);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

/// The ranks of an arrangement, or their order. Each has a line of its own in the text, which may be missing.
struct Numbering {
    ListKind list;
    What what;
    FormField::Kind kind;
};
constexpr Numbering numberings[]{{ListKind::Ranks, What::Ranks, FormField::Kind::Ranks},
                                 {ListKind::Order, What::Order, FormField::Kind::Order}};

FormField field_of(OutlineList const& list, FormField::Kind kind, TextRun range) {
    return {kind, fmt::format("{}", fmt::join(list.names, ", ")), 0, {}, range, list.statement, false};
}

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text), lists_(outline(text)) {}

    std::vector<FormGroup> run() {
        for (OutlineList const& list : lists_) {
            auto const shown = shown_as(list.kind);
            if (!shown) continue;
            add_list(list, *shown);
            if (list.kind != ListKind::ProcessorBounds) continue;
            for (std::string const& name : list.names)
                for (Numbering const& each : numberings) add_numbering(list, name, each);
        }
        return std::move(groups_);
    }

  private:
    void add_list(OutlineList const& list, Shown shown) {
        FormGroup group{shown.what, fmt::format("{}", fmt::join(list.names, ", ")), list.partner, {}};
        for (OutlineItem const& item : list.items) {
            FormField field = field_of(list, shown.kind, item.range);
            field.text = item.text;
            field.dim = static_cast<int>(group.fields.size());
            group.fields.push_back(std::move(field));
        }
        groups_.push_back(std::move(group));
    }

    /// An order has an effect only if there are several dimensions.
    void add_numbering(OutlineList const& declared, std::string const& name, Numbering const& numbering) {
        OutlineList const* const list = list_of(numbering.list, name);
        bool const is_order = numbering.kind == FormField::Kind::Order;
        if (!list && is_order && declared.items.size() < 2) return;
        std::size_t const end = declared.statement.end;
        FormField field = list ? field_of(*list, numbering.kind, {list->items.front().range.begin, list->items.back().range.end})
                               : field_of(declared, numbering.kind, {end, end});
        field.name = name;
        std::vector<std::string> said;
        if (list)
            for (OutlineItem const& item : list->items) said.push_back(item.text);
        field.text = fmt::format("{}", fmt::join(said, ","));
        if (is_order) field.text = said.empty() ? "row" : notation::lower(said.front());
        field.after_open_line = !list && end > 0 && text_[end - 1] != '\n';
        groups_.push_back({numbering.what, name, {}, {std::move(field)}});
    }

    [[nodiscard]] OutlineList const* list_of(ListKind kind, std::string const& name) const {
        auto const found = std::ranges::find_if(lists_, [&](OutlineList const& list) {
            return list.kind == kind && list.names.size() == 1 && notation::same_word(list.names[0], name);
        });
        return found == lists_.end() ? nullptr : &*found;
    }

    std::string_view text_;
    std::vector<OutlineList> lists_;
    std::vector<FormGroup> groups_;
};

/// Returns the subject of a directive that no form shows, or an empty text if users need not know about it.
std::string words_for(std::string_view directive) {
    static std::map<std::string, std::string, std::less<>> const all{
        {"copy", "copies"},
        {"shadow", "shadows"},
        {"io_processors", "I/O processors"},
        {"io_distribute", "I/O distributions"},
    };
    auto const found = all.find(notation::lower(directive));
    return found == all.end() ? "" : found->second;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

/// Returns "@owners" for "indirect( @owners )", or an empty text if the values are not in a file.
std::string file_of(std::string_view format) {
    std::size_t const open = format.find('(');
    if (open == std::string_view::npos || !format.ends_with(')')) return {};
    std::string_view const inside = trimmed(format.substr(open + 1, format.size() - open - 2));
    return inside.starts_with('@') ? std::string(inside) : std::string();
}

} // namespace

std::vector<FormGroup> form_groups(std::string_view text) {
    return Reader(text).run();
}

std::vector<std::string> left_to_text(std::string_view text) {
    std::vector<std::string> left;
    auto const add = [&](std::string const& what) {
        if (!what.empty() && std::ranges::find(left, what) == left.end()) left.push_back(what);
    };
    for (OutlineList const& list : outline(text))
        for (OutlineItem const& item : list.items) {
            if (list.kind == ListKind::Other) add(words_for(item.text));
            if (list.kind != ListKind::Formats && list.kind != ListKind::NewFormats) continue;
            if (std::string const file = file_of(item.text); !file.empty()) add("the values in " + file);
        }
    return left;
}

TextEdit edit_of(FormField const& field, std::string_view value) {
    bool const is_order = field.kind == FormField::Kind::Order;
    bool const may_be_absent = field.kind == FormField::Kind::Ranks || is_order;
    bool const absent = is_order ? value == "row" : value.empty();
    if (!may_be_absent) return {field.range, std::string(value)};
    if (absent) return field.is_written() ? TextEdit{field.lines, {}} : TextEdit{field.range, {}};
    if (field.is_written()) return {field.range, std::string(value)};
    std::string const line = fmt::format("!dist$ {} {}({})", is_order ? "order" : "ranks", field.name, value);
    return {field.range, field.after_open_line ? "\n" + line : line + "\n"};
}

bool keeps_fields(std::string_view text, FormField const& field, std::string_view value) {
    auto const same = [](FormGroup const& before, FormGroup const& after) {
        return before.what == after.what && before.name == after.name && before.fields.size() <= after.fields.size();
    };
    return std::ranges::equal(form_groups(text), form_groups(edited(std::string(text), {edit_of(field, value)})), same);
}

} // namespace tessera
