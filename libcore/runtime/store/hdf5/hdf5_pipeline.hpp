// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters of a dataset, and how chunks pass through them here.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/codec/round_trip.hpp"
#include "libcore/runtime/store/hdf5/hdf5_filters.hpp"
#include "libcore/runtime/store/hdf5/hdf5_scratch_set.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// HDF5 tells filters more than users do: which type, how many elements.
struct Hdf5Pipeline {
    std::vector<Hdf5Filter> filters;
    CodecList codecs;                                       ///< one for each; null: nobody here can do it
    std::optional<ElementRounding> rounding = std::nullopt; ///< elements may come back as others
};

/// Of a dataset that is to be made of such chunks. Error: HDF5 refuses a filter for them; why.
[[nodiscard]] Result<Hdf5Pipeline> new_pipeline(Hdf5ChunkKind const& kind, std::vector<Hdf5Filter> const& filters);
/// Of one that is there, and chunked. Throws Hdf5Error.
[[nodiscard]] Hdf5Pipeline pipeline_of(hid_t set);
/// The codecs of a dataset's pipeline that HDF5 cannot decode by itself, or more slowly (libdeflate inflates some three times as
/// fast as zlib); empty where HDF5 shall do it, or nobody can. Throws Hdf5Error.
[[nodiscard]] CodecList own_codecs(hid_t set);

} // namespace tessera
