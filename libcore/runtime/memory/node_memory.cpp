// SPDX-License-Identifier: BSD-3-Clause
// Tessera: memory that the ranks on a node share.
#include "libcore/runtime/memory/node_memory.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <numeric>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tessera {

namespace {

/// Returns the folder of the files that ranks map.
std::string shared_folder() {
    char const* const named = std::getenv("TESSERA_SHARED_MEMORY");
    return named != nullptr && *named != '\0' ? named : "/dev/shm";
}

/// Returns the free bytes of the folder's file system. Empty if the system does not tell.
std::optional<Index> free_bytes(std::string const& folder) {
    struct statvfs found {};
    if (statvfs(folder.c_str(), &found) != 0) return std::nullopt;
    return static_cast<Index>(found.f_bavail) * static_cast<Index>(found.f_frsize);
}

/// A file in memory that the ranks of a node have open. It has no name afterwards, so the system frees it with its last mapping,
/// even if the ranks are killed.
class SharedFile {
  public:
    /// Collective over `node`. The first rank makes the file.
    explicit SharedFile(Communicator const& node) : node_(node) {
        std::array<char, PATH_MAX> name{};
        std::string const pattern = shared_folder() + "/tessera-XXXXXX";
        if (node.rank() == 0 && pattern.size() < name.size()) {
            std::ranges::copy(pattern, name.begin());
            descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
            note(descriptor_ < 0);
        }
        check_mpi(MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, node.handle()), "MPI_Bcast");
        if (node.rank() != 0) {
            descriptor_ = ::open(name.data(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
            note(descriptor_ < 0);
        }
        bool const open = on_all(node, descriptor_ >= 0); // the name is needed no more
        if (node.rank() == 0 && descriptor_ >= 0) ::unlink(name.data());
        if (!open) refuse();
    }
    SharedFile(SharedFile const&) = delete;
    SharedFile& operator=(SharedFile const&) = delete;
    ~SharedFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    /// Reserves this rank's part, so that no later access fails, and maps the first `length` bytes. Collective.
    [[nodiscard]] std::byte* map(Index offset, Index bytes, Index length) {
        if (bytes > 0) {
            int const error = ::posix_fallocate(descriptor_, offset, bytes);
            if (error != 0) error_ = error;
        }
        void* const mapped = ::mmap(nullptr, as_size(length), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
        note(mapped == MAP_FAILED);
        if (!on_all(node_, error_ == 0)) {
            if (mapped != MAP_FAILED) ::munmap(mapped, as_size(length));
            refuse();
        }
        return static_cast<std::byte*>(mapped);
    }

  private:
    void note(bool failed) {
        if (failed) error_ = errno;
    }
    [[noreturn]] void refuse() const {
        throw std::system_error(error_ == 0 ? ENOMEM : error_, std::generic_category(), "shared memory in " + shared_folder());
    }

    Communicator const& node_;
    int descriptor_ = -1;
    int error_ = 0;
};

} // namespace

bool fits_shared_memory(Communicator const& comm, Index bytes) {
    Communicator const node = comm.split_by_node();
    Index const wanted = all_sum(node, bytes);
    auto const there = free_bytes(shared_folder());
    return on_all(comm, !there || wanted <= *there);
}

NodeMemory::NodeMemory(Communicator const& node, Index bytes) : size_(bytes) {
    // Each rank's block begins on its own page, which the rank touches first.
    Index const page = ::sysconf(_SC_PAGESIZE);
    Index const rounded = ceil_div(bytes, page) * page;
    std::vector<Index> lengths(as_size(node.size()));
    check_mpi(MPI_Allgather(&rounded, 1, MPI_INT64_T, lengths.data(), 1, MPI_INT64_T, node.handle()), "MPI_Allgather");
    Index const before = std::accumulate(lengths.begin(), lengths.begin() + node.rank(), Index{0});
    mapped_ = std::max(std::accumulate(lengths.begin(), lengths.end(), Index{0}), page);
    mapping_ = SharedFile(node).map(before, rounded, mapped_);
    data_ = mapping_ + before;
    Index offset = 0;
    for (Index const length : lengths) pieces_.push_back(mapping_ + std::exchange(offset, offset + length));
    std::memset(data_, 0, as_size(bytes));
}

NodeMemory NodeMemory::apart(Index bytes) {
    NodeMemory memory;
    memory.own_ = Buffer(bytes);
    memory.own_.clear();
    memory.data_ = memory.own_.data();
    memory.size_ = bytes;
    return memory;
}

NodeMemory::NodeMemory(NodeMemory&& other) noexcept
    : mapping_(std::exchange(other.mapping_, nullptr)), mapped_(std::exchange(other.mapped_, 0)), own_(std::move(other.own_)),
      data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), pieces_(std::move(other.pieces_)) {}

NodeMemory& NodeMemory::operator=(NodeMemory&& other) noexcept {
    if (this == &other) return *this;
    release();
    mapping_ = std::exchange(other.mapping_, nullptr);
    mapped_ = std::exchange(other.mapped_, 0);
    own_ = std::move(other.own_);
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    pieces_ = std::move(other.pieces_);
    return *this;
}

NodeMemory::~NodeMemory() {
    release();
}

void NodeMemory::release() noexcept {
    if (mapping_ != nullptr) ::munmap(mapping_, as_size(mapped_));
}

} // namespace tessera
