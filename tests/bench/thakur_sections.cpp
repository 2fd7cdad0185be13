// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the sections of Thakur's tables 6.1 to 6.6, and the times he measured on 16 processors of the Touchstone Delta.
#include "tests/bench/thakur_sections.hpp"

#include <algorithm>

namespace tessera::bench {

namespace {

/// Rows with the times of writing in place of those of reading.
std::vector<SectionRow> with_times(std::vector<SectionRow> rows, std::vector<std::vector<double>> const& times) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].direct = times[i][0];
        rows[i].fixed = times[i][1];
        rows[i].dynamic = times[i][2];
    }
    return rows;
}

std::vector<SectionRow> distinct() {
    return {{"I", "(1:100,1+100p:100+100p)", {1, 100}, {1, 100, 100}, 1.976, 1.954, 1.304},
            {"II", "(1+100p:100+100p,1:100)", {1, 100, 100}, {1, 100}, 1.633, 2.182, 0.548},
            {"III", "(200+200p:400+200p,512:1024)", {200, 400, 200}, {512, 1024}, 8.016, 5.680, 1.725},
            {"IV", "(1+32p:16+32p,1:4096)", {1, 16, 32}, {1, 4096}, 51.63, 4.823, 4.823},
            {"V", "(200+200p:400+200p,1+200p:512+200p)", {200, 400, 200}, {1, 512, 200}, 5.466, 4.524, 3.912},
            {"VI", "(1+32p:32+32p,1+100p:1024+100p)", {1, 32, 32}, {1, 1024, 100}, 12.02, 2.991, 2.371}};
}

std::vector<SectionRow> strided() {
    return {{"I", "(p+1:4096:n,p+1:4096:n)", {1, extent, 1, 0}, {1, extent, 1, 0}, 210.8, 9.330, 9.330},
            {"II", "(1+250p:250+250p:2,1+250p:250+250p:2)", {1, 250, 250, 2}, {1, 250, 250, 2}, 53.13, 3.610, 2.842},
            {"III", "(1+200p:500+200p:3,1+200p:500+200p:3)", {1, 500, 200, 3}, {1, 500, 200, 3}, 87.19, 4.394, 4.387},
            {"IV", "(1+64p:64+64p:2,500:2500:3)", {1, 64, 64, 2}, {500, 2500, 0, 3}, 96.20, 4.759, 3.848},
            {"V", "(500:2500:3,1+64p:64+64p:2)", {500, 2500, 0, 3}, {1, 64, 64, 2}, 130.7, 4.574, 2.340}};
}

PeriodicSet indices(Subscript const& subscript, Index p, Index processors) {
    Index const first = subscript.first + subscript.shift * p - 1;
    Index const behind = std::min(extent, subscript.step == 0 ? extent : subscript.last + subscript.shift * p);
    return PeriodicSet::periodic(first, subscript.step == 0 ? processors : subscript.step, {{0, 1}}, {first, behind});
}

} // namespace

std::vector<SectionTable> section_tables() {
    return {
        {"6.1",
         "reading common sections",
         IoDirection::Read,
         {{"I", "(1:100,1:100)", {1, 100}, {1, 100}, 1.632, 1.027, 0.431},
          {"II", "(200:300,200:300)", {200, 300}, {200, 300}, 1.867, 0.883, 0.363},
          {"III", "(400:800,400:800)", {400, 800}, {400, 800}, 6.265, 3.692, 1.056},
          {"IV", "(32:64,128:1024)", {32, 64}, {128, 1024}, 9.995, 2.780, 1.318},
          {"V", "(1:16,1:4096)", {1, 16}, {1, 4096}, 52.06, 3.241, 3.241},
          {"VI", "(1:4096,1:16)", {1, 4096}, {1, 16}, 1.216, 2.024, 0.420}}},
        {"6.2",
         "reading overlapping sections",
         IoDirection::Read,
         {{"I", "(1:100,1+10p:100+10p)", {1, 100}, {1, 100, 10}, 2.000, 1.830, 0.693},
          {"II", "(1:100,1+50p:100+50p)", {1, 100}, {1, 100, 50}, 4.627, 1.859, 0.875},
          {"III", "(400:800,400+100p:800+100p)", {400, 800}, {400, 800, 100}, 8.097, 3.348, 2.477},
          {"IV", "(1:4096,1+8p:16+8p)", {1, 4096}, {1, 16, 8}, 1.152, 3.374, 0.826},
          {"V", "(1+50p:100+50p,1:100)", {1, 100, 50}, {1, 100}, 1.579, 1.994, 0.524},
          {"VI", "(400+100p:800+100p,400:800)", {400, 800, 100}, {400, 800}, 7.442, 11.84, 1.361},
          {"VII", "(1+8p:16+8p,1:4096)", {1, 16, 8}, {1, 4096}, 50.32, 2.992, 2.992},
          {"VIII", "(200+100p:400+100p,200+100p:400+100p)", {200, 400, 100}, {200, 400, 100}, 3.104, 2.986, 1.739}}},
        {"6.3", "reading distinct sections", IoDirection::Read, distinct()},
        {"6.4", "writing distinct sections", IoDirection::Write,
         with_times(distinct(), {{1.944, 3.250, 2.801},
                                 {1.182, 2.901, 0.854},
                                 {4.202, 8.715, 3.569},
                                 {24.85, 10.25, 10.25},
                                 {5.155, 5.461, 4.401},
                                 {8.233, 4.994, 4.274}})},
        {"6.5", "reading sections with strides", IoDirection::Read, strided()},
        {"6.6", "writing sections with strides", IoDirection::Write,
         with_times(
             strided(),
             {{53.28, 22.77, 22.77}, {25.22, 6.438, 3.775}, {44.64, 8.696, 7.516}, {71.35, 8.858, 7.279}, {79.24, 7.724, 4.405}})}};
}

BoxSet section_of(SectionRow const& row, Index p, Index processors) {
    return BoxSet({indices(row.rows, p, processors), indices(row.columns, p, processors)});
}

} // namespace tessera::bench
