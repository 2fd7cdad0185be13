// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the places of a halo that the active elements of a rank read.
#include "libcore/comm/halo/places_read.hpp"

#include "libcore/base/combinations.hpp"
#include "libcore/comm/context/context_boxes.hpp"

#include <algorithm>
#include <utility>

namespace tessera {
namespace {

/// One mark for each place of a box.
class ReadMarks {
  public:
    explicit ReadMarks(BoxSet const& places) : places_(places), read_(as_size(places.count()), false) {}

    /// Marks the places at `offset` from the active elements of a box. Precondition: all of these are places of the box.
    void add(BoxSet const& readers, Context const& active, Extents const& offset) {
        if (active.active() == 0) return;
        auto const numbers = numbers_of(readers, offset);
        auto const& line = numbers.back();
        active.for_each_run([&](Run run) {
            while (!run.empty()) {
                Index rest = run.begin / std::ssize(line);
                Index const end = std::min(run.end, (rest + 1) * std::ssize(line));
                auto const first = as_size(run.begin - rest * std::ssize(line));
                Index begin = 0;
                for (std::size_t d = numbers.size() - 1; d-- > 0; rest /= std::ssize(numbers[d]))
                    begin += numbers[d][as_size(rest % std::ssize(numbers[d]))];
                for (std::size_t k = 0; k < as_size(end - run.begin); ++k) read_[as_size(begin + line[first + k])] = true;
                run.begin = end;
            }
        });
    }

    [[nodiscard]] std::vector<BoxSet> boxes() const {
        ContextBuilder builder(places_.count());
        for (bool const read : read_) builder.add(read, 1);
        return active_boxes(places_, std::move(builder).finish());
    }

  private:
    /// Returns, per dimension and index of the readers, its contribution to the number of the place.
    [[nodiscard]] std::vector<std::vector<Index>> numbers_of(BoxSet const& readers, Extents const& offset) const {
        std::vector<std::vector<Index>> numbers(readers.dims().size());
        Index stride = 1;
        for (std::size_t d = readers.dims().size(); d-- > 0;) {
            PeriodicSet const& own = readers.dims()[d];
            for (auto run = own.run_from(own.bounds().begin); run; run = own.run_from(run->end))
                for (Index i = run->begin; i < run->end; ++i)
                    numbers[d].push_back(places_.dims()[d].position(i + offset[d]) * stride);
            stride *= places_.dims()[d].count();
        }
        return numbers;
    }

    BoxSet const& places_;
    std::vector<bool> read_;
};

/// Calls visit(offset) for every offset of the box.
template <class Visit>
void for_each_offset(Stencil::OffsetBox const& box, Visit const& visit) {
    std::vector<Index> counts;
    for (Run const& run : box) counts.push_back(run.size());
    for_each_combination(counts, [&](std::vector<Index> const& choice) {
        Extents offset;
        for (std::size_t d = 0; d < choice.size(); ++d) offset.push_back(box[d].begin + choice[d]);
        visit(offset);
    });
}

} // namespace

std::vector<BoxSet> places_read(Mapping const& mapping, Index position, Stencil const& stencil, Mask const& where,
                                BoxSet const& places) {
    if (places.empty()) return {};
    BoxSet const owned = mapping.owned(position);
    ReadMarks marks(places);
    for (Stencil::OffsetBox const& box : stencil.boxes()) {
        for_each_offset(box, [&](Extents const& offset) {
            std::vector<PeriodicSet> readers;
            for (std::size_t d = 0; d < offset.size(); ++d)
                readers.push_back(intersection(places.dims()[d].shifted(-offset[d]), owned.dims()[d]));
            BoxSet const reading(std::move(readers));
            if (!reading.empty()) marks.add(reading, where.context(mapping.array(), reading), offset);
        });
    }
    return marks.boxes();
}

} // namespace tessera
