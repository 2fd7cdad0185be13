// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of element types to and from HDF5.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/mapping/array_spec.hpp"

namespace tessera {

/// Returns the HDF5 type of elements in memory and in new files. Complex numbers are compounds {r, i}, bool is h5py's enumeration,
/// S<n> a null-padded string, V<n> opaque bytes. Error: HDF5 has no such type.
[[nodiscard]] Result<Hdf5Handle> hdf5_type_of(ElementType const& type);

/// Returns the type by its numpy name, regardless of byte order; compounds other than {r, i} and opaque types are V<n>. Types
/// without an equivalent (strings of variable length, references, ...) have a descriptive name and 0 bytes.
[[nodiscard]] ElementType element_type_of(hid_t file_type);

} // namespace tessera
