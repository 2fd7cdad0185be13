// SPDX-License-Identifier: BSD-3-Clause
// Tessera: lets long work be stopped and report its progress.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <stop_token>
#include <utility>

namespace tessera {

/// Receives reports of progress. Work may report often: the receiver skips reports that come too fast.
class ProgressSink {
  public:
    virtual ~ProgressSink() = default;
    /// Reports that `done` of `of` units are done. The work chooses the unit.
    virtual void report(Index done, Index of) = 0;
};

/// A stop request and a progress sink, passed to long work by value. A default Watch never stops the work and drops all reports.
/// stopped() costs one comparison if nobody can stop the work, else one atomic read, so inner loops may call it. Stopped work
/// returns stopped_error().
class Watch {
  public:
    Watch() = default;
    /// The sink must outlive the work.
    explicit Watch(std::stop_token stop, ProgressSink* sink = nullptr) : stop_(std::move(stop)), sink_(sink) {}

    [[nodiscard]] bool stopped() const { return stop_.stop_requested(); }
    void report(Index done, Index of) const {
        if (sink_ != nullptr) sink_->report(done, of);
    }
    /// Returns a Watch without reports, for a part of the work whose progress is not that of the whole.
    [[nodiscard]] Watch silent() const { return Watch(stop_); }

  private:
    std::stop_token stop_;
    ProgressSink* sink_ = nullptr;
};

/// Returns the error of stopped work, which is_stopped() recognises.
[[nodiscard]] tl::unexpected<Error> stopped_error();
[[nodiscard]] inline bool is_stopped(Error const& error) {
    return error.stopped;
}

} // namespace tessera
