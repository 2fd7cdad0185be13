// SPDX-License-Identifier: BSD-3-Clause
// Tessera: progress of long work, on standard error.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace tessera::cli {

enum class ProgressMode {
    Auto,   ///< a bar on a terminal, lines elsewhere, both only once the work has taken two seconds
    Always, ///< the same from the beginning
    Never,  ///< nothing
    Json    ///< one JSON object per line: {"schema":"tessera.progress/1","what","done","total","seconds","rate","left"}
};

/// "auto", "always", "never", "json", as --progress takes it. Precondition: one of them.
[[nodiscard]] ProgressMode progress_mode(std::string_view text);

/// Says how far the work has come, at most ten times a second on a terminal and once every five elsewhere, and at the end.
class Progress {
  public:
    /// Where it is shown; tests bring their own.
    struct Display {
        bool is_tty = false;
        int width = 80;
        std::function<double()> seconds;             ///< a steady clock
        std::function<void(std::string_view)> write; ///< must not throw
    };
    [[nodiscard]] static Display standard_error();

    /// What is counted. Where it is bytes, the rate and the time left are shown, too.
    enum class Unit { Pieces, Bytes };

    /// `total`: units of work; `what`: "redistributing A". With `quiet`, Auto shows nothing.
    Progress(std::string what, Index total, ProgressMode mode, bool quiet = false, Display display = standard_error(),
             Unit unit = Unit::Pieces);
    Progress(Progress const&) = delete;
    Progress& operator=(Progress const&) = delete;
    ~Progress(); ///< takes an unfinished bar off the screen

    void advance(Index units);
    /// `done` of `total` units: for work that counts anew in each of its stages.
    void set(Index done, Index total);
    void finish(); ///< the work is done: shows 100 % where anything was shown

  private:
    void show_in_time();
    void show();
    [[nodiscard]] std::string bar() const;
    [[nodiscard]] int percent() const;
    [[nodiscard]] double rate() const; ///< units per second; 0 where nothing is known yet
    [[nodiscard]] double left() const; ///< seconds
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
