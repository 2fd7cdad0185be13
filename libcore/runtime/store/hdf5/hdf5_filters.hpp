// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters that chunks of a dataset pass through, as HDF5 numbers them and as we encode and decode them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/store/new_array.hpp"

#include <hdf5.h>
#include <memory>
#include <string>
#include <vector>

namespace tessera {

/// A step of the pipeline, as the dataset's settings have it.
struct Hdf5Filter {
    H5Z_filter_t number = 0;
    std::string name;             ///< as the file says it; may be empty
    std::vector<unsigned> values; ///< what it is told
};
[[nodiscard]] std::vector<Hdf5Filter> filters_of(hid_t settings);

/// The codec that does the same; null where there is none here, or it is hdf5_codec() (hdf5_scratch_set.hpp). `element_bytes`: of
/// the array.
[[nodiscard]] std::shared_ptr<Codec const> codec_of(Hdf5Filter const& filter, Index element_bytes);
/// "filter 32008 (bitshuffle)"
[[nodiscard]] std::string described(Hdf5Filter const& filter);

/// What users call the pipeline; steps that have no such name are added to `others`.
[[nodiscard]] ChunkFilters named_filters(std::vector<Hdf5Filter> const& filters, std::vector<std::string>& others);

/// The pipeline of a new array's chunks, as H5Pset_... wants it told. Error: a way to compress that HDF5 files do not have.
[[nodiscard]] Result<std::vector<Hdf5Filter>> new_filters(NewArray const& array);
/// Puts them into the settings of a new dataset. HDF5 need not know them: others encode.
void set_filters(hid_t settings, std::vector<Hdf5Filter> const& filters);

/// `ours`: the chunks of dataset `name` are decoded here. Error: neither HDF5 nor anybody here can decode them.
[[nodiscard]] Result<void> check_filters(hid_t settings, std::string const& name, bool ours);

} // namespace tessera
