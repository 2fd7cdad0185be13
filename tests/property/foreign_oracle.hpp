// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings read from forms, and who owns each element of them.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/forms/form.hpp"
#include "libcore/spec/parse.hpp"

#include <rapidcheck.h>
#include <set>
#include <string>

namespace tessera::oracle {

inline std::string text(Index value) {
    return std::to_string(value);
}

/// "(2,3)".
inline std::string list(Extents const& values) {
    std::string result = "(";
    for (std::size_t i = 0; i < values.size(); ++i) result += (i == 0 ? "" : ",") + text(values[i]);
    return result + ")";
}

inline Mapping mapping_of(Extents const& extents, std::string const& form) {
    RC_LOG(list(extents) + " " + form);
    auto const job = parse_compact({{"real A" + list(extents)}, form, "", {}});
    if (!job) RC_FAIL(to_string(job.error()));
    auto mapping = Mapping::make(job->arrays[0].states[0]);
    RC_ASSERT(mapping.has_value());
    return *std::move(mapping);
}

inline std::set<Rank> owners(Mapping const& mapping, Extents const& index) {
    std::set<Rank> ranks;
    for (Owner const& owner : mapping.owners(index)) ranks.insert(owner.rank);
    return ranks;
}

/// Calls visit(index) for every element of the array.
template <class Visit>
void for_each_in_array(Extents const& extents, Visit visit) {
    Extents index(extents.size(), 0);
    for (;;) {
        visit(index);
        std::size_t d = 0;
        while (d < extents.size() && ++index[d] == extents[d]) index[d++] = 0;
        if (d == extents.size()) return;
    }
}

/// What a form said it can say again, and means the same by it. `always`: else it may refuse, naming what it has no words for.
inline void require_says_itself(Mapping const& mapping, std::string const& form, bool always = true) {
    auto const written = write_form(mapping, form);
    if (!written) {
        if (always) RC_FAIL(written.error().message);
        RC_ASSERT(written.error().message.starts_with(form + " cannot express "));
        return;
    }
    RC_TAG(form);
    Mapping const again = mapping_of(mapping.array().extents, *written);
    for_each_in_array(mapping.array().extents,
                      [&](Extents const& index) { RC_ASSERT(owners(mapping, index) == owners(again, index)); });
}

} // namespace tessera::oracle
