// SPDX-License-Identifier: BSD-3-Clause
// Tessera: progress of long work, on standard error.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace tessera::cli {

enum class ProgressMode {
    Auto,   ///< a bar on a terminal, lines elsewhere; starts after two seconds of work
    Always, ///< the same, from the start
    Never,  ///< nothing
    Json    ///< one JSON object per line: {"schema":"tessera.progress/1","what","done","total","seconds","rate","left"}
};

/// Returns the mode for a value of --progress: "auto", "always", "never", "json". Precondition: it is one of these.
[[nodiscard]] ProgressMode progress_mode(std::string_view text);

/// Shows the progress of work: at most ten times a second on a terminal, every five seconds elsewhere, and at the end.
class Progress {
  public:
    /// Output of the progress; tests use their own.
    struct Display {
        bool is_tty = false;
        int width = 80;
        std::function<double()> seconds;             ///< a steady clock
        std::function<void(std::string_view)> write; ///< must not throw
    };
    [[nodiscard]] static Display standard_error();

    /// Unit of the work. For bytes, rate and remaining time are shown too.
    enum class Unit { Pieces, Bytes };

    /// `total`: units of work; `what`: such as "redistributing A". With `quiet`, Auto shows nothing.
    Progress(std::string what, Index total, ProgressMode mode, bool quiet = false, Display display = standard_error(),
             Unit unit = Unit::Pieces);
    Progress(Progress const&) = delete;
    Progress& operator=(Progress const&) = delete;
    ~Progress(); ///< erases an unfinished bar

    void advance(Index units);
    /// Sets the progress to `done` of `total` units, for work that counts anew in each stage.
    void set(Index done, Index total);
    void finish(); ///< ends the work: shows 100 % if anything was shown

  private:
    void show_in_time();
    void show();
    [[nodiscard]] std::string bar() const;
    [[nodiscard]] int percent() const;
    [[nodiscard]] double rate() const; ///< units per second; 0 if unknown
    [[nodiscard]] double left() const; ///< remaining time in seconds
    [[nodiscard]] std::string speed() const;

    std::string what_;
    Index total_;
    Index done_ = 0;
    ProgressMode mode_;
    Display display_;
    Unit unit_;
    double started_ = 0;
    double next_ = 0;
    bool bar_on_screen_ = false;
    bool shown_ = false;
    bool finished_ = false;
};

} // namespace tessera::cli
