// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filter pipeline of a dataset and its codecs.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/codec/codec.hpp"
#include "libcore/files/codec/round_trip.hpp"
#include "libcore/files/store/hdf5/hdf5_filters.hpp"
#include "libcore/files/store/hdf5/hdf5_scratch_dataset.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The filters of a dataset with all parameters, including those that HDF5 adds (element type, number of elements).
struct Hdf5Pipeline {
    std::vector<Hdf5Filter> filters;
    CodecList codecs;                                       ///< one per filter; null: Tessera cannot apply it
    std::optional<ElementRounding> rounding = std::nullopt; ///< rounding, if elements may change
};

/// Returns the pipeline of a new dataset of such chunks. Error: HDF5 refuses a filter, with the reason.
[[nodiscard]] Result<Hdf5Pipeline> new_pipeline(Hdf5ChunkKind const& kind, std::vector<Hdf5Filter> const& filters);
/// Returns the pipeline of an existing chunked dataset. Throws Hdf5Error.
[[nodiscard]] Hdf5Pipeline pipeline_of(hid_t set);
/// Returns the codecs of a dataset if HDF5 cannot decode it or decodes more slowly (libdeflate inflates about three times as fast
/// as zlib). Empty if HDF5 should decode, or if neither HDF5 nor Tessera can. Throws Hdf5Error.
[[nodiscard]] CodecList own_codecs(hid_t set);

} // namespace tessera
