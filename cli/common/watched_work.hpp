// SPDX-License-Identifier: BSD-3-Clause
// Tessera: long work of a command, which shows progress and stops at Ctrl+C.
#pragma once

#include "cli/common/progress.hpp"
#include "libcore/base/watch.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace tessera::cli {

/// While an object lives, the first SIGINT asks the work to stop. The second ends the program as usual. One object at a time.
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
    std::thread waiter_; // requests the stop, which a signal handler must not do
};

/// Work in stages. Each stage counts from 0; all are shown under one name.
class WatchedWork final : private ProgressSink {
  public:
    WatchedWork(std::string what, ProgressMode mode, bool quiet, Progress::Display display = Progress::standard_error());

    /// Precondition: finish() was not called.
    [[nodiscard]] Watch watch() { return Watch(interrupt_->token(), this); }
    /// Ends finished work; call it only if the work was not stopped. Afterwards an interrupt ends the program again.
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
