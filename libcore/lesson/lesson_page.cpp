// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a lesson as a page, for any browser and without network access.
#include "libcore/lesson/lesson_page.hpp"

#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/lesson/detail/pages.hpp"
#include "libcore/lesson/lesson_play.hpp"
#include "libcore/lesson/lesson_work.hpp"
#include "libcore/report/pages/html_page.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

namespace tessera {
namespace {

using PageJson = nlohmann::basic_json<OrderedMembers>;

/// Stores each picture once. Different steps, and different values of the slide, often share pictures.
class PageAlbum {
  public:
    std::size_t place_of(std::string picture) {
        auto const [found, is_new] = places_.try_emplace(picture, pictures_.size());
        if (is_new) pictures_.push_back(std::move(picture));
        return found->second;
    }
    [[nodiscard]] std::vector<std::string> const& pictures() const { return pictures_; }

  private:
    std::map<std::string, std::size_t> places_;
    std::vector<std::string> pictures_;
};

char const* kind_name(LessonQuestion::Kind kind) {
    if (kind == LessonQuestion::Kind::Number) return "number";
    return kind == LessonQuestion::Kind::Choice ? "choice" : "slide";
}

Result<PageJson> page_question(Lesson const& lesson, std::size_t step) {
    LessonQuestion const& question = *lesson.steps[step].question;
    PageJson json{{"kind", kind_name(question.kind)},
                  {"text", question.text},
                  {"choices", question.choices},
                  {"because", question.because},
                  {"hint", question.hint}};
    json["mistakes"] = PageJson::array();
    for (LessonMistake const& each : question.mistakes) json["mistakes"].push_back({{"answer", each.answer}, {"why", each.why}});
    for (std::size_t value = 0; value < lesson.slide.values.size(); ++value)
        json["answers"].push_back(TRY(right_answer(lesson, step, value)));
    return json;
}

Result<PageJson> page_step(Lesson const& lesson, std::size_t step, PageAlbum& album) {
    LessonStep const& told = lesson.steps[step];
    PageJson json{{"text", told.text}, {"at", nullptr}, {"predict", told.predict}, {"question", nullptr}};
    if (told.at) json["at"] = *told.at;
    for (std::size_t value = 0; value < lesson.slide.values.size(); ++value) {
        auto const work = TRY(LessonWork::make(lesson, step, value));
        auto const scene = TRY(lesson_picture(work, told.show));
        json["pictures"].push_back(album.place_of(to_inline_svg(scene)));
    }
    if (!told.question) return json;
    json["question"] = TRY(page_question(lesson, step));
    return json;
}

} // namespace

Result<std::string> lesson_page(Lesson const& lesson, Watch const& watch) {
    PageJson json{{"schema", "tessera.lesson-page/1"}, {"number", lesson.number}, {"title", lesson.title}, {"about", lesson.about}};
    json["slide"] = {{"label", lesson.slide.label}, {"values", lesson.slide.values}, {"begin", lesson.slide.begin}};
    for (std::size_t value = 0; value < lesson.slide.values.size(); ++value)
        json["jobs"].push_back(with_value(lesson.job, lesson.slide, value));
    PageAlbum album;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        if (watch.stopped()) return stopped_error();
        json["steps"].push_back(TRY(page_step(lesson, step, album)));
    }
    json["pictures"] = album.pictures();
    return html_page(
        {detail::pages_lesson_css, lesson.title, detail::pages_lesson_html, "lesson", json.dump(), detail::pages_lesson_js});
}

} // namespace tessera
