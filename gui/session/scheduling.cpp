// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's choices for scheduling, and the resulting schedule.
#include "gui/session/scheduling.hpp"

#include "libcore/base/try.hpp"
#include "libcore/network/choice.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>

namespace tessera::gui {
namespace {

/// Paths of networks, placements and machines are relative to the folder in which the program was started.
DirectoryReader const& filesHere() {
    static DirectoryReader const files(".");
    return files;
}

/// Replaces command line options by names of fields in error messages.
template <class T>
Result<T> inWordsOfTheWindow(Result<T> made) {
    if (made) return made;
    Error error = made.error();
    for (auto const& [option, field] :
         {std::pair("--topology: ", "Network: "), std::pair("--placement: ", "Placement: "), std::pair("--machine: ", "Machine: ")})
        if (error.message.starts_with(option)) error.message.replace(0, std::string_view(option).size(), field);
    return tl::unexpected(std::move(error));
}

Result<SchedulePointer> sharedSchedule(Result<SitedSchedule> sited) {
    return std::make_shared<SitedSchedule const>(TRY(std::move(sited)));
}

/// Returns the best algorithm with this kind of estimate.
std::optional<std::string> bestOf(Choice const& estimate, AlgorithmInfo::Estimate kind) {
    for (Candidate const& each : estimate.candidates) {
        AlgorithmInfo const* const info = find_algorithm(each.algorithm);
        if (info && each.refusal.empty() && info->estimate == kind) return each.algorithm;
    }
    return std::nullopt;
}

/// Returns the algorithm whose schedule appears first. It is the best of those with a formula for each message's step, because
/// these need no time to build. If there is none, it is the best of all. If few pairs of ranks communicate, formulas are avoided:
/// most of their many steps are nearly empty, and counting and drawing them takes longer than building a short schedule.
std::string quickestOf(Choice const& estimate, MessageSet const& messages) {
    Index const pairs = Index{messages.size()} * messages.size();
    bool const fewTalk = messages.messages() < pairs / 4;
    if (auto const fewSteps = bestOf(estimate, AlgorithmInfo::Estimate::Ranked); fewTalk && fewSteps) return *fewSteps;
    return bestOf(estimate, AlgorithmInfo::Estimate::Direct).value_or(estimate.algorithm);
}

/// Makes a schedule from estimates at once, so that there is something to show.
Result<SitedSchedule> estimated(Site site, MessageSet messages, Watch const& watch) {
    auto const estimate = TRY(choose_algorithm(messages, site, watch.silent(), ChoiceEffort::Estimated));
    std::string const quickest = quickestOf(estimate, messages);
    auto begun = schedule_on(std::move(site), std::move(messages), quickest, watch);
    if (!begun) return begun;
    begun->reason = quickest == estimate.algorithm
                        ? estimate.reason + "; this is an estimate until the best algorithms are compared"
                        : fmt::format("{} is shown until the best algorithms are compared; {} is estimated to be one of them",
                                      quickest, estimate.algorithm);
    return begun;
}

/// The inputs of a schedule.
struct Task {
    MessageSet messages;
    Site site;
};

/// `count`: the number of messages. Counting those of 10^6 ranks takes a tenth of a second.
Result<Task> taskOf(MultiPlan const& plan, Index count, ScheduleChoice const& choice) {
    if (count > mostScheduledMessages)
        return fail(fmt::format("{} messages are too many for this window, which schedules at most {}; use distplan schedule",
                                count, mostScheduledMessages));
    auto messages = TRY(MessageSet::of(plan));
    auto site = TRY(siteOf(choice, messages.size()));
    return Task{std::move(messages), std::move(site)};
}

} // namespace

bool sendsMessages(SchedulePointer const& sited) {
    return sited && sited->schedule->messages().messages() > 0;
}

bool comparesMethods(RedistTotals const& totals) {
    return totals.messages <= mostScheduledMessages;
}

Result<SchedulePointer> scheduleOf(MultiPlan const& plan, ScheduleChoice const& choice, Watch const& watch) {
    auto task = TRY(taskOf(plan, plan.totals().messages, choice));
    return sharedSchedule(schedule_on(std::move(task.site), std::move(task.messages), choice.algorithm, watch));
}

Result<FirstSchedule> firstScheduleOf(Derived const& derived, ScheduleChoice const& choice, Watch const& watch) {
    Index const count = derived.totals.messages;
    bool const isEstimate = choice.algorithm == "auto" && count > mostChosenAtOnce;
    auto task = TRY(taskOf(*derived.plan, count, choice));
    auto sited = isEstimate ? estimated(std::move(task.site), std::move(task.messages), watch)
                            : schedule_on(std::move(task.site), std::move(task.messages), choice.algorithm, watch);
    auto shared = TRY(sharedSchedule(std::move(sited)));
    return FirstSchedule{std::move(shared), isEstimate};
}

Result<SchedulePointer> bestInsteadOf(SchedulePointer const& first, Watch const& watch) {
    MessageSet const& messages = first->schedule->messages();
    auto choice = TRY(choose_algorithm(messages, first->site, watch.silent()));
    bool const isFirst = choice.algorithm == first->schedule->algorithm();
    auto best = isFirst ? Result<SitedSchedule>(*first) : schedule_on(first->site, messages, choice.algorithm, watch);
    if (best) best->reason = std::move(choice.reason);
    return sharedSchedule(std::move(best));
}

Result<Site> siteOf(ScheduleChoice const& choice, int ranks) {
    return inWordsOfTheWindow(site_of(choice.site, ranks, MachineFolders::usual(), filesHere()));
}

Result<std::shared_ptr<Machine const>> chosenMachine(ScheduleChoice const& choice) {
    return machine_of(choice.site, MachineFolders::usual(), filesHere());
}

} // namespace tessera::gui
