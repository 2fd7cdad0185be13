// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the messages of a job travel.
#include "gui/session/scheduling.hpp"

#include "libcore/network/choice.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>

namespace tessera::gui {
namespace {

/// Files of networks, placements and machines are named from where the program was started.
DirectoryReader const& filesHere() {
    static DirectoryReader const files(".");
    return files;
}

/// The window has fields where the command line has options.
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
    if (!sited) return forward_error(sited);
    return std::make_shared<SitedSchedule const>(*std::move(sited));
}

/// The best of those that are estimated so.
std::optional<std::string> bestOf(Choice const& estimate, AlgorithmInfo::Estimate kind) {
    for (Candidate const& each : estimate.candidates) {
        AlgorithmInfo const* const info = find_algorithm(each.algorithm);
        if (info && each.refusal.empty() && info->estimate == kind) return each.algorithm;
    }
    return std::nullopt;
}

/// The one that is soonest seen: the best of those that give every message its step by a formula, which takes no time; if there is
/// none, the best. Where few ranks talk, a formula leaves most of its many steps nearly empty, and to count and draw those takes
/// longer than to make a schedule of few steps.
std::string quickestOf(Choice const& estimate, MessageSet const& messages) {
    Index const pairs = Index{messages.size()} * messages.size();
    bool const fewTalk = messages.messages() < pairs / 4;
    if (auto const fewSteps = bestOf(estimate, AlgorithmInfo::Estimate::Ranked); fewTalk && fewSteps) return *fewSteps;
    return bestOf(estimate, AlgorithmInfo::Estimate::Direct).value_or(estimate.algorithm);
}

/// An algorithm that is made at once, so that there is something to look at, and then the best.
Result<SchedulePointer> scheduleInTwo(Site const& site, MessageSet const& messages, Watch const& watch,
                                      std::function<void(SchedulePointer)> const& first) {
    auto const estimate = choose_algorithm(messages, site, watch.silent(), ChoiceEffort::Estimated);
    if (!estimate) return forward_error(estimate);
    std::string const quickest = quickestOf(*estimate, messages);
    auto begun = schedule_on(site, messages, quickest, watch);
    if (!begun) return forward_error(begun);
    begun->reason = quickest == estimate->algorithm
                        ? estimate->reason + "; this is an estimate, the best are still being compared"
                        : fmt::format("{} is shown until the best are compared; by an estimate {} is one of them", quickest,
                                      estimate->algorithm);
    first(std::make_shared<SitedSchedule const>(*begun));
    auto choice = choose_algorithm(messages, site, watch.silent());
    if (!choice) return forward_error(choice);
    if (choice->algorithm != quickest) begun = schedule_on(site, messages, choice->algorithm, watch);
    if (!begun) return forward_error(begun);
    begun->reason = std::move(choice->reason);
    return sharedSchedule(std::move(begun));
}

} // namespace

bool sendsMessages(SchedulePointer const& sited) {
    return sited && sited->schedule->messages().messages() > 0;
}

bool comparesMethods(RedistTotals const& totals) {
    return totals.messages <= mostScheduledMessages;
}

Result<SchedulePointer> scheduleOf(MultiPlan const& plan, ScheduleChoice const& choice, Watch const& watch,
                                   std::function<void(SchedulePointer)> const& first) {
    Index const count = plan.totals().messages;
    if (count > mostScheduledMessages)
        return fail(fmt::format("{} messages are more than this window schedules ({}); distplan schedule has no such limit", count,
                                mostScheduledMessages));
    auto messages = MessageSet::of(plan);
    if (!messages) return forward_error(messages);
    auto site = siteOf(choice, messages->size());
    if (!site) return forward_error(site);
    if (first && choice.algorithm == "auto" && count > mostChosenAtOnce) return scheduleInTwo(*site, *messages, watch, first);
    return sharedSchedule(schedule_on(*std::move(site), *std::move(messages), choice.algorithm, watch));
}

Result<Site> siteOf(ScheduleChoice const& choice, int ranks) {
    return inWordsOfTheWindow(site_of(choice.site, ranks, MachineFolders::usual(), filesHere()));
}

Result<std::shared_ptr<Machine const>> chosenMachine(ScheduleChoice const& choice) {
    return machine_of(choice.site, MachineFolders::usual(), filesHere());
}

} // namespace tessera::gui
