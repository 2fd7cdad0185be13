// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reader of lesson files.
#include "libcore/lesson/lesson.hpp"

#include "libcore/base/shallow_json.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/lesson/fact.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "libcore/schedule/explanation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace tessera {
namespace {

using nlohmann::json;

/// The first error of a file; empty: none yet.
class JsonTrouble {
  public:
    /// Keeps only the first error, because later ones are often its consequences.
    void add(std::string const& where, std::string const& why) {
        if (first_.empty()) first_ = where + " " + why;
    }
    [[nodiscard]] std::string const& first() const { return first_; }

  private:
    std::string first_;
};

/// An object of a file. A missing member, or one of another type, is an error and gives an empty value.
class JsonMembers {
  public:
    /// `where`: name of the object in messages.
    JsonMembers(json const& object, std::string where, JsonTrouble& trouble);

    [[nodiscard]] std::string const& where() const { return where_; }
    [[nodiscard]] JsonTrouble& trouble() const { return trouble_; }
    void refuse(std::string const& why) const { trouble_.add(where_, why); }

    [[nodiscard]] bool has(char const* name) { return find(name) != nullptr; }
    [[nodiscard]] json const* find(char const* name); ///< null if there is none
    [[nodiscard]] std::string text(char const* name);
    [[nodiscard]] std::string text_or(char const* name, std::string otherwise);
    [[nodiscard]] Index number(char const* name);
    [[nodiscard]] Index number_or(char const* name, Index otherwise);
    [[nodiscard]] bool flag(char const* name); ///< false if there is none
    [[nodiscard]] std::vector<json> list(char const* name);
    [[nodiscard]] std::vector<std::string> texts(char const* name);   ///< a list of texts and integers
    [[nodiscard]] std::vector<Index> numbers(json const& list) const; ///< a list of integers
    /// Reads an index that is 1-based in the file and returns it 0-based.
    [[nodiscard]] std::size_t place(char const* name, std::size_t count);
    [[nodiscard]] std::string one_of(char const* name, std::vector<std::string> const& known);

    /// Reports members that were not read, because they are misspelt. Call this after all known members were read.
    void end() const;

