// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an HDF5 file driver that records the offset of raw data and can leave its transfer to the caller.
#include "libcore/files/store/hdf5/hdf5_driver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tessera {

namespace {

constexpr mode_t permissions = 0666; // reduced by the umask
constexpr haddr_t most_address = (haddr_t{1} << 62U) - 1;

/// Driver information that watched_access() passes to the driver.
struct Settings {
    Hdf5Traffic* traffic;
    bool keeps_bytes;
};

/// A file of the driver. The first member is HDF5's part.
struct WatchedFile {
    H5FD_t open{};
    Hdf5Traffic* traffic = nullptr;
    int descriptor = -1;
    haddr_t end_of_space = 0;
    haddr_t end_of_file = 0;
    struct stat identity {};
};

WatchedFile* watched(H5FD_t* file) {
    return reinterpret_cast<WatchedFile*>(file);
}
WatchedFile const* watched(H5FD_t const* file) {
    return reinterpret_cast<WatchedFile const*>(file);
}

int open_flags(unsigned flags, bool keeps_bytes) {
    int result = (flags & H5F_ACC_RDWR) != 0 ? O_RDWR : O_RDONLY;
    if ((flags & H5F_ACC_TRUNC) != 0 && !keeps_bytes) result |= O_TRUNC;
    if ((flags & H5F_ACC_CREAT) != 0) result |= O_CREAT;
    if ((flags & H5F_ACC_EXCL) != 0) result |= O_EXCL;
    return result | O_CLOEXEC;
}

H5FD_t* open_file(char const* name, unsigned flags, hid_t access, haddr_t) {
    auto const* const settings = static_cast<Settings const*>(H5Pget_driver_info(access));
    if (settings == nullptr) return nullptr;
    auto file = std::make_unique<WatchedFile>();
    file->traffic = settings->traffic;
    file->descriptor = ::open(name, open_flags(flags, settings->keeps_bytes), permissions);
    if (file->descriptor < 0) return nullptr;
    if (::fstat(file->descriptor, &file->identity) != 0) {
        ::close(file->descriptor);
        return nullptr;
    }
    bool const begins_anew = (flags & H5F_ACC_TRUNC) != 0;
    file->end_of_file = begins_anew ? 0 : static_cast<haddr_t>(file->identity.st_size);
    return &file.release()->open;
}

herr_t close_file(H5FD_t* file) {
    std::unique_ptr<WatchedFile> const ours(watched(file));
    if (::close(ours->descriptor) != 0 && ours->traffic->failure == 0) ours->traffic->failure = errno;
    return 0;
}

int compare(H5FD_t const* a, H5FD_t const* b) {
    auto const key = [](H5FD_t const* file) {
        WatchedFile const& ours = *watched(file);
        return std::pair(ours.identity.st_dev, ours.identity.st_ino);
    };
    if (key(a) == key(b)) return 0;
    return key(a) < key(b) ? -1 : 1;
}

herr_t tell_features(H5FD_t const*, unsigned long* features) {
    *features =
        H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_SUPPORTS_SWMR_IO;
    return 0;
}

haddr_t end_of_space(H5FD_t const* file, H5FD_mem_t) {
    return watched(file)->end_of_space;
}
herr_t set_end_of_space(H5FD_t* file, H5FD_mem_t, haddr_t address) {
    watched(file)->end_of_space = address;
    return 0;
}
haddr_t end_of_file(H5FD_t const* file, H5FD_mem_t) {
    return watched(file)->end_of_file;
}

bool hides(WatchedFile const& file, H5FD_mem_t kind, haddr_t address, std::size_t bytes) {
    if (kind != H5FD_MEM_DRAW) return false;
    file.traffic->raw_address = static_cast<Index>(address);
    file.traffic->raw_bytes = static_cast<Index>(bytes);
    return file.traffic->hides_raw;
}

herr_t read_bytes(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t address, std::size_t bytes, void* buffer) {
    WatchedFile const& ours = *watched(file);
    if (hides(ours, kind, address, bytes)) return 0;
    auto* place = static_cast<char*>(buffer);
    while (bytes > 0) {
        ssize_t const count = ::pread(ours.descriptor, place, bytes, static_cast<off_t>(address));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -1;
        if (count == 0) break;
        place += count;
        address += static_cast<haddr_t>(count);
        bytes -= as_size(count);
    }
    std::memset(place, 0, bytes); // beyond the end of the file, as in HDF5's own drivers
    return 0;
}

herr_t write_bytes(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t address, std::size_t bytes, void const* buffer) {
    WatchedFile& ours = *watched(file);
    if (hides(ours, kind, address, bytes)) return 0;
    ours.end_of_file = std::max(ours.end_of_file, address + bytes);
    auto const* place = static_cast<char const*>(buffer);
    while (bytes > 0 && ours.traffic->failure == 0) {
        ssize_t const count = ::pwrite(ours.descriptor, place, bytes, static_cast<off_t>(address));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            ours.traffic->failure = errno;
            break;
        }
        place += count;
        address += static_cast<haddr_t>(count);
        bytes -= as_size(count);
    }
    return 0;
}

