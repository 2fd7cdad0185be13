// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers sections of an out-of-core array between files and memory.
#include "libcore/base/require.hpp"
#include "libcore/files/access/plan_transfer.hpp"
#include "libcore/files/access/section_exchange.hpp"
#include "libcore/files/access/section_transfer.hpp"
#include "libcore/files/ooc/local_indices.hpp"
#include "libcore/files/ooc/out_of_core_array.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tessera {

void Prefetch::wait() {
    if (!done_.valid()) return;
    auto const done = std::exchange(done_, {}).share();
    done.wait();
    buffer_ = {};
    done.get();
}

Icla OutOfCoreArray::make_icla() const {
    return {*account_, ocad_.icla_bytes, ocad_.permutation, mapping_.array().type.bytes};
}

/// Returns a section of the local array as indices of the array in the file. That is the allocation, or the global array; then
/// overlap areas beyond its ends are cut off.
FileSection OutOfCoreArray::in_file(BoxSet const& section) const {
    require(has_part(), "OutOfCoreArray: this rank has no part of the array");
    std::vector<PeriodicSet> dims;
    for (std::size_t d = 0; d < section.dims().size(); ++d) {
        PeriodicSet const all = in_file(d, section.dims()[d]);
        dims.push_back(is_local() ? all : all.clipped({0, file_layout_.shape().extents[d]}));
    }
    return {file_layout_, BoxSet(std::move(dims))};
}

/// Converts the indices of one dimension without cutting off those beyond the ends.
PeriodicSet OutOfCoreArray::in_file(std::size_t d, PeriodicSet const& local) const {
    if (!is_local()) return global_indices(layout_->owned().dims()[d], local);
    return local.shifted(mapping_.array().shadow.empty() ? 0 : mapping_.array().shadow[d].low);
}

/// Returns the offsets in an ICLA of the elements with indices of in_file().
ElementLocation OutOfCoreArray::place_in(Icla const& icla) const {
    ElementLocation place;
    for (std::size_t d = 0; d < icla.section().dims().size(); ++d)
        place.sides.push_back(AxisSide::stored(in_file(d, icla.section().dims()[d]), 0, 1, icla.strides()[d]));
    return place;
}

IoSettings OutOfCoreArray::settings_for(FileSection const& section, IoDirection direction) const {
    IoSettings settings;
    bool const gapless = section.count() == section.bounds().size();
    bool const shared = !is_local() && direction == IoDirection::Write;
    settings.access = gapless || shared ? Access::Direct : Access::Sieve;
    settings.sieve.buffer_bytes = std::max(ocad_.icla_bytes, file_layout_.element_bytes());
    return settings;
}

void OutOfCoreArray::read_section(BoxSet const& section, Icla& icla) {
    icla.hold(section);
    fetch(section, icla);
}

/// Reads a part of the section that the ICLA holds.
void OutOfCoreArray::fetch(BoxSet const& section, Icla& icla) {
    if (section.empty()) return;
    FileSection const wanted = in_file(section);
    SectionTransfer(*channel_, settings_for(wanted, IoDirection::Read), *account_).read(wanted, place_in(icla), icla.data());
}

void OutOfCoreArray::write_section(BoxSet const& section, Icla const& icla) {
    if (section.empty()) return;
    FileSection const given = in_file(section);
    SectionTransfer(*channel_, settings_for(given, IoDirection::Write), *account_).write(given, place_in(icla), icla.data());
}

void OutOfCoreArray::read(Icla& icla) {
    std::vector<Run> all;
    for (Index const extent : local_shape_) all.push_back({0, extent});
    read_section(section_of(all), icla);
}

void OutOfCoreArray::write(Icla const& icla) {
    write_section(icla.section(), icla);
}

/// The account does not support several threads. So the buffer of the other thread is taken before it starts, and wait() gives
/// it back.
Prefetch OutOfCoreArray::prefetch(BoxSet const& section, Icla& icla) {
    require_thread_support("reading ahead");
    icla.hold(section);
    if (section.empty()) return {};
    auto wanted = std::make_shared<FileSection const>(in_file(section));
    IoSettings const settings = settings_for(*wanted, IoDirection::Read);
    // A contiguous run of the file is also one in the ICLA, unless the ends of the array cut something off.
    bool const straight = settings.access == Access::Direct && wanted->count() == section.count();
    Index const bytes = straight ? 0 : settings.sieve.buffer_bytes;
    auto buffer = account_->take(bytes);
    auto read = [=, file = channel_.get(), place = place_in(icla), memory = icla.data()] {
        MemoryAccount mine(bytes);
        SectionTransfer(*file, settings, mine).read(*wanted, place, memory);
    };
    return {std::move(buffer), std::async(std::launch::async, std::move(read))};
}

void OutOfCoreArray::read_reuse(Index slab, Icla& icla) {
    auto const box = slabs_.with_shadow(slab);
    bool const follows = slab > 0 && icla.section() == section_of(slabs_.with_shadow(slab - 1));
    if (!follows) return read_section(section_of(box), icla);
    icla.advance(box);
    fetch(section_of(slabs_.fresh(slab)), icla);
}

void OutOfCoreArray::global_read(std::optional<BoxSet> const& section, ElementLocation const& place, std::byte* memory) {
    transfer_global(section, IoDirection::Read, place, memory);
}

void OutOfCoreArray::global_write(std::optional<BoxSet> const& section, ElementLocation const& place, std::byte const* memory) {
    transfer_global(section, IoDirection::Write, place, const_cast<std::byte*>(memory)); // a write only reads the memory
}

/// A piece and its messages fit twice the ICLA. If even single elements do not, pieces are single elements.
IoPlan OutOfCoreArray::global_plan(std::shared_ptr<Fad const> const& fad, IoDirection direction) const {
    Index const element = file_layout_.element_bytes();
    IoSettings settings;
    settings.sieve.buffer_bytes = std::max(ocad_.icla_bytes, element);
    auto plan = IoPlan::make_within(fad, direction, settings, 2 * ocad_.icla_bytes);
    if (plan) return *std::move(plan);
    settings.sieve.buffer_bytes = element;
    plan = IoPlan::make(fad, direction, settings);
    if (!plan) throw std::runtime_error(plan.error().message); // the same error on all ranks
    return *std::move(plan);
}

void OutOfCoreArray::transfer_global(std::optional<BoxSet> const& section, IoDirection direction, ElementLocation const& place,
                                     std::byte* memory) {
    require(!is_local(), "OutOfCoreArray: this access expects an array in one file for all ranks");
    IoPlan const plan = global_plan(exchange_sections(*comm_, file_layout_, section), direction);
    if (direction == IoDirection::Read)
        read_planned(*comm_, *channel_, plan, place, memory, *account_);
    else
        write_planned(*comm_, *channel_, plan, place, memory, *account_);
}

} // namespace tessera
