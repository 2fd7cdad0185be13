// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files that hold nothing but an array, behind a header or none: npy and raw.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/file_array.hpp"

#include <memory>
#include <string>

namespace tessera {

/// Collective. The shape, type and order are what the file's header says.
/// Errors: the file does not exist or is no npy file, or its size is not what the header says.
[[nodiscard]] Result<std::unique_ptr<SlabFile>> open_npy(Comm const& comm, std::string const& path);

/// Collective. A raw file says nothing about itself but its size, which must be that of `array`.
[[nodiscard]] Result<std::unique_ptr<SlabFile>> open_raw(Comm const& comm, std::string const& path, FileArray const& array);

/// Collective. The file does not exist yet; it is created with its full size. Error: a type that npy has no code for.
[[nodiscard]] Result<std::unique_ptr<SlabFile>> create_npy(Comm const& comm, std::string const& path, FileArray const& array);
[[nodiscard]] Result<std::unique_ptr<SlabFile>> create_raw(Comm const& comm, std::string const& path, FileArray const& array);

/// Not collective. An array whose bytes begin at `first_byte` of a file that exists, to be written.
[[nodiscard]] std::unique_ptr<SlabFile> fill_flat(std::string const& path, FileArray const& array, Index first_byte);

/// The error of an input that is not there or cannot be read.
[[nodiscard]] Result<void> check_readable(std::string const& path);

} // namespace tessera
