// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work of a command that may take long: Ctrl+C stops it, and its progress is shown.
#pragma once

#include "cli/common/progress.hpp"
#include "libcore/base/watch.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace tessera::cli {

/// While it lives, the first SIGINT asks the work to stop; the second ends the program as it would any other. One at a time.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(Interrupt const&) = delete;
    Interrupt& operator=(Interrupt const&) = delete;

    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

  private:
    void wait();

    std::stop_source source_;
    int read_end_ = -1; // of the pipe that the signal handler writes to
    int write_end_ = -1;
    std::thread waiter_; // stopping is not allowed in a signal handler
};

/// Work in stages, each of which counts from nothing; they are shown under one name.
class WatchedWork final : private ProgressSink {
  public:
    WatchedWork(std::string what, ProgressMode mode, bool quiet, Progress::Display display = Progress::standard_error());

    /// Precondition: it is not finished.
    [[nodiscard]] Watch watch() { return Watch(interrupt_->token(), this); }
    /// It is done, not stopped; from now on an interrupt ends the program again.
    void finish() {
        progress_.finish();
        interrupt_.reset();
    }

  private:
    void report(Index done, Index of) override { progress_.set(done, of); }

    std::optional<Interrupt> interrupt_;
    Progress progress_;
};

} // namespace tessera::cli
