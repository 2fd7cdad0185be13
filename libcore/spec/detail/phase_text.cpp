// SPDX-License-Identifier: BSD-3-Clause
// Tessera: phases as text.
#include "libcore/spec/detail/phase_statements.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace tessera::notation {

namespace {

std::string_view word_of(PhaseAccess access) {
    switch (access) {
    case PhaseAccess::Read:
        return "reads";
    case PhaseAccess::Write:
        return "writes";
    case PhaseAccess::Update:
        return "updates";
    }
    return "";
}

/// Returns "A(x,y)" or "A[x][y]".
std::string listed(ArraySpec const& array, std::vector<std::string> const& entries) {
    bool const c = array.order == StorageOrder::C;
    return fmt::format("{}{}{}{}", array.name, c ? "[" : "(", fmt::join(entries, c ? "][" : ","), c ? "]" : ")");
}

std::string marked(ArraySpec const& array, std::vector<bool> const& flags, char const* mark) {
    std::vector<std::string> entries;
    for (bool const flag : flags) entries.emplace_back(flag ? mark : ":");
    return listed(array, entries);
}

std::string swept(ArraySpec const& array, std::vector<Sweep> const& sweeps) {
    std::vector<std::string> entries;
    for (Sweep const sweep : sweeps) entries.emplace_back(sweep == Sweep::Up ? ">" : sweep == Sweep::Down ? "<" : ":");
    return listed(array, entries);
}

std::string halo_widths(ArraySpec const& array, PhaseArray const& use) {
    std::vector<std::string> entries;
    for (ShadowWidth const& width : use.halo)
        entries.push_back(width.low == width.high ? fmt::format("{}", width.low) : fmt::format("{}:{}", width.low, width.high));
    return fmt::format("{}({}){}", array.name, fmt::join(entries, ","), use.corners ? " corners" : "");
}

/// Returns i, j, k, ..., and then i9, i10, ...
std::string index_name(std::size_t number) {
    constexpr std::string_view letters = "ijklmnpq";
    return number < letters.size() ? std::string(1, letters[number]) : fmt::format("i{}", number + 1);
}

/// Returns "B with A" or "B(i,:) with A(:,i)".
std::string met(ArraySpec const& array, PhaseArray const& use, ArraySpec const& partner) {
    if (use.partner_dims.empty()) return fmt::format("{} with {}", array.name, use.with);
    std::vector<std::string> own, theirs(partner.extents.size(), ":");
    for (std::size_t d = 0; d < use.partner_dims.size(); ++d) {
        bool const meets = use.partner_dims[d] != PhaseArray::no_partner;
        own.push_back(meets ? index_name(d) : ":");
        if (meets) theirs[as_size(use.partner_dims[d])] = own.back();
    }
    return fmt::format("{} with {}", listed(array, own), listed(partner, theirs));
}

/// Returns the clauses about dimensions (whole, halo, ...): one entry for each array that has the property.
std::string clauses_of(PhaseStatement const& phase, std::vector<ArraySpec const*> const& arrays) {
    std::string text;
    using Part = std::function<std::string(ArraySpec const&, PhaseArray const&)>;
    auto const clause = [&](char const* word, Part const& part) {
        for (std::size_t i = 0; i < arrays.size(); ++i)
            if (std::string const found = part(*arrays[i], phase.arrays[i]); !found.empty())
                text += fmt::format(" {} {}", word, found);
    };
    auto const flags = [](std::vector<bool> PhaseArray::*list, char const* mark) -> Part {
        return [list, mark](ArraySpec const& array, PhaseArray const& use) {
            return (use.*list).empty() ? std::string() : marked(array, use.*list, mark);
        };
    };
    clause("whole", flags(&PhaseArray::whole, "*"));
    clause("halo", [](auto const& array, auto const& use) { return use.halo.empty() ? std::string() : halo_widths(array, use); });
    clause("reduce", flags(&PhaseArray::reduced, "+"));
    clause("spread", flags(&PhaseArray::spread, "+"));
    clause("sweep", [](auto const& array, auto const& use) { return use.sweep.empty() ? std::string() : swept(array, use.sweep); });
    return text;
}

} // namespace

PhaseStatement with_declared_names(PhaseStatement statement, std::vector<ArraySpec const*> const& arrays) {
    for (std::size_t i = 0; i < arrays.size(); ++i) statement.arrays[i].array = arrays[i]->name;
    if (PhaseArray const* const on = statement.find(statement.on)) statement.on = on->array;
    for (PhaseArray& each : statement.arrays)
        if (!each.with.empty()) each.with = statement.find(each.with)->array;
    return statement;
}

std::string phase_text(PhaseStatement const& phase, std::vector<ArraySpec const*> const& arrays) {
    std::string text = fmt::format("phase {}:", phase.name);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        bool const on = phase.find(phase.on) == &phase.arrays[i];
        if (on) text += fmt::format(" on {}", phase.indices.empty() ? arrays[i]->name : listed(*arrays[i], phase.indices));
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        PhaseArray const& use = phase.arrays[i];
        auto const partner = std::ranges::find(phase.arrays, use.with, &PhaseArray::array) - phase.arrays.begin();
        text += fmt::format(" {} {}", word_of(use.access),
                            use.with.empty() ? arrays[i]->name : met(*arrays[i], use, *arrays[as_size(partner)]));
    }
    text += clauses_of(phase, arrays);
    if (!phase.work.terms.empty()) text += " work " + text_of(phase.work, phase.indices);
    std::vector<std::string> conditions;
    for (WorkExpression const& each : phase.where) conditions.push_back(text_of(each, phase.indices));
    if (!conditions.empty()) text += fmt::format(" where {}", fmt::join(conditions, ", "));
    if (phase.repeat != 1) text += fmt::format(" repeat {}", phase.repeat);
    return text + (phase.fixed ? " fixed" : "");
}

} // namespace tessera::notation
