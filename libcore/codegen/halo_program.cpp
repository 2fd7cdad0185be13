// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a generated program that exchanges the halos of an array.
#include "libcore/codegen/halo_program.hpp"

#include "libcore/base/try.hpp"
#include "libcore/codegen/detail/box_program.hpp"
#include "libcore/codegen/detail/mask_words.hpp"
#include "libcore/comm/halo/halo_layout.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace tessera {

namespace detail {

namespace {

/// The lists of families that the messages consist of, each stored once.
class HaloParts {
  public:
    explicit HaloParts(HaloPlan const& plan) : plan_(plan), levels_(levels_of(plan.mapping().array())), known_(levels_.size()) {
        Mapping const& mapping = plan.mapping();
        for (Index position = 0; position < mapping.grid().size(); ++position)
            for (HaloMessage const& message : plan.sends(mapping.grid().rank(position))) add(message);
    }

    [[nodiscard]] FamilyTable const& lists() const { return lists_; }
    [[nodiscard]] std::string text(ProgramLanguage language) const {
        std::vector<std::string> values;
        for (HaloPart const& part : parts_)
            values.push_back(fmt::format("{}, {}, {}", part.from, part.to, array_text(language, part.lists)));
        return structures(language, "parts", "message_part", values);
    }

  private:
    struct HaloPart {
        Rank from;
        Rank to;
        std::vector<Index> lists; // list number by level
    };

    void add(HaloMessage const& message) {
        HaloLayout const sender(plan_, message.from_position);
        HaloLayout const receiver(plan_, message.to_position);
        for (HaloBox const& box : message.boxes) {
            HaloPart part{message.from, message.to, {}};
            for (std::size_t level = 0; level < levels_.size(); ++level) {
                auto const d = as_size(levels_[level]);
                // Place p of the receiver holds element p - distance.
                part.lists.push_back(list_of(level, block_families(box.elements.dims()[d], sender.places()[d],
                                                                   receiver.places()[d].shifted(-box.distance[d]))));
            }
            parts_.push_back(std::move(part));
        }
    }

    Index list_of(std::size_t level, std::vector<BlockFamily> const& families) {
        auto const [found, is_new] = known_[level].try_emplace(families, std::ssize(known_[level]));
        if (is_new) lists_.add(level, found->second, 0, families);
        return found->second;
    }

