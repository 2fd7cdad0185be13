// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long work hears that it shall stop, and says how far it has come.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <stop_token>
#include <utility>

namespace tessera {

/// Takes reports of progress. Work may report often: whoever shows the reports leaves out what comes too fast.
class ProgressSink {
  public:
    virtual ~ProgressSink() = default;
    /// `done` of `of` units are done; the unit is the work's own.
    virtual void report(Index done, Index of) = 0;
};

/// Given to long work by value. A default Watch never asks the work to stop and passes no report on. Asking costs one comparison
/// where nobody can stop the work, else one atomic read, so inner loops may ask. Work that was stopped returns stopped_error().
class Watch {
  public:
    Watch() = default;
    /// The sink must outlive the work.
    explicit Watch(std::stop_token stop, ProgressSink* sink = nullptr) : stop_(std::move(stop)), sink_(sink) {}

    [[nodiscard]] bool stopped() const { return stop_.stop_requested(); }
    void report(Index done, Index of) const {
        if (sink_ != nullptr) sink_->report(done, of);
    }
    /// For a part of the work whose progress is not that of the whole: hears of a stop, reports nothing.
    [[nodiscard]] Watch silent() const { return Watch(stop_); }

  private:
    std::stop_token stop_;
    ProgressSink* sink_ = nullptr;
};

/// What stopped work returns: the error that is_stopped recognises.
[[nodiscard]] tl::unexpected<Error> stopped_error();
[[nodiscard]] inline bool is_stopped(Error const& error) {
    return error.stopped;
}

} // namespace tessera