/// Truncates only on closing: bytes unknown to HDF5 may lie beyond the end of its current layout.
herr_t set_size(H5FD_t* file, hid_t, hbool_t closing) {
    WatchedFile& ours = *watched(file);
    if (!closing || ours.end_of_space == ours.end_of_file) return 0;
    if (::ftruncate(ours.descriptor, static_cast<off_t>(ours.end_of_space)) != 0 && ours.traffic->failure == 0)
        ours.traffic->failure = errno;
    ours.end_of_file = ours.end_of_space;
    return 0;
}

H5FD_class_t driver_class() {
    H5FD_class_t driver{};
    driver.name = "tessera";
    driver.maxaddr = most_address;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(Settings);
    driver.open = open_file;
    driver.close = close_file;
    driver.cmp = compare;
    driver.query = tell_features;
    driver.get_eoa = end_of_space;
    driver.set_eoa = set_end_of_space;
    driver.get_eof = end_of_file;
    driver.read = read_bytes;
    driver.write = write_bytes;
    driver.truncate = set_size;
    H5FD_mem_t const free_lists[] = H5FD_FLMAP_DICHOTOMY;
    std::ranges::copy(free_lists, std::begin(driver.fl_map));
    return driver;
}

/// Registers the driver once. HDF5 unregisters it at exit.
hid_t driver_id() {
    static H5FD_class_t const driver = driver_class();
    static hid_t const id = check_hdf5(H5FDregister(&driver), "preparing HDF5");
    return id;
}

constexpr std::size_t little_metadata = 256 * 1024;
constexpr std::size_t larger_cache = 2048 * 1024;

void bound_cache(H5AC_cache_config_t& cache, std::size_t most) {
    cache.set_initial_size = true;
    cache.initial_size = most;
    cache.min_size = most / 2;
    cache.max_size = most;
}

void bound_cache_of(hid_t file, std::size_t most) {
    H5AC_cache_config_t cache{};
    cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    check_hdf5(H5Fget_mdc_config(file, &cache), "preparing HDF5");
    bound_cache(cache, most);
    check_hdf5(H5Fset_mdc_config(file, &cache), "preparing HDF5");
}

/// Reduces HDF5's cache of chunk index nodes. Its default is at least 2 MiB in file form, and nodes are many times larger in
/// memory. Chunks are requested in order, so a few nodes suffice.
void keep_little(hid_t access) {
    H5AC_cache_config_t cache{};
    cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    check_hdf5(H5Pget_mdc_config(access, &cache), "preparing HDF5");
    bound_cache(cache, little_metadata);
    check_hdf5(H5Pset_mdc_config(access, &cache), "preparing HDF5");
    constexpr int most_unused = 1024 * 1024; // bytes that HDF5 keeps for reuse
    check_hdf5(H5set_free_list_limits(most_unused, most_unused / 8, most_unused, most_unused / 8, most_unused, most_unused / 8),
               "preparing HDF5");
}

} // namespace

void Hdf5Traffic::check(std::string const& path) const {
    if (failure != 0) throw std::runtime_error(fmt::format("writing '{}': {}", path, std::strerror(failure)));
}

LargerMetadataCache::LargerMetadataCache(hid_t file) : file_(file) {
    bound_cache_of(file_, larger_cache);
}

LargerMetadataCache::~LargerMetadataCache() {
    try {
        bound_cache_of(file_, little_metadata);
    } catch (Hdf5Error const&) { // the larger cache stays, which only costs memory
    }
}

Hdf5Handle frugal_access() {
    Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), "preparing HDF5");
    keep_little(access.get());
    return access;
}

Hdf5Handle watched_access(Hdf5Traffic& traffic, bool keeps_bytes) {
    Hdf5Handle access = frugal_access();
    Settings const settings{&traffic, keeps_bytes};
    check_hdf5(H5Pset_driver(access.get(), driver_id(), &settings), "preparing HDF5");
    // H5Ocopy leaves variable-length types open. With another close degree the file would stay open for them until exit.
    check_hdf5(H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG), "preparing HDF5");
    return access;
}

} // namespace tessera
