// SPDX-License-Identifier: BSD-3-Clause
// Tessera: memory that the ranks on a node share.
#include "libcore/runtime/memory/node_memory.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/descriptor.hpp"
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
    explicit SharedFile(Communicator const& node) : node_(node), file_(open()) {
        bool const is_open = on_all(node, file_.number() >= 0); // from here on nobody needs the name
        if (node.rank() == 0 && file_.number() >= 0) ::unlink(name_.data());
        if (!is_open) refuse();
    }

    /// Reserves this rank's part, so that no later access fails, and maps the first `length` bytes. Collective.
    [[nodiscard]] std::span<std::byte> map(Index offset, Index bytes, Index length) {
        if (bytes > 0) error_ = ::posix_fallocate(file_.number(), offset, bytes);
        void* const mapped = ::mmap(nullptr, as_size(length), PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(), 0);
        if (mapped == MAP_FAILED) error_ = errno;
        if (!on_all(node_, error_ == 0)) {
            if (mapped != MAP_FAILED) ::munmap(mapped, as_size(length));
            refuse();
        }
        return {static_cast<std::byte*>(mapped), as_size(length)};
    }

  private:
    /// Returns a descriptor of the file, negative if this rank could not open it. Collective.
    int open() {
        int number = -1;
        std::string const pattern = shared_folder() + "/tessera-XXXXXX";
        if (node_.rank() == 0 && pattern.size() < name_.size()) {
            std::ranges::copy(pattern, name_.begin());
            number = ::mkostemp(name_.data(), O_CLOEXEC);
            if (number < 0) error_ = errno;
        }
        check_mpi(MPI_Bcast(name_.data(), static_cast<int>(name_.size()), MPI_CHAR, 0, node_.handle()), "MPI_Bcast");
        if (node_.rank() == 0) return number;
        number = ::open(name_.data(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (number < 0) error_ = errno;
        return number;
    }
    [[noreturn]] void refuse() const {
        throw std::system_error(error_ == 0 ? ENOMEM : error_, std::generic_category(), "shared memory in " + shared_folder());
    }

    Communicator const& node_;
    std::array<char, PATH_MAX> name_{};
    int error_ = 0;
    Descriptor file_; // after what open() uses
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
    std::vector<Index> offsets(as_size(node.size()) + 1);
    check_mpi(MPI_Allgather(&rounded, 1, MPI_INT64_T, offsets.data(), 1, MPI_INT64_T, node.handle()), "MPI_Allgather");
    std::exclusive_scan(offsets.begin(), offsets.end(), offsets.begin(), Index{0});
    Index const before = offsets[as_size(node.rank())];
    mapping_ = SharedFile(node).map(before, rounded, std::max(offsets.back(), page));
    data_ = mapping_.data() + before;
    for (Rank rank = 0; rank < node.size(); ++rank) pieces_.push_back(mapping_.data() + offsets[as_size(rank)]);
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
    : mapping_(std::exchange(other.mapping_, {})), own_(std::move(other.own_)), data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)), pieces_(std::move(other.pieces_)) {}

NodeMemory& NodeMemory::operator=(NodeMemory&& other) noexcept {
    if (this == &other) return *this;
    release();
    mapping_ = std::exchange(other.mapping_, {});
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
    if (!mapping_.empty()) ::munmap(mapping_.data(), mapping_.size());
}

} // namespace tessera
