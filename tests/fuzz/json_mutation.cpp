// SPDX-License-Identifier: BSD-3-Clause
// Tessera: valid JSON with one thing wrong in it, for all that reads JSON.
#include "tests/fuzz/json_mutation.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace tessera::fuzz {

namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;

/// The last is longer than any number of ours; the reader of JSON makes a fraction of it.
constexpr std::array replacements{"5",
                                  "0",
                                  "-1",
                                  "1e300",
                                  "0.5",
                                  "9223372036854775807",
                                  "18446744073709551615",
                                  "123456789012345678901234567890",
                                  "\"x\"",
                                  "\"\"",
                                  "null",
                                  "[]",
                                  "[[]]",
                                  "[5]",
                                  "[\"x\"]",
                                  "{}",
                                  "{\"x\": 5}",
                                  "true"};

// What is read now, for the handler of signals.
std::string current; // NOLINT(cert-err58-cpp)

void tell_current(int signal) {
    if (write(STDERR_FILENO, current.data(), current.size()) < 0) std::_Exit(3);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void add_places(Json const& json, Pointer const& at, std::vector<Pointer>& places) {
    places.push_back(at);
    if (json.is_object())
        for (auto const& [name, value] : json.items()) add_places(value, at / name, places);
    if (json.is_array())
        for (std::size_t i = 0; i < json.size(); ++i) add_places(json[i], at / i, places);
}

/// One of the names on the way; of "steps" also "step 3".
bool names_one(std::string const& message, Pointer at) {
    for (; !at.empty(); at.pop_back()) {
        std::string name = at.back();
        if (name.ends_with('s')) name.pop_back();
        if (message.find(name) != std::string::npos) return true;
    }
    return false;
}

bool same_type(Json const& one, Json const& other) {
    return one.is_number() ? other.is_number() : one.type() == other.type();
}

class Run {
  public:
    explicit Run(JsonCase const& checked) : checked_(checked) {}

    void check_refusal(std::string const& message, Pointer const* at) {
        if (message.empty() || message.find('\n') != std::string::npos) complain("an error that is no line: " + message);
        if (at != nullptr && !at->empty() && checked_.names_member && !names_one(message, *at))
            complain("an error that names no member: " + message);
    }

    void check(std::string const& text, std::string const& what, Pointer const* at) {
        current = checked_.name + ", " + what + "\n";
        try {
            auto const read = checked_.read(text);
            if (!read) check_refusal(read.error().message, at);
        } catch (std::runtime_error const& refused) { // what walks a whole store throws them
            check_refusal(refused.what(), at);
        } catch (std::exception const& thrown) {
            complain(std::string("threw ") + thrown.what());
        }
    }
    [[nodiscard]] int failures() const { return failures_; }

  private:
    void complain(std::string const& why) {
        ++failures_;
        std::fprintf(stderr, "%s    %s\n", current.c_str(), why.c_str());
    }

    JsonCase const& checked_;
    int failures_ = 0;
};

} // namespace

int failures_of(JsonCase const& checked) {
    std::signal(SIGABRT, tell_current);
    std::signal(SIGSEGV, tell_current);
    auto const valid = Json::parse(checked.valid);
    Run run(checked);
    if (auto const read = checked.read(checked.valid); !read) {
        std::fprintf(stderr, "%s: refused as it is: %s\n", checked.name.c_str(), read.error().message.c_str());
        return 1;
    }
    std::vector<Pointer> places;
    add_places(valid, Pointer(), places);
    for (Pointer const& at : places) {
        for (char const* const other : replacements) {
            Json wrong = valid;
            wrong[at] = Json::parse(other);
            // Other values of the same type may contradict something elsewhere, which the error names then.
            run.check(wrong.dump(), at.to_string() + " = " + other, same_type(wrong[at], valid[at]) ? nullptr : &at);
        }
        if (at.empty()) continue;
        Json wrong = valid;
        Json& parent = wrong[at.parent_pointer()];
        bool const named = parent.is_object();
        if (named)
            parent.erase(at.back());
        else
            parent.erase(std::stoul(at.back()));
        run.check(wrong.dump(), "without " + at.to_string(), named ? &at : nullptr);
    }
    std::string const whole = valid.dump();
    std::size_t const step = std::max<std::size_t>(whole.size() / 60, 1);
    for (std::size_t length = 0; length < whole.size(); length += step)
        run.check(whole.substr(0, length), "its first " + std::to_string(length) + " bytes", nullptr);
    return run.failures();
}

std::string text_of_file(std::string const& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    if (text.str().empty()) throw std::runtime_error(path + " cannot be read");
    return text.str();
}

} // namespace tessera::fuzz
