// SPDX-License-Identifier: BSD-3-Clause
// Tessera: initializes MPI for a program and finalizes it.
#include "libcore/runtime/mpi/environment.hpp"

#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace tessera {
namespace {

/// Suppresses the messages about MPI_Abort, which would hide the line with our error. Open MPI prints eight lines from mpirun;
/// the parameter orte_execute_quiet suppresses them. It is set only now because messages during MPI's start are useful. MPICH
/// prints one line per rank and has no such parameter, so stderr of this process is closed. Earlier output is not lost because
/// stderr is unbuffered.
void silence_announcements() noexcept {
    if (auto* const quiet = static_cast<bool*>(dlsym(RTLD_DEFAULT, "orte_execute_quiet"))) *quiet = true;
    if (int const nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
}

/// Makes Open MPI 4 send long messages over TCP in pieces. By default the receiver requests each piece ("put"). When two ranks
/// exchange messages, the requests of each wait behind its own data, so the two directions alternate. This takes 1.6 times as
/// long, see share/doc/cluster.md. A setting of the user stays; other networks do not read it.
void prefer_sends_over_tcp() noexcept {
    ::setenv("OMPI_MCA_btl_tcp_flags", "send,inplace,need-ack,need-csum,hetero-rdma", 0);
}

#ifdef OPEN_MPI
constexpr bool is_open_mpi = true;
#else
constexpr bool is_open_mpi = false;
#endif

/// A delay before the abort. Otherwise MPICH's mpirun may see the abort before it has read our error line, and then drops the
/// line.
constexpr std::chrono::milliseconds until_output_is_read{50};

/// Returns whether no launcher started this process. Each launcher sets variables in the environment of its processes.
bool started_alone() noexcept {
    for (char** entry = environ; *entry != nullptr; ++entry)
        for (std::string_view const prefix : {"PMIX_", "PMI_", "OMPI_COMM_", "SLURM_STEP", "ALPS_"})
            if (std::string_view(*entry).starts_with(prefix)) return false;
    return true;
}

/// A parameter of Open MPI, set while MPI starts and removed afterwards so that no process inherits it. A setting of the user
/// stays.
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
    int given = MPI_THREAD_SINGLE; // require_thread_support() checks this before a thread starts
    check_mpi(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given), "MPI_Init_thread");
}

/// Starts MPI in a process without a launcher: without Open MPI's daemon, which serves only to spawn processes, and without
/// networks. This takes a tenth of the usual third of a second. The session folder is off as well: such processes would share
/// one, and one that ends would remove it while another starts, which then fails.
void start_mpi_alone(int& argc, char**& argv) {
    StartParameter const no_daemon("OMPI_MCA_ess_singleton_isolated", "1");
    StartParameter const no_network("OMPI_MCA_btl", "self");
    StartParameter const no_other_way("OMPI_MCA_pml", "ob1");
    StartParameter const no_folder("OMPI_MCA_orte_create_session_dirs", "0");
    StartParameter const no_devices("HWLOC_COMPONENTS", "-pci,-linuxio"); // reading the registers of devices takes longest
    ::setenv("OMPI_MCA_sharedfp", "individual",
             0); // otherwise shared file pointers are set up at each open of a file
    start_mpi(argc, argv);
}

/// Returns whether srun started this process directly. If mpirun runs inside a Slurm job, its processes are mpirun's.
bool started_by_slurm() noexcept {
    char const* const job = std::getenv("PMIX_NAMESPACE");
    return job != nullptr && std::string_view(job).starts_with("slurm.");
}

} // namespace

Environment::Environment(int& argc, char**& argv) {
    std::signal(SIGXFSZ, SIG_IGN);
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
    // MPICH's mpirun prints nothing about exit codes. It would combine different codes by bitwise or.
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
