// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files opened for reading, even while a SWMR writer has them open.
#include "libcore/files/store/hdf5/hdf5_reading.hpp"

#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/files/store/hdf5/hdf5_driver.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tessera {

namespace {

using FileNumber = std::pair<std::uint64_t, std::uint64_t>;

FileNumber number_of(std::string const& path) {
    FileIdentity const identity = identity_of(path);
    return {identity.device, identity.inode};
}

/// Returns the files of this process that were found with an active writer.
std::set<FileNumber>& being_written() {
    static std::set<FileNumber> files;
    return files;
}

/// Returns whether the superblock marks a file as open for SWMR. The superblock begins at 0, 512, 1024, 2048, ... with a signature
/// and its version. Version 3 has the marks in byte 11: 1 for a writer, 4 for SWMR readers (HDF5 File Format, II.A).
bool is_marked(std::string const& path) {
    constexpr std::array<unsigned char, 8> signature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    constexpr unsigned both = 1U | 4U;
    constexpr std::size_t place_of_marks = 11;
    constexpr Index first_place = 512;
    try {
        PosixFile const file = PosixFile::open_to_read(path);
        std::array<std::byte, place_of_marks + 1> front{};
        for (Index begin = 0; begin + std::ssize(front) <= file.size(); begin = std::max(2 * begin, first_place)) {
            file.read(begin, front);
            bool const begins = std::ranges::equal(std::span(front).first(signature.size()), std::as_bytes(std::span(signature)));
            if (begins) return front[signature.size()] == std::byte{3} && (std::to_integer<unsigned>(front.back()) & both) == both;
        }
    } catch (std::runtime_error const&) { // HDF5 reports the reason
    }
    return false;
}

/// Limits retries. HDF5 rereads metadata that a writer is changing and doubles the wait each time. The default of 100 attempts
/// never ends on damaged metadata; this number takes 0.01 s.
Hdf5Handle patient(hid_t access) {
    constexpr unsigned attempts = 24;
    constexpr char const* preparing = "preparing HDF5";
    Hdf5Handle settings(access == H5P_DEFAULT ? H5Pcreate(H5P_FILE_ACCESS) : H5Pcopy(access), preparing);
    check_hdf5(H5Pset_metadata_read_attempts(settings.get(), attempts), preparing);
    return settings;
}

struct SharedFile {
    std::string path;
    FileNumber number;
    hid_t file;
};

std::vector<SharedFile>& shared_files() {
    static std::vector<SharedFile> files;
    return files;
}

/// Returns the shared file of this path; negative if there is none.
hid_t shared_file(std::string const& path) {
    auto const named = std::ranges::find(shared_files(), path, &SharedFile::path);
    if (named == shared_files().end()) return H5I_INVALID_HID;
    try {
        return number_of(path) == named->number ? named->file : H5I_INVALID_HID;
    } catch (std::runtime_error const&) { // it no longer exists
        return H5I_INVALID_HID;
    }
}

/// Adds a reference to an open file.
hid_t shared(hid_t file) {
    check_hdf5(H5Iinc_ref(file), "sharing a file");
    return file;
}

} // namespace

SharedOpenFile::SharedOpenFile(std::string path, hid_t file) : file_(file) {
    FileNumber const number = number_of(path);
    shared_files().push_back({std::move(path), number, file});
}

SharedOpenFile::~SharedOpenFile() {
    auto const mine = std::ranges::find(shared_files(), file_, &SharedFile::file);
    if (mine != shared_files().end()) shared_files().erase(mine);
}

bool is_shared_open(std::string const& path) {
    return shared_file(path) >= 0;
}

Hdf5Handle open_frugally(std::string const& path, std::string const& doing) {
    if (hid_t const file = shared_file(path); file >= 0) return {shared(file), doing};
    Hdf5Handle const access = frugal_access(); // closing it clears HDF5's error stack, so it must outlive the error message
    return {open_to_read(path, access.get()), doing};
}

hid_t open_to_read(std::string const& path, hid_t access) {
    SilencedHdf5Errors const quiet; // a first failure is retried below
    bool const hdf5_looks =
        access == H5P_DEFAULT || H5Pget_driver(access) == H5FD_SEC2; // HDF5 checks the marks only with its default driver
    if (hid_t const file = hdf5_looks ? shared_file(path) : H5I_INVALID_HID; file >= 0) return shared(file);
    bool const known = is_being_written(path) || (!hdf5_looks && is_marked(path));
    hid_t const plain = known ? H5I_INVALID_HID : H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
    if (plain >= 0 || (!known && !is_marked(path))) return plain;
    hid_t const beside_writer = H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, patient(access).get());
    if (beside_writer < 0) return H5Fopen(path.c_str(), H5F_ACC_RDONLY, access); // the writer closed it meanwhile
    being_written().insert(number_of(path));
    return beside_writer;
}

bool is_being_written(std::string const& path) {
    return !being_written().empty() && being_written().contains(number_of(path));
}

} // namespace tessera
