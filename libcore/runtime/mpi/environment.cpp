// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lifetime of MPI within a program.
#include "libcore/runtime/mpi/environment.hpp"

#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace tessera {
namespace {

/// MPI announces MPI_Abort, which would bury the line that says what went wrong. Open MPI prints eight lines from mpirun, and has a
/// switch for them (the parameter orte_execute_quiet), turned now because what it says while MPI starts is worth reading. MPICH
/// prints a line from each rank and has no switch. So this process says no more: what it wrote to stderr
/// before has no buffer.
void silence_announcements() noexcept {
    if (auto* const quiet = static_cast<bool*>(dlsym(RTLD_DEFAULT, "orte_execute_quiet"))) *quiet = true;
    if (int const nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
}

/// Open MPI 4 moves long messages over TCP by "put", the receiver asking for piece after piece; where two ranks exchange messages,
/// each one's requests wait behind its own data, and the two directions take turns instead of going on together (1.6 times as long,
/// see share/doc/cluster.md). Without "put" they are sent in pieces. What the user has set stays; other networks do not read it.
void prefer_sends_over_tcp() noexcept {
    ::setenv("OMPI_MCA_btl_tcp_flags", "send,inplace,need-ack,need-csum,hetero-rdma", 0);
}

#ifdef OPEN_MPI
constexpr bool is_open_mpi = true;
#else
constexpr bool is_open_mpi = false;
#endif

/// MPICH's mpirun may hear of an abort before it has read the line that says what went wrong, and then drops the line.
constexpr std::chrono::milliseconds until_output_is_read{50};

/// By hand and not by a launcher, each of which tells its processes something in the environment.
bool started_alone() noexcept {
    for (char** entry = environ; *entry != nullptr; ++entry)
        for (std::string_view const prefix : {"PMIX_", "PMI_", "OMPI_COMM_", "SLURM_STEP", "ALPS_"})
            if (std::string_view(*entry).starts_with(prefix)) return false;
    return true;
}

/// A parameter of Open MPI that is in force while MPI starts, and that no process inherits. What the user has set stays.
class StartParameter {
  public:
    StartParameter(char const* name, char const* value) : name_(name), is_ours_(std::getenv(name) == nullptr) {
        if (is_ours_) ::setenv(name, value, 0);
    }
    StartParameter(StartParameter const&) = delete;
    StartParameter& operator=(StartParameter const&) = delete;
    ~StartParameter() {
        if (is_ours_) ::unsetenv(name_);
    }

  private:
    char const* name_;
    bool is_ours_;
};

void start_mpi(int& argc, char**& argv) {
    int given = MPI_THREAD_SINGLE; // require_thread_support() looks at it where a thread is wanted
    check_mpi(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given), "MPI_Init_thread");
}

/// Open MPI starts a daemon beside a process that nobody launched, in case it wants to spawn others, and opens every network: a
/// third of a second. Without both it starts in a tenth of that. Such processes would all have the same folder for what the ranks
/// of a job share, and one that ends removes it while another one begins, which fails then: they share nothing, and need none.
void start_mpi_alone(int& argc, char**& argv) {
    StartParameter const no_daemon("OMPI_MCA_ess_singleton_isolated", "1");
    StartParameter const no_network("OMPI_MCA_btl", "self");
    StartParameter const no_other_way("OMPI_MCA_pml", "ob1");
    StartParameter const no_folder("OMPI_MCA_orte_create_session_dirs", "0");
    StartParameter const no_devices("HWLOC_COMPONENTS", "-pci,-linuxio"); // whose registers take longest to read, one by one
    ::setenv("OMPI_MCA_sharedfp", "individual",
             0); // shared file pointers would be there, which are looked at when a file is opened
    start_mpi(argc, argv);
}

/// Directly, by srun: through an mpirun in a job of Slurm's the processes are mpirun's.
bool started_by_slurm() noexcept {
    char const* const job = std::getenv("PMIX_NAMESPACE");
    return job != nullptr && std::string_view(job).starts_with("slurm.");
}

} // namespace

Environment::Environment(int& argc, char**& argv) {
    std::signal(SIGXFSZ, SIG_IGN);
    // HDF5 would try once more, when the program ends, to write what it could not write before.
    H5dont_atexit();
    prefer_sends_over_tcp();
    started_alone() ? start_mpi_alone(argc, argv) : start_mpi(argc, argv);
    check_mpi(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check_mpi(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

Environment::~Environment() {
    if (mpi_is_active()) MPI_Finalize();
}

void Environment::abort(int exit_code) noexcept {
    silence_announcements();
    if (!is_open_mpi) std::this_thread::sleep_for(until_output_is_read);
    if (mpi_is_active()) MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
}

void Environment::end_job(int exit_code) noexcept {
    std::fflush(nullptr);
    int largest = exit_code;
    MPI_Allreduce(&exit_code, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (largest == 0 || started_by_slurm()) return;
    if (is_open_mpi) abort(largest);
    // MPICH's mpirun says nothing of exit codes. It would combine different ones by "or".
    MPI_Finalize();
    std::_Exit(largest);
}

void require_thread_support(std::string_view purpose) {
    int given = MPI_THREAD_SINGLE;
    check_mpi(MPI_Query_thread(&given), "MPI_Query_thread");
    if (given >= MPI_THREAD_FUNNELED) return;
    throw std::runtime_error(fmt::format("{} needs MPI_THREAD_FUNNELED, and MPI was started with MPI_THREAD_SINGLE", purpose));
}

} // namespace tessera
