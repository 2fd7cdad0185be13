// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 identifiers with automatic closing, and HDF5 errors as exceptions.
#pragma once

#include <hdf5.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace tessera {

class Hdf5Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Suppresses the printing of HDF5's error stack while it lives. The exception carries the text instead.
class SilencedHdf5Errors {
  public:
    SilencedHdf5Errors();
    SilencedHdf5Errors(SilencedHdf5Errors const&) = delete;
    SilencedHdf5Errors& operator=(SilencedHdf5Errors const&) = delete;
    ~SilencedHdf5Errors();

  private:
    H5E_auto2_t function_ = nullptr;
    void* data_ = nullptr;
};

/// Throws "doing: meaning (HDF5: its message)" if `code` is negative; otherwise returns it.
hid_t check_hdf5(hid_t code, std::string const& doing);

/// Move-only owner of an identifier, whatever its kind: H5F, H5D, H5S, H5P, H5T, H5G, H5A.
class Hdf5Handle {
  public:
    Hdf5Handle() = default;
    /// Throws if `id` is negative.
    Hdf5Handle(hid_t id, std::string const& doing) : id_(check_hdf5(id, doing)) {}
    Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
    Hdf5Handle& operator=(Hdf5Handle&& other) noexcept;
    ~Hdf5Handle() { release(); }

    [[nodiscard]] hid_t get() const { return id_; }

    /// Closes the identifier now and throws if that fails. HDF5 writes the last data of a file here.
    void close(std::string const& doing);

  private:
    herr_t release() noexcept;
    hid_t id_ = H5I_INVALID_HID;
};

} // namespace tessera
