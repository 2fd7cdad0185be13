// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters of a dataset's chunks, as HDF5 numbers them, and their codecs.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/codec/codec.hpp"
#include "libcore/files/store/new_array.hpp"

#include <hdf5.h>
#include <memory>
#include <string>
#include <vector>

namespace tessera {

/// A filter of the pipeline in the dataset's creation properties.
struct Hdf5Filter {
    H5Z_filter_t number = 0;
    std::string name;             ///< name in the file; may be empty
    std::vector<unsigned> values; ///< parameters of the filter
};
[[nodiscard]] std::vector<Hdf5Filter> filters_of(hid_t settings);

/// Returns an equivalent codec; null if Tessera has none, or if it is hdf5_codec() (hdf5_scratch_set.hpp). `element_bytes`: bytes
/// per element of the array.
[[nodiscard]] std::shared_ptr<Codec const> codec_of(Hdf5Filter const& filter, Index element_bytes);
/// Returns a name for messages: "filter 32008 (bitshuffle)".
[[nodiscard]] std::string described(Hdf5Filter const& filter);

/// Returns the pipeline by user-visible names. Filters without such a name are added to `others`.
[[nodiscard]] ChunkFilters named_filters(std::vector<Hdf5Filter> const& filters, std::vector<std::string>& others);

/// Returns the filters of a new array with their parameters for H5Pset_filter. Error: HDF5 files lack the compression method.
[[nodiscard]] Result<std::vector<Hdf5Filter>> new_filters(NewArray const& array);
/// Adds the filters to the creation properties of a dataset. HDF5 need not have them, because Tessera encodes.
void set_filters(hid_t settings, std::vector<Hdf5Filter> const& filters);

/// Error: neither HDF5 nor Tessera can decode the chunks. `ours`: Tessera decodes the chunks of dataset `name`.
[[nodiscard]] Result<void> check_filters(hid_t settings, std::string const& name, bool ours);

} // namespace tessera
