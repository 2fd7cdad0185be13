// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the contents of the handles of the C interface, and how results are handed over.
#pragma once

#include "libcore/api/c/tessera.h"
#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/pipeline/site_request.hpp"
#include "libcore/pipeline/transition.hpp"

#include <string>
#include <utility>
#include <vector>

// Both libraries are built from these definitions. libtessera_mpi loads only the libtessera of its own version (symbols.map).
struct tessera_mapping {
    tessera::Mapping mapping;
};

struct tessera_plan {
    std::vector<tessera::Transition> transitions; ///< at least one
};

struct tessera_site {
    tessera::SiteRequest request;
};

namespace tessera::api {

/// Gives the caller a new handle.
template <class Handle>
Result<void> hand_over(Result<Handle> made, Handle** result) {
    if (!made) return forward_error(made);
    *result = new Handle(*std::move(made));
    return {};
}

/// Gives the caller a copy of a text, which tessera_free_text releases.
[[nodiscard]] Result<void> hand_over(Result<std::string> const& text, char** result);

/// Writes a list of the caller's. Entries beyond its capacity are counted only.
template <class Entry>
class ListWriter {
  public:
    ListWriter(int64_t capacity, Entry* list, int64_t* count) : capacity_(capacity), list_(list), count_(count) {}

    void put(Entry const& entry) {
        if (list_ != nullptr && written_ < capacity_) list_[written_] = entry;
        ++written_;
    }
    /// Counts entries without writing them.
    void skip(int64_t entries) { written_ += entries; }
    /// Tells the caller the length. Error: the list is longer than the capacity, and the caller asked for entries.
    [[nodiscard]] Result<void> finish() const {
        *count_ = written_;
        if (written_ <= capacity_ || (list_ == nullptr && capacity_ == 0)) return {};
        return fail("the list has " + std::to_string(written_) + " entries, but there is room for " + std::to_string(capacity_));
    }

  private:
    int64_t capacity_;
    Entry* list_;
    int64_t* count_;
    int64_t written_ = 0;
};

/// Returns whether a rank stores elements.
[[nodiscard]] bool holds_part(Mapping const& mapping, Rank rank);

/// Error: the capacity is negative, or there is no list for it.
[[nodiscard]] Result<void> check_list(int64_t capacity, void const* list);

/// Returns the only transition. Error: the plan has several.
[[nodiscard]] Result<Transition const*> only_transition(tessera_plan const& plan);

} // namespace tessera::api