    HaloPlan const& plan_;
    std::vector<int> levels_;
    std::vector<std::map<std::vector<BlockFamily>, Index>> known_; // indexed by level
    std::vector<HaloPart> parts_;
    FamilyTable lists_;
};

/// Returns the places of each coordinate's own elements in the memory of a rank, per level.
FamilyTable owned_places(HaloPlan const& plan) {
    FamilyTable table;
    std::size_t level = 0;
    Mapping const& mapping = plan.mapping();
    for (int const d : levels_of(mapping.array())) {
        PeriodicSet const all = PeriodicSet::interval({0, mapping.dim(d).extent()});
        std::vector<bool> known(as_size(mapping.dim(d).coords()), false);
        for (Index position = 0; position < mapping.grid().size(); ++position) {
            if (!mapping.holds(position)) continue;
            Index const coord = mapping.dim_coord(position, d);
            if (known[as_size(coord)]) continue;
            known[as_size(coord)] = true;
            PeriodicSet const kept = HaloLayout(plan, position).places()[as_size(d)];
            table.add(level, 0, coord, block_families(mapping.dim(d).owned(coord), all, kept));
        }
        ++level;
    }
    return table;
}

/// Returns the number of places that each holder stores along each dimension.
std::string kept_text(HaloPlan const& plan, ProgramLanguage language) {
    Mapping const& mapping = plan.mapping();
    std::vector<std::string> values;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        HaloLayout const layout(plan, position);
        Extents lengths;
        for (int const d : levels_of(mapping.array())) lengths.push_back(layout.places()[as_size(d)].count());
        values.push_back(array_text(language, lengths));
    }
    return structures(language, "kept", "part_shape", values);
}

std::string stencil_text(HaloPlan const& plan, ProgramLanguage language) {
    std::vector<std::string> values;
    for (Stencil::OffsetBox const& box : plan.stencil().boxes()) {
        Extents low;
        Extents high;
        for (int const d : levels_of(plan.mapping().array())) {
            low.push_back(box[as_size(d)].begin);
            high.push_back(box[as_size(d)].end - 1);
        }
        values.push_back(fmt::format("{}, {}", array_text(language, low), array_text(language, high)));
    }
    return structures(language, "stencil", "offset_box", values);
}

/// Returns the number of neighbours that all elements of all copies read, including the elements themselves.
Index reads_of(HaloPlan const& plan) {
    Index sum = 0;
    for (Stencil::OffsetBox const& box : plan.stencil().boxes()) {
        Index product = plan.mapping().replicas();
        for (int d = 0; d < plan.mapping().dims(); ++d) {
            Index const extent = plan.mapping().dim(d).extent();
            Index reads = 0;
            for (Index o = box[as_size(d)].begin; o < box[as_size(d)].end; ++o)
                reads += plan.axis(d).periodic() ? extent : std::max<Index>(0, extent - std::abs(o));
            product *= reads;
        }
        sum += product;
    }
    return sum;
}

std::string periodic_text(HaloPlan const& plan, ProgramLanguage language) {
    bool const cpp = language == ProgramLanguage::Cpp;
    std::vector<std::string> values;
    for (int const d : levels_of(plan.mapping().array()))
        values.emplace_back(plan.axis(d).periodic() ? (cpp ? "true" : ".true.") : (cpp ? "false" : ".false."));
    return listed(values);
}

/// Checks the width of the stencil. The program reads every neighbour of every element, so a wide stencil would take hours.
Result<void> check_stencil(HaloPlan const& plan) {
    constexpr Index widest = 1000;
    for (ShadowWidth const width : plan.stencil().widths())
        if (std::max(width.low, width.high) > widest)
            return fail(fmt::format("the stencil reaches {} far, and programs are written for up to {}",
                                    std::max(width.low, width.high), widest));
    return {};
}

Result<ProgramPiece> halo_piece(HaloPlan const& plan, ProgramLanguage language) {
    Mapping const& mapping = plan.mapping();
    TRY(check_listable(mapping));
    TRY(check_stencil(plan));
    if (plan.where() && !plan.where()->term())
        return fail("a program holds no list of elements; say which ones take part by a condition");
    HaloParts const parts(plan);
    FamilyTable const owned = owned_places(plan);
    TRY(check_listable({&parts.lists(), &owned}));
    Extents extents;
    for (int const d : levels_of(mapping.array())) extents.push_back(mapping.dim(d).extent());
    ProgramWords words = words_of(mapping.array(), language);
    words["from_strides"] = words["to_strides"] = "local_strides";
    words["extents"] = listed(extents);
    words["periodic"] = periodic_text(plan, language);
    words["stencil"] = stencil_text(plan, language);
    words["holders"] = holders_text(mapping, language, "holders");
    words["kept"] = kept_text(plan, language);
    words["owned_rows"] = owned.text(language, "owned_rows");
    words["parts"] = parts.text(language);
    words["part_rows"] = parts.lists().text(language, "part_rows");
    add_context_words(words, plan, reads_of(plan), language);
    ProgramBody body = assembled(language,
                                 {&element_pattern, &families_pattern, &boxes_pattern, &tables_pattern, &halo_memory_pattern,
                                  &exchange_pattern, &halo_pattern},
                                 words);
    ProgramFrame frame{.kind = "halo",
                       .summary = "Exchanges the halos of an array",
                       .summary_of_several = "Exchanges the halos of several arrays",
                       .about = {describe(mapping.array()), heading_of(mapping.spec())},
                       .paper = "Every rank keeps its elements with room for their neighbours; one message per neighbour fills it.",
                       .ranks = mapping.grid().max_rank() + 1,
                       .arguments = {{"repeats", 1}}};
    return ProgramPiece{std::move(frame), std::move(body)};
}

} // namespace

} // namespace detail

Result<std::string> halo_program(std::span<HaloPlan const> plans, ProgramOptions const& options) {
    return detail::program_of(plans, options, detail::halo_piece);
}

} // namespace tessera
