// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's part of a distributed array, as the eight programs of the pC* thesis use it.
#pragma once

#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/sets/run_walk.hpp"
#include "share/examples/mapped_array.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera::examples {

/// "float A[512][512]".
inline std::string declared(std::string const& type, std::span<Index const> extents) {
    std::string text = type + " A";
    for (Index const extent : extents) text += "[" + std::to_string(extent) + "]";
    return text;
}

/// In the standard layout, in memory of the rank's own. (A DistributedArray lets the ranks of a node see each other's parts: worth
/// its making, some milliseconds, for an array that is often redistributed.)
template <class T>
class Part {
  public:
    explicit Part(Mapping mapping) : mapping_(std::move(mapping)) {
        auto const position = mapping_.grid().position(Communicator::world().rank());
        if (!position || !mapping_.holds(*position)) return;
        layout_.emplace(mapping_, *position);
        values_.resize(as_size(layout_->allocation_size()));
    }

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    /// Nothing where the rank has no part.
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }
    [[nodiscard]] std::byte* data() { return reinterpret_cast<std::byte*>(values_.data()); }
    /// All that is allocated, in the order of memory: enough where the place of an element does not matter.
    [[nodiscard]] std::span<T> values() { return values_; }

    /// Calls visit(element, its number in the whole array's storage order) for each that the rank owns.
    template <class Visit>
    void for_each(Visit const& visit) {
        if (!layout_) return;
        owned_elements(mapping_.array(), *layout_).for_each([&](Index offset, Index number) {
            visit(values_[as_size(offset) / sizeof(T)], number);
        });
    }

    /// The same of an array of two dimensions stored by rows: visit(element, its row, its column).
    template <class Visit>
    void for_each_at(Visit const& visit) {
        if (!layout_) return;
        PeriodicSet const& columns = layout_->owned().dims()[1];
        auto* row = values_.data() + layout_->first_offset();
        for (RunWalk i(layout_->owned().dims()[0]); !i.done(); i.next()) {
            for (Index r = i.run().begin; r < i.run().end; ++r, row += layout_->strides()[0]) {
                auto* element = row;
                for (RunWalk j(columns); !j.done(); j.next())
                    for (Index c = j.run().begin; c < j.run().end; ++c) visit(*element++, r, c);
            }
        }
    }

    /// How many of the rank's elements differ from those of the whole array.
    [[nodiscard]] Index differences(std::vector<T> const& whole) {
        Index count = 0;
        for_each([&](T const& value, Index number) { count += value == whole[as_size(number)] ? 0 : 1; });
        return count;
    }

  private:
    Mapping mapping_;
    std::optional<LocalLayout> layout_;
    std::vector<T> values_;
};

/// One value of each rank becomes one on all of them: a sum, the largest.
template <class T>
class Combined {
  public:
    Combined(ReduceOp op, ElementType const& type)
        : collective_(Communicator::world(), *demand(collective_named(task(), "auto")).algorithm, task(),
                      demand(Combiner::make(op, type))) {}

    [[nodiscard]] T operator()(T value) {
        collective_.execute(reinterpret_cast<std::byte*>(&value));
        return value;
    }

  private:
    static CollectiveTask task() {
        return {.ranks = Communicator::world().size(), .elements = 1, .element_bytes = Index{sizeof(T)}};
    }

    Collective collective_;
};

} // namespace tessera::examples
