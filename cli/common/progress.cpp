// SPDX-License-Identifier: BSD-3-Clause
// Tessera: progress of long work, on standard error.
#include "cli/common/progress.hpp"

#include "cli/common/terminal.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace tessera::cli {
namespace {

constexpr double timeout = 2.0; // seconds of silence in mode Auto
constexpr double bar_interval = 0.1;
constexpr double line_interval = 5.0;

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

ProgressMode progress_mode(std::string_view text) {
    if (text == "always") return ProgressMode::Always;
    if (text == "never") return ProgressMode::Never;
    return text == "json" ? ProgressMode::Json : ProgressMode::Auto;
}

Progress::Display Progress::standard_error() {
    Terminal const terminal = terminal_of(STDERR_FILENO);
    return {terminal.is_tty, terminal.width, steady_seconds,
            [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }};
}

Progress::Progress(std::string what, Index total, ProgressMode mode, bool quiet, Display display, Unit unit)
    : what_(std::move(what)), total_(std::max<Index>(total, 0)),
      mode_(quiet && mode == ProgressMode::Auto ? ProgressMode::Never : mode), display_(std::move(display)), unit_(unit) {
    started_ = display_.seconds();
    next_ = started_ + (mode_ == ProgressMode::Auto ? timeout : 0);
}

Progress::~Progress() {
    if (bar_on_screen_ && !finished_) display_.write("\r\x1b[K");
}

void Progress::advance(Index units) {
    done_ = std::min(done_ + units, total_);
    show_in_time();
}

void Progress::set(Index done, Index total) {
    total_ = std::max<Index>(total, 0);
    done_ = std::clamp<Index>(done, 0, total_);
    show_in_time();
}

void Progress::show_in_time() {
    bool const complete = done_ == total_; // finish() shows completion, once
    if (mode_ == ProgressMode::Never || complete || display_.seconds() < next_) return;
    show();
    bool const often = display_.is_tty && mode_ != ProgressMode::Json;
    next_ = display_.seconds() + (often ? bar_interval : line_interval);
}

void Progress::finish() {
    done_ = total_;
    bool const owed = shown_ || mode_ != ProgressMode::Auto || display_.seconds() >= next_;
    if (finished_ || mode_ == ProgressMode::Never || !owed) return;
    show();
    if (bar_on_screen_) display_.write("\n");
    finished_ = true;
}

int Progress::percent() const {
    if (total_ == 0) return 100;
    return static_cast<int>(100.0 * static_cast<double>(done_) / static_cast<double>(total_));
}

double Progress::rate() const {
    double const seconds = display_.seconds() - started_;
    return seconds > 0 ? static_cast<double>(done_) / seconds : 0;
}

double Progress::left() const {
    return rate() > 0 ? static_cast<double>(total_ - done_) / rate() : 0;
}

/// Returns a text such as ", 1.2 GiB/s, 12 s left".
std::string Progress::speed() const {
    if (unit_ != Unit::Bytes || rate() <= 0) return "";
    std::string const text = fmt::format(", {}/s", scaled_bytes(static_cast<Index>(rate())));
    return done_ == total_ ? text : fmt::format("{}, {:.0f} s left", text, left());
}

std::string Progress::bar() const {
    std::string const left = visible_name(what_) + " [";
    std::string const right = fmt::format("] {:3} %{}", percent(), speed());
    int const room = std::max(display_.width - 1 - static_cast<int>(left.size() + right.size()), 5);
    auto const full = as_size(room * percent() / 100);
    return left + std::string(full, '#') + std::string(as_size(room) - full, '.') + right;
}

void Progress::show() {
    shown_ = true;
    if (mode_ == ProgressMode::Json) {
        nlohmann::basic_json<OrderedMembers> const line{
            {"schema", "tessera.progress/1"},           {"what", what_},  {"done", done_}, {"total", total_},
            {"seconds", display_.seconds() - started_}, {"rate", rate()}, {"left", left()}};
        display_.write(line.dump() + "\n");
    } else if (display_.is_tty) {
        bar_on_screen_ = true;
        display_.write("\r" + bar());
    } else {
        display_.write(fmt::format("{}: {} %{}\n", visible_name(what_), percent(), speed()));
    }
}

} // namespace tessera::cli
