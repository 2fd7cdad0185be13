// SPDX-License-Identifier: BSD-3-Clause
// Tessera: slow and broken disks.
#include "tests/shim/faults.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <thread>

namespace tessera::shim {
namespace {

std::optional<long long> setting(char const* name) {
    char const* const text = std::getenv(name);
    if (text == nullptr) return std::nullopt;
    return std::strtoll(text, nullptr, 10);
}

/// Bytes of [offset, offset + bytes) in front of `place`, where it lies among them.
ssize_t in_front_of(long long place, off_t offset, ssize_t bytes) {
    if (place < offset || place >= offset + bytes) return bytes;
    return static_cast<ssize_t>(place - offset);
}

ssize_t or_error(ssize_t bytes, ssize_t wanted, int error) {
    if (bytes > 0 || wanted == 0) return bytes;
    errno = error;
    return -1;
}

struct Speed {
    std::atomic<long long> latency_us{setting("IO_SHIM_LATENCY_US").value_or(0)};
    std::atomic<long long> byte_ns{setting("IO_SHIM_BYTE_NS").value_or(0)};
};

Speed& speed() {
    static Speed of_the_disk;
    return of_the_disk;
}

/// Bytes of every watched file, -1 for none.
struct Faults {
    std::atomic<long long> bad_read{setting("IO_SHIM_BAD_READ").value_or(-1)};
    std::atomic<long long> bad_reads_left{
        setting("IO_SHIM_BAD_READS").value_or(1LL << 60)}; ///< of reads that come to it; then it is mended
    std::atomic<long long> bad_write{setting("IO_SHIM_BAD_WRITE").value_or(-1)};
    long long const wrong_read{setting("IO_SHIM_WRONG_READ").value_or(-1)};
    std::atomic<long long> disk_end{setting("IO_SHIM_DISK_END").value_or(-1)};
    std::atomic<long long> writes_left{setting("IO_SHIM_KILL_AT_WRITE").value_or(1LL << 60)};
};

Faults& faults() {
    static Faults of_the_disk;
    return of_the_disk;
}

} // namespace

void wait_for_the_disk(std::size_t bytes) {
    auto const time = speed().latency_us * 1000 + speed().byte_ns * static_cast<long long>(bytes);
    if (time > 0) std::this_thread::sleep_for(std::chrono::nanoseconds(time));
}

void set_speed(long long latency_us, long long byte_ns) {
    speed().latency_us = latency_us;
    speed().byte_ns = byte_ns;
}

void set_faults(long long bad_read, long long bad_write, long long disk_end) {
    faults().bad_read = bad_read;
    faults().bad_write = bad_write;
    faults().disk_end = disk_end;
}

ssize_t readable(off_t offset, ssize_t bytes) {
    auto const bad = faults().bad_read.load();
    if (bad < 0) return bytes;
    ssize_t const good = in_front_of(bad, offset, bytes);
    if (good < bytes && faults().bad_reads_left-- <= 0) return bytes;
    return or_error(good, bytes, EIO);
}

void turn_a_bit(off_t offset, void* data, ssize_t bytes) {
    constexpr char bit = 0x10;
    auto const wrong = faults().wrong_read;
    if (wrong >= offset && wrong < offset + bytes) static_cast<char*>(data)[wrong - offset] ^= bit;
}

ssize_t writable(off_t offset, ssize_t bytes) {
    if (--faults().writes_left == 0) std::raise(SIGKILL);
    auto const bad = faults().bad_write.load();
    auto const end = faults().disk_end.load();
    auto const below = end >= 0 ? std::clamp<long long>(end - offset, 0, bytes) : bytes;
    if (or_error(static_cast<ssize_t>(below), bytes, ENOSPC) < 0) return -1;
    return bad >= 0 ? or_error(in_front_of(bad, offset, static_cast<ssize_t>(below)), bytes, EIO) : static_cast<ssize_t>(below);
}

} // namespace tessera::shim
