// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the list of all file formats, one line each. No other file lists them.
#include "libcore/files/store/array_formats.hpp"

#include "libcore/files/store/hdf5/hdf5_format.hpp"
#include "libcore/files/store/local/local_format.hpp"
#include "libcore/files/store/netcdf/classic_format.hpp"
#include "libcore/files/store/npy/npy_format.hpp"
#include "libcore/files/store/raw/raw_format.hpp"
#include "libcore/files/store/safetensors/safetensors_format.hpp"
#include "libcore/files/store/torch/checkpoint_format.hpp"
#include "libcore/files/store/zarr/zarr_format.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace tessera {

std::span<ArrayFormat const* const> array_formats() {
    static std::array<ArrayFormat const*, 8> const formats{&zarr_format(),    &checkpoint_format(), &safetensors_format(),
                                                           &classic_format(), &hdf5_format(),       &npy_format(),
                                                           &raw_format(),     &local_format()};
    return formats;
}

std::vector<std::string_view> all_format_versions() {
    std::vector<std::string_view> all;
    for (ArrayFormat const* const format : array_formats()) std::ranges::copy(format->format_versions(), std::back_inserter(all));
    return all;
}

} // namespace tessera