  private:
    json const& object_;
    std::string where_;
    JsonTrouble& trouble_;
    std::vector<std::string> asked_;
};

JsonMembers::JsonMembers(json const& object, std::string where, JsonTrouble& trouble)
    : object_(object), where_(std::move(where)), trouble_(trouble) {
    if (!object.is_object()) refuse("is not an object in braces");
}

json const* JsonMembers::find(char const* name) {
    asked_.emplace_back(name);
    if (!object_.is_object()) return nullptr;
    auto const found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
}

std::string JsonMembers::text(char const* name) {
    json const* const member = find(name);
    if (member != nullptr && member->is_string()) return member->get<std::string>();
    refuse(fmt::format("needs \"{}\", a text", name));
    return {};
}

std::string JsonMembers::text_or(char const* name, std::string otherwise) {
    return has(name) ? text(name) : std::move(otherwise);
}

Index JsonMembers::number(char const* name) {
    json const* const member = find(name);
    if (member != nullptr && member->is_number_integer()) return member->get<Index>();
    refuse(fmt::format("needs \"{}\", a whole number", name));
    return 0;
}

Index JsonMembers::number_or(char const* name, Index otherwise) {
    return has(name) ? number(name) : otherwise;
}

bool JsonMembers::flag(char const* name) {
    json const* const member = find(name);
    if (member != nullptr && !member->is_boolean()) refuse(fmt::format("has a \"{}\" that is neither true nor false", name));
    return member != nullptr && member->is_boolean() && member->get<bool>();
}

std::vector<json> JsonMembers::list(char const* name) {
    json const* const member = find(name);
    if (member != nullptr && member->is_array() && !member->empty()) return *member;
    refuse(fmt::format("needs \"{}\", a list", name));
    return {};
}

std::vector<std::string> JsonMembers::texts(char const* name) {
    std::vector<std::string> texts;
    for (json const& each : list(name)) {
        if (!each.is_string() && !each.is_number_integer())
            refuse(fmt::format("has something in \"{}\" that is neither a text nor a whole number", name));
        texts.push_back(each.is_string() ? each.get<std::string>() : each.dump());
    }
    return texts;
}

std::vector<Index> JsonMembers::numbers(json const& list) const {
    std::vector<Index> numbers;
    if (!list.is_array()) refuse("has something that is not a list of whole numbers");
    for (json const& each : list) {
        if (!each.is_number_integer()) refuse("has something in a list of whole numbers that is not a whole number");
        numbers.push_back(each.is_number_integer() ? each.get<Index>() : 0);
    }
    return numbers;
}

std::size_t JsonMembers::place(char const* name, std::size_t count) {
    Index const place = number(name);
    if (place >= 1 && place <= static_cast<Index>(count)) return as_size(place - 1);
    refuse(fmt::format("has \"{}\": {}, but there are {}, counted from 1", name, place, count));
    return 0;
}

std::string JsonMembers::one_of(char const* name, std::vector<std::string> const& known) {
    std::string const word = text(name);
    if (std::ranges::find(known, word) == known.end())
        refuse(fmt::format("has \"{}\": \"{}\", which is not known; known are {}{}", name, word, fmt::join(known, ", "),
                           suggestion(word, known)));
    return word;
}

void JsonMembers::end() const {
    if (!object_.is_object()) return;
    for (auto const& [name, value] : object_.items())
        if (std::ranges::find(asked_, name) == asked_.end())
            refuse(fmt::format("has a \"{}\", which is not known there{}", name, suggestion(name, asked_)));
}

LessonSlider slide_of(json const& object, JsonTrouble& trouble) {
    JsonMembers members(object, "\"slide\"", trouble);
    LessonSlider slide{members.text("word"), members.text("label"), members.texts("values"), 0};
    if (slide.values.size() < 2) members.refuse("needs two values or more");
    if (members.has("begin")) slide.begin = members.place("begin", slide.values.size());
    members.end();
    return slide;
}

LessonSetting setting_of(JsonMembers& step) {
    LessonSetting setting;
    json const* const object = step.find("with");
    if (object == nullptr) return setting;
    JsonMembers members(*object, "\"with\" of " + step.where(), step.trouble());
    setting.algorithm = members.text_or("algorithm", setting.algorithm);
    setting.topology = members.text_or("topology", "");
    setting.placement = members.text_or("placement", setting.placement);
    setting.machine = members.text_or("machine", "");
    setting.access = members.text_or("access", "");
    setting.stencil = members.text_or("stencil", "");
    setting.method = members.text_or("method", setting.method);
    setting.values = members.text_or("set", "");
    setting.varied = members.text_or("vary", "");
    if (json const* const element = members.find("element")) setting.element = members.numbers(*element);
    setting.transition = members.number_or("transition", 1);
    if (members.has("step")) setting.step = static_cast<int>(members.number("step"));
    if (members.has("rank")) setting.rank = static_cast<Rank>(members.number("rank"));
    members.end();
    return setting;
}

LessonFact fact_of(JsonMembers& question) {
    std::vector<std::string> names;
    for (FactKind const& kind : fact_kinds()) names.emplace_back(kind.name);
    LessonFact fact{.kind = question.one_of("fact", names)};
    if (json const* const element = question.find("element")) fact.element = question.numbers(*element);
    if (question.has("section"))
        for (json const& range : question.list("section")) {
            auto const ends = question.numbers(range);
            if (ends.size() == 2) fact.section.emplace_back(ends[0], ends[1]);
            if (ends.size() != 2) question.refuse("has a \"section\" that is not a list of [first, last]");
        }
    fact.rank = static_cast<Rank>(question.number_or("rank", 0));
    fact.other = static_cast<Rank>(question.number_or("other", 0));
    fact.dim = static_cast<int>(question.number_or("dim", 1));
    fact.after = question.flag("after");
    return fact;
}

/// `places`: number of choices; 0 if a number is typed.
std::vector<LessonMistake> mistakes_of(JsonMembers& question, std::size_t places) {
    std::vector<LessonMistake> mistakes;
    if (!question.has("mistakes")) return mistakes;
    for (json const& each : question.list("mistakes")) {
        JsonMembers members(each, "\"mistakes\" in " + question.where(), question.trouble());
        Index const answer = places > 0 ? static_cast<Index>(members.place("answer", places)) : members.number("answer");
        mistakes.push_back({answer, members.text("why")});
        members.end();
    }
    return mistakes;
}

LessonQuestion question_of(json const& object, JsonMembers const& step, LessonSlider const& slide) {
    JsonMembers members(object, "\"ask\" of " + step.where(), step.trouble());
    LessonQuestion question;
    question.text = members.text("question");
    if (members.has("choices")) {
        question.kind = LessonQuestion::Kind::Choice;
        question.choices = members.texts("choices");
        if (question.choices.size() < 2) members.refuse("needs two choices or more");
        question.right = members.place("right", question.choices.size());
    } else {
        question.fact = fact_of(members);
        if (members.has("slide_to")) question.kind = LessonQuestion::Kind::Slide;
        question.wanted = members.number_or("slide_to", 0);
    }
    question.because = members.text("because");
    question.hint = members.text("hint");
    using Kind = LessonQuestion::Kind;
    question.mistakes = mistakes_of(members, question.kind == Kind::Choice  ? question.choices.size()
                                             : question.kind == Kind::Slide ? slide.values.size()
                                                                            : 0);
    members.end();
    return question;
}

/// Replaces every {about cyclic} by Tessera's sentence about that format or algorithm.
std::string with_explanations(std::string text, JsonMembers& step) {
    std::string const opening = "{about ";
    for (auto at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
        std::string const name = text.substr(at + opening.size(), text.find('}', at) - at - opening.size());
        std::string_view sentence = explanation_of(name);
        for (FormatInfo const& info : dist_formats())
            if (name == info.name) sentence = info.explanation;
        if (sentence.empty()) {
            step.refuse(fmt::format("asks about '{}', which is neither a format nor an algorithm", name));
            return text;
        }
        text.replace(at, opening.size() + name.size() + 1, sentence);
    }
    return text;
}

LessonStep step_of(json const& object, std::size_t number, LessonSlider const& slide, JsonTrouble& trouble) {
    JsonMembers members(object, fmt::format("step {}", number), trouble);
    LessonStep step;
    step.text = with_explanations(members.text("text"), members);
    step.show = members.one_of("show", lesson_views());
    step.setting = setting_of(members);
    if (members.has("at")) step.at = members.place("at", slide.values.size());
    step.predict = members.flag("predict");
    if (json const* const ask = members.find("ask")) step.question = question_of(*ask, members, slide);
    if (step.predict && !step.question) members.refuse("predicts, but asks nothing");
    members.end();
    return step;
}

Lesson lesson_of(json const& object, std::string_view name, JsonTrouble& trouble) {
    JsonMembers members(object, "the lesson", trouble);
    if (members.text("schema") != "tessera.lesson/1") members.refuse("has another schema than tessera.lesson/1");
    Lesson lesson;
    lesson.name = name;
    lesson.number = static_cast<int>(members.number("number"));
    lesson.title = members.text("title");
    lesson.about = members.text("about");
    for (std::string const& line : members.texts("job")) lesson.job += line + "\n";
    json const* const slide = members.find("slide");
    if (slide == nullptr) members.refuse("needs a \"slide\", the one thing that the reader can change");
    if (slide != nullptr) lesson.slide = slide_of(*slide, trouble);
    auto const steps = members.list("steps");
    if (steps.size() > most_lesson_steps)
        members.refuse(fmt::format("has {} steps; the most is {}", steps.size(), most_lesson_steps));
    for (json const& step : steps) lesson.steps.push_back(step_of(step, lesson.steps.size() + 1, lesson.slide, trouble));
    members.end();
    return lesson;
}

} // namespace

std::vector<std::string> const& lesson_views() {
    static std::vector<std::string> const views{"owners",   "messages", "schedule", "network", "cost",   "file",    "halo",
                                                "template", "memory",   "balance",  "rhythms", "stages", "touched", "work"};
    return views;
}

Result<Lesson> read_lesson(std::string_view text, std::string_view name) {
    auto const object = json::parse(shallow_json(text), nullptr, false);
    if (object.is_discarded()) return fail(fmt::format("lesson {}: this is not JSON", name));
    JsonTrouble trouble;
    Lesson lesson = lesson_of(object, name, trouble);
    if (!trouble.first().empty()) return fail(fmt::format("lesson {}: {}", name, trouble.first()));
    return lesson;
}

std::string const& LessonQuestion::reply_to(Index wrong) const {
    auto const known = std::ranges::find(mistakes, wrong, &LessonMistake::answer);
    return known == mistakes.end() ? hint : known->why;
}

std::string with_value(std::string text, LessonSlider const& slide, std::size_t value) {
    std::string const word = "{" + slide.word + "}";
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at))
        text.replace(at, word.size(), slide.values[value]);
    return text;
}

} // namespace tessera
