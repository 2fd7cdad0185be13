// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 identifiers that close themselves, and HDF5's errors as exceptions.
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

/// While it lives HDF5 does not print its error stack; what it would have said is in the exception.
class QuietHdf5 {
  public:
    QuietHdf5();
    QuietHdf5(QuietHdf5 const&) = delete;
    QuietHdf5& operator=(QuietHdf5 const&) = delete;
    ~QuietHdf5();

  private:
    H5E_auto2_t function_ = nullptr;
    void* data_ = nullptr;
};

/// Throws "doing: what it means (HDF5: its own words)" where `code` is negative; else returns it.
hid_t check_hdf5(hid_t code, std::string const& doing);

/// Move-only owner of an identifier, whatever its kind: H5F, H5D, H5S, H5P, H5T, H5G, H5A.
class Hdf5Handle {
  public:
    Hdf5Handle() = default;
    /// Throws where HDF5 refused to make it.
    Hdf5Handle(hid_t id, std::string const& doing) : id_(check_hdf5(id, doing)) {}
    Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
    Hdf5Handle& operator=(Hdf5Handle&& other) noexcept;
    ~Hdf5Handle() { release(); }

    [[nodiscard]] hid_t get() const { return id_; }

    /// Closes it now and throws where that fails: a file's last data are written here.
    void close(std::string const& doing);

  private:
    herr_t release() noexcept;
    hid_t id_ = H5I_INVALID_HID;
};

} // namespace tessera
