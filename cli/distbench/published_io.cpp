// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Thakur's tables 5.2, 5.3 and 6.1 to 6.8, as printed.
#include "cli/distbench/published_io.hpp"

#include <array>

namespace tessera::cli {
namespace {

using Method = PublishedMethod;
constexpr auto read = IoDirection::Read;
constexpr auto write = IoDirection::Write;

/// A line of tables 5.2 and 5.3.
struct SieveLine {
    std::string_view section;
    std::array<double, 4> seconds; // direct read, sieved read, direct write, sieved write
    Index direct;                  // requests, and elements
    Index sieved;                  // elements, in two requests
};

constexpr std::array<SieveLine, 5> sieve_lines{{{"1:2048:2,1:32:2", {52.95, 1.970, 49.96, 5.114}, 16384, 65536},
                                                {"1:2048:4,1:32:4", {14.03, 1.925, 13.71, 5.033}, 4096, 65536},
                                                {"10:1024:3,3:22:3", {8.070, 1.352, 7.551, 4.825}, 2373, 40960},
                                                {"100:2048:6,5:32:4", {7.881, 1.606, 7.293, 4.756}, 2275, 57344},
                                                {"1024:2048:2,1:32:3", {18.43, 1.745, 17.98, 5.290}, 5643, 65536}}};

constexpr std::array<std::string_view, 8> numerals{"I", "II", "III", "IV", "V", "VI", "VII", "VIII"};

/// A line of tables 6.1 to 6.6, on 16 processors.
struct SectionLine {
    std::string_view section;
    std::array<double, 3> seconds; // direct, static, dynamic
};

/// A line of tables 6.7 and 6.8: direct and dynamic on 4, 8, ... 128 processors.
struct ScalingLine {
    std::string_view number;
    std::string_view section;
    IoDirection direction;
    std::array<double, 12> seconds;
};

PublishedIo times_of_sieving() {
    PublishedIo io{"thakur-5.2", "Table 5.2: direct access and data sieving", 2048, 32, "", {}};
    for (std::size_t i = 0; i < sieve_lines.size(); ++i) {
        SieveLine const& line = sieve_lines[i];
        io.table.push_back({numerals[i],
                            line.section,
                            {{Method::DirectPerElement, read, 1, line.seconds[0], {}, {}},
                             {Method::Sieve, read, 1, line.seconds[1], {}, {}},
                             {Method::DirectPerElement, write, 1, line.seconds[2], {}, {}},
                             {Method::Sieve, write, 1, line.seconds[3], {}, {}}}});
    }
    return io;
}

PublishedIo requests_of_sieving() {
    PublishedIo io{"thakur-5.3", "Table 5.3: requests of direct reading and data sieving", 2048, 32, "", {}};
    for (std::size_t i = 0; i < sieve_lines.size(); ++i) {
        SieveLine const& line = sieve_lines[i];
        io.table.push_back(
            {numerals[i],
             line.section,
             {{Method::DirectPerElement, read, 1, {}, line.direct, line.direct}, {Method::Sieve, read, 1, {}, 2, line.sieved}}});
    }
    return io;
}

PublishedIo sections(std::string_view name, std::string_view title, IoDirection direction, std::string_view note,
                     std::span<SectionLine const> lines) {
    PublishedIo io{name, title, 4096, 4096, note, {}};
    for (std::size_t i = 0; i < lines.size(); ++i)
        io.table.push_back({numerals[i],
                            lines[i].section,
                            {{Method::DirectPerRun, direction, 16, lines[i].seconds[0], {}, {}},
                             {Method::Static, direction, 16, lines[i].seconds[1], {}, {}},
                             {Method::Dynamic, direction, 16, lines[i].seconds[2], {}, {}}}});
    return io;
}

PublishedIo scaling(std::string_view name, std::string_view title, Index side, std::string_view note,
                    std::span<ScalingLine const> lines) {
    PublishedIo io{name, title, side, side, note, {}};
    for (ScalingLine const& line : lines) {
        PublishedRow row{line.number, line.section, {}};
        int ranks = 4;
        for (std::size_t i = 0; i < line.seconds.size(); i += 2, ranks *= 2) {
            row.cells.push_back({Method::DirectPerRun, line.direction, ranks, line.seconds[i], {}, {}});
            row.cells.push_back({Method::Dynamic, line.direction, ranks, line.seconds[i + 1], {}, {}});
        }
        io.table.push_back(std::move(row));
    }
    return io;
}

constexpr std::array<SectionLine, 6> common{{{"1:100,1:100", {1.632, 1.027, 0.431}},
                                             {"200:300,200:300", {1.867, 0.883, 0.363}},
                                             {"400:800,400:800", {6.265, 3.692, 1.056}},
                                             {"32:64,128:1024", {9.995, 2.780, 1.318}},
                                             {"1:16,1:4096", {52.06, 3.241, 3.241}},
                                             {"1:4096,1:16", {1.216, 2.024, 0.420}}}};

constexpr std::array<SectionLine, 8> overlapping{{{"1:100,1+10*p:100+10*p", {2.000, 1.830, 0.693}},
                                                  {"1:100,1+50*p:100+50*p", {4.627, 1.859, 0.875}},
                                                  {"400:800,400+100*p:800+100*p", {8.097, 3.348, 2.477}},
                                                  {"1:4096,1+8*p:16+8*p", {1.152, 3.374, 0.826}},
                                                  {"1+50*p:100+50*p,1:100", {1.579, 1.994, 0.524}},
                                                  {"400+100*p:800+100*p,400:800", {7.442, 11.84, 1.361}},
                                                  {"1+8*p:16+8*p,1:4096", {50.32, 2.992, 2.992}},
                                                  {"200+100*p:400+100*p,200+100*p:400+100*p", {3.104, 2.986, 1.739}}}};

// The same sections are read (table 6.3) and written (table 6.4).
constexpr std::array<std::string_view, 6> distinct{"1:100,1+100*p:100+100*p",
                                                   "1+100*p:100+100*p,1:100",
                                                   "200+200*p:400+200*p,512:1024",
                                                   "1+32*p:16+32*p,1:4096",
                                                   "200+200*p:400+200*p,1+200*p:512+200*p",
                                                   "1+32*p:32+32*p,1+100*p:1024+100*p"};
constexpr std::array<SectionLine, 6> distinct_reads{{{distinct[0], {1.976, 1.954, 1.304}},
                                                     {distinct[1], {1.633, 2.182, 0.548}},
                                                     {distinct[2], {8.016, 5.680, 1.725}},
                                                     {distinct[3], {51.63, 4.823, 4.823}},
                                                     {distinct[4], {5.466, 4.524, 3.912}},
                                                     {distinct[5], {12.02, 2.991, 2.371}}}};
constexpr std::array<SectionLine, 6> distinct_writes{{{distinct[0], {1.944, 3.250, 2.801}},
                                                      {distinct[1], {1.182, 2.901, 0.854}},
                                                      {distinct[2], {4.202, 8.715, 3.569}},
                                                      {distinct[3], {24.85, 10.25, 10.25}},
                                                      {distinct[4], {5.155, 5.461, 4.401}},
                                                      {distinct[5], {8.233, 4.994, 4.274}}}};
constexpr std::string_view touching = "Rows III and V are not quite distinct: row 400+200*p is in two sections.";

constexpr std::string_view every_nth = "p+1:4096:number_of_processors(),p+1:4096:number_of_processors()";
constexpr std::array<std::string_view, 5> strided{every_nth, "1+250*p:250+250*p:2,1+250*p:250+250*p:2",
                                                  "1+200*p:500+200*p:3,1+200*p:500+200*p:3", "1+64*p:64+64*p:2,500:2500:3",
                                                  "500:2500:3,1+64*p:64+64*p:2"};
constexpr std::array<SectionLine, 5> strided_reads{{{strided[0], {210.8, 9.330, 9.330}},
                                                    {strided[1], {53.13, 3.610, 2.842}},
                                                    {strided[2], {87.19, 4.394, 4.387}},
                                                    {strided[3], {96.20, 4.759, 3.848}},
                                                    {strided[4], {130.7, 4.574, 2.340}}}};
constexpr std::array<SectionLine, 5> strided_writes{{{strided[0], {53.28, 22.77, 22.77}},
                                                     {strided[1], {25.22, 6.438, 3.775}},
                                                     {strided[2], {44.64, 8.696, 7.516}},
                                                     {strided[3], {71.35, 8.858, 7.279}},
                                                     {strided[4], {79.24, 7.724, 4.405}}}};

constexpr std::array<ScalingLine, 12> medium{{
    {"I", "400:800,400:800", read, {2.620, 1.282, 3.184, 1.040, 4.421, 1.056, 8.734, 1.169, 16.28, 1.436, 32.64, 2.130}},
    {"II", "1:16,1:4096", read, {12.16, 4.315, 13.95, 3.099, 19.65, 3.241, 32.96, 2.647, 60.11, 3.432, 116.7, 3.219}},
    {"III",
     "400:800,400+25*p:800+25*p",
     read,
     {3.079, 1.748, 5.208, 1.699, 6.850, 1.991, 13.61, 2.798, 24.98, 3.801, 47.95, 4.602}},
    {"IV", "1+8*p:16+8*p,1:4096", read, {13.75, 4.450, 13.77, 3.391, 19.63, 2.992, 32.70, 3.696, 60.58, 4.791, 115.9, 7.401}},
    {"V", "1+25*p:16+25*p,1:4096", read, {12.37, 4.791, 13.57, 3.929, 19.76, 4.149, 32.38, 6.109, 46.12, 7.276, 54.82, 8.161}},
    {"VI",
     "1+32*p:32+32*p,1+24*p:1024+24*p",
     read,
     {3.704, 1.893, 2.396, 1.585, 4.125, 1.638, 7.806, 2.418, 19.77, 2.970, 26.23, 4.110}},
    {"V", "1+25*p:16+25*p,1:4096", write, {3.129, 7.900, 6.971, 6.861, 12.45, 8.554, 27.52, 12.74, 37.70, 18.52, 52.41, 24.74}},
    {"VI",
     "1+32*p:32+32*p,1+24*p:1024+24*p",
     write,
     {0.982, 1.937, 1.803, 2.218, 3.954, 3.058, 6.436, 5.028, 7.139, 6.234, 21.20, 9.403}},
    {"VII", every_nth, read, {799.2, 22.82, 216.6, 15.83, 210.8, 9.331, 103.1, 10.89, 54.94, 8.307, 50.60, 9.657}},
    {"VIII",
     "500:2500:3,1+32*p:32+32*p:2",
     read,
     {56.44, 1.342, 77.78, 1.440, 83.87, 1.870, 163.1, 3.123, 331.5, 5.062, 867.4, 7.711}},
    {"VII", every_nth, write, {668.7, 42.75, 147.3, 39.11, 84.54, 31.40, 64.53, 26.42, 35.35, 28.40, 51.38, 31.16}},
    {"VIII",
     "500:2500:3,1+32*p:32+32*p:2",
     write,
     {9.041, 1.612, 18.83, 1.603, 35.17, 2.972, 75.95, 4.812, 163.6, 7.915, 341.8, 21.75}},
}};

constexpr std::array<ScalingLine, 8> large{{
    {"I", "5000:6000,5000:6000", read, {23.65, 7.880, 43.43, 7.795, 78.99, 7.935, 151.3, 9.085, 302.7, 9.368, 605.1, 11.86}},
    {"II",
     "1+100*p:300+100*p,4000:8000",
     read,
     {53.30, 26.51, 103.3, 28.10, 132.3, 28.50, 157.6, 32.49, 162.3, 40.03, 182.4, 52.08}},
    {"III",
     "1+100*p:400+100*p,2000+20*p:2800+20*p",
     read,
     {13.31, 5.061, 24.11, 6.489, 31.49, 7.400, 39.81, 9.253, 41.28, 10.12, 44.29, 13.23}},
    {"IV", "4000:8000,1+4*p:8+4*p", read, {0.683, 0.699, 0.841, 0.939, 1.343, 1.173, 2.189, 1.663, 4.149, 2.850, 8.486, 4.994}},
    {"V",
     "1+100*p:100+100*p,1+100*p:1024+100*p",
     read,
     {10.97, 5.380, 19.31, 8.475, 26.52, 10.58, 35.06, 12.69, 52.81, 14.10, 124.2, 22.06}},
    {"VI", "1+20*p:16+20*p,4000:12000", read, {57.29, 21.94, 74.05, 23.05, 127.3, 32.88, 240.8, 51.26, 500.2, 112.2, 799.7, 98.68}},
    {"V",
     "1+100*p:100+100*p,1+100*p:1024+100*p",
     write,
     {7.108, 12.01, 15.21, 18.98, 32.20, 23.37, 35.99, 30.17, 53.10, 35.76, 98.90, 32.54}},
    {"VI",
     "1+20*p:16+20*p,4000:12000",
     write,
     {48.35, 44.18, 71.85, 52.07, 151.4, 73.34, 272.8, 122.3, 548.1, 174.1, 746.6, 164.2}},
}};

} // namespace

std::span<PublishedIo const> published_io() {
    static std::vector<PublishedIo> const tables{
        times_of_sieving(),
        requests_of_sieving(),
        sections("thakur-6.1", "Table 6.1: reading common sections", read, "", common),
        sections("thakur-6.2", "Table 6.2: reading overlapping sections", read, "", overlapping),
        sections("thakur-6.3", "Table 6.3: reading distinct sections", read, touching, distinct_reads),
        sections("thakur-6.4", "Table 6.4: writing distinct sections", write, touching, distinct_writes),
        sections("thakur-6.5", "Table 6.5: reading sections with strides", read, "", strided_reads),
        sections("thakur-6.6", "Table 6.6: writing sections with strides", write, "", strided_writes),
        scaling("thakur-6.7", "Table 6.7: 4 to 128 processors", 4096,
                "Section I on 16 processors is III of Table 6.1, with another time.", medium),
        scaling("thakur-6.8", "Table 6.8: large sections of a large array", 16384, "", large),
    };
    return tables;
}

} // namespace tessera::cli
