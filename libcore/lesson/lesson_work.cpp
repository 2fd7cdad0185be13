// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job of a lesson at one value of the slide, and the data of one step.
#include "libcore/lesson/lesson_work.hpp"

#include "libcore/base/try.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/region_request.hpp"
#include "libcore/pipeline/site_request.hpp"
#include "libcore/region/region_profile.hpp"
#include "libcore/scene/insight.hpp"
#include "libcore/scene/messages/halo_scene.hpp"
#include "libcore/scene/ownership/region_scene.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/program/profile_scene.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr double lesson_file_width = 520; // width of a line in pixels; the picture of a lesson has half a small screen

/// A lesson is a single file, possibly from a stranger. So the only other files it may read are installed machine profiles.
class InstalledProfiles final : public FileReader {
  public:
    [[nodiscard]] Result<std::string> read(std::string const& path) const override {
        auto const profiles = MachineFolders::usual().profiles();
        if (std::ranges::find(profiles, path, &NamedProfile::path) != profiles.end()) return DirectoryReader("").read(path);
        return fail(fmt::format("a lesson is one file: '{}' is not read", path));
    }
};

InstalledProfiles const& no_other_files() {
    static InstalledProfiles const files;
    return files;
}

LessonSetting with_words(LessonSetting setting, LessonSlider const& slide, std::size_t value) {
    for (std::string* text : {&setting.algorithm, &setting.topology, &setting.placement, &setting.machine, &setting.access,
                              &setting.stencil, &setting.method, &setting.values, &setting.varied})
        *text = with_value(*text, slide, value);
    return setting;
}

Result<Scene> lesson_schedule(LessonWork const& work, bool on_network) {
    auto const sited = TRY(work.schedule());
    int const steps = sited.schedule->steps();
    if (steps == 0) return fail("no message has to be sent");
    auto const step = work.setting.step ? std::optional(*work.setting.step - 1) : std::nullopt;
    if (step && (*step < 0 || *step >= steps)) return fail(fmt::format("there is no step {} of {}", *step + 1, steps));
    if (on_network) return network_picture(*sited.schedule, sited.site, step);
    auto const cost = TRY(cost_of(*sited.schedule, sited.site));
    return schedule_picture(*sited.schedule, cost, sited.site, step);
}

Result<Scene> lesson_cost(LessonWork const& work) {
    auto const messages = TRY(MessageSet::of(*work.transition.plan));
    auto const site = TRY(work.site(messages.size()));
    return cost_picture(messages, site);
}

/// Draws an insight. Those about one mapping use the state before.
Result<Scene> lesson_insight(LessonWork const& work, Insight kind) {
    auto const site = [&work](int ranks) { return work.site(ranks); };
    if (!is_of_state(kind)) return change_insight(kind, *work.transition.plan, work.setting.method, site);
    Mapping const& mapping = work.mapping(false);
    std::optional<Extents> element;
    if (!work.setting.element.empty()) element = TRY(zero_based(work.setting.element, mapping));
    return state_insight(kind, mapping, work.setting.rank, element);
}

/// Draws the region's elements. If one of its parameters varies, draws the share of each rank instead.
Result<Scene> lesson_region(LessonWork const& work, bool runs) {
    auto const chosen = TRY(chosen_region(work.job, {}));
    auto values = TRY(parse_region_values(work.setting.values));
    if (runs) {
        auto const profile =
            TRY(region_profile(chosen.region, chosen.mapping, work.setting.varied, std::move(values), most_profile_values));
        return profile_scene(chosen.region, profile, chosen.mapping);
    }
    auto const bound = TRY(chosen.region.bound(values));
    return region_picture(chosen.region, bound, chosen.mapping);
}

} // namespace

Result<Extents> zero_based(Extents const& element, Mapping const& mapping) {
    ArraySpec const& array = mapping.array();
    if (std::ssize(element) != mapping.dims())
        return fail(fmt::format("\"element\" needs an index for each of {} dimensions", mapping.dims()));
    Extents place;
    for (int d = 0; d < mapping.dims(); ++d) {
        place.push_back(element[as_size(d)] - array.lower[as_size(d)]);
        if (place.back() < 0 || place.back() >= array.extents[as_size(d)])
            return fail(fmt::format("the array has no index {} in dimension {}", element[as_size(d)], d + 1));
    }
    return place;
}

Result<LessonWork> LessonWork::make(Lesson const& lesson, std::size_t step, std::size_t value) {
    assert(step < lesson.steps.size() && value < lesson.slide.values.size());
    auto job = TRY(
        parse_job(with_value(lesson.job, lesson.slide, value), lesson.name, {.ranks = std::nullopt, .files = &no_other_files()}));
    auto const transitions = TRY(transitions_of(job));
    LessonSetting setting = with_words(lesson.steps[step].setting, lesson.slide, value);
    auto const transition = TRY(find_transition(transitions, setting.transition));
    return LessonWork{std::move(job), *transition, std::move(setting)};
}

Result<Site> LessonWork::site(int ranks) const {
    return site_of({setting.topology, setting.placement, setting.machine}, ranks, MachineFolders::usual(), no_other_files());
}

Result<SitedSchedule> LessonWork::schedule() const {
    auto messages = TRY(MessageSet::of(*transition.plan));
    auto place = TRY(site(messages.size()));
    return schedule_on(std::move(place), std::move(messages), setting.algorithm);
}

Result<HaloPlan> LessonWork::halo() const {
    return halo_of({.stencil = setting.stencil}, mapping(false), no_other_files());
}

Result<LessonWork::FileWork> LessonWork::file() const {
    auto statement = TRY(default_io_statement(job));
    if (!setting.access.empty()) {
        statement.access = access_named(setting.access);
        if (!statement.access)
            return fail(fmt::format("there is no access '{}'; the methods are direct, sieve and two-phase", setting.access));
    }
    auto task = TRY(io_task(job, statement));
    auto choice = TRY(compare_access(task, nullptr));
    return FileWork{std::move(task), std::move(choice)};
}

Result<Scene> lesson_picture(LessonWork const& work, std::string_view show) {
    if (show == "owners") return ownership_picture(work.plan(), work.setting.rank);
    if (show == "messages") return messages_picture(*work.transition.plan);
    if (show == "cost") return lesson_cost(work);
    if (show == "halo") {
        auto const plan = TRY(work.halo());
        return halo_picture(plan, work.setting.rank);
    }
    if (show == "file") {
        auto const file = TRY(work.file());
        return file_picture(file.task, file.method(), {.width = lesson_file_width});
    }
    if (auto const insight = insight_named(show)) return lesson_insight(work, *insight);
    if (show == "touched" || show == "work") return lesson_region(work, show == "work");
    return lesson_schedule(work, show == "network");
}

} // namespace tessera
