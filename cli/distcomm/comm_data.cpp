// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the initial elements of distcomm, generated or from a file, and the same for comparison with a single process.
#include "cli/distcomm/comm_data.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/copy/array_files.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/runtime/comm/collectives/reduction_data.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace tessera::cli {

Result<CommData> CommData::make(Communicator const& world, CommSettings const& settings, Generator generated) {
    CommData data(world, settings, std::move(generated));
    if (!settings.verify) return data;
    std::vector<Rank> everybody(as_size(world.size()));
    std::iota(everybody.begin(), everybody.end(), 0);
    Mapping const whole = whole_on_each(settings.mapping.array(), everybody);
    if (settings.where) {
        data.active_.assign(as_size(whole.volume()), false);
        settings.where->context(whole, world.rank()).for_each_run([&](Run run) {
            std::fill(data.active_.begin() + run.begin, data.active_.begin() + run.end, true);
        });
    }
    if (!settings.in) return data;
    all_or_none(world, [&] { data.whole_ = Buffer(whole.volume() * whole.array().type.bytes); });
    TRY(read_array(world, place_of(*settings.in, whole.array().name, false), whole, data.whole_.data()));
    return data;
}

Result<void> CommData::fill(CommArray& array) const {
    ArraySpec const& spec = array.mapping().array();
    if (settings_->in) return read_array(*world_, place_of(*settings_->in, spec.name, false), array.mapping(), array.data());
    if (array.layout())
        owned_elements(spec, *array.layout()).for_each([&](Index place, Index linear) {
            generated_(linear, array.data() + place);
        });
    return {};
}

void CommData::write(Index linear, std::byte* element) const {
    if (!settings_->in) return generated_(linear, element);
    Index const bytes = settings_->mapping.array().type.bytes;
    std::memcpy(element, whole_.data() + linear * bytes, as_size(bytes));
}

CommData::Generator own_indices(ArraySpec const& array) {
    return [made = GeneratedData(array)](Index linear, std::byte* element) { made.write(linear, element); };
}

CommData::Generator combinable(ArraySpec const& array, ReduceOp op) {
    return [made = ReductionData(array, op)](Index linear, std::byte* element) { made.write(linear, element); };
}

} // namespace tessera::cli
