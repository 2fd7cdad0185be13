// SPDX-License-Identifier: BSD-3-Clause
// Tessera: long work of a command, which shows progress and stops at Ctrl+C.
#include "cli/common/watched_work.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tessera::cli {
namespace {

constexpr char interrupted = 'i';
constexpr char finished = 'f';

std::atomic<int> pipe_of_handler{-1};

void tell(int descriptor, char what) {
    while (::write(descriptor, &what, 1) < 0 && errno == EINTR) {
    }
}

void on_interrupt(int) {
    int const error = errno;
    tell(pipe_of_handler.load(), interrupted);
    std::signal(SIGINT, SIG_DFL); // the next SIGINT ends the program
    errno = error;
}

} // namespace

Interrupt::Interrupt() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    read_end_ = ends[0];
    write_end_ = ends[1];
    waiter_ = std::thread([this] { wait(); });
    pipe_of_handler = write_end_;
    std::signal(SIGINT, on_interrupt);
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, SIG_DFL);
    tell(write_end_, finished);
    waiter_.join();
    ::close(read_end_);
    ::close(write_end_);
}

void Interrupt::wait() {
    for (char what = interrupted; what != finished;) {
        ssize_t const got = ::read(read_end_, &what, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return;
        if (what == interrupted) source_.request_stop();
    }
}

WatchedWork::WatchedWork(std::string what, ProgressMode mode, bool quiet, Progress::Display display)
    : progress_(std::move(what), 1, mode, quiet, std::move(display)) {
    interrupt_.emplace();
}

} // namespace tessera::cli
