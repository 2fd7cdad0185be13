// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random regions, and the oracle that tries every element.
#include "tests/property/random_region.hpp"

#include "tests/property/generators.hpp"
#include "tests/property/set_oracle.hpp"

#include <algorithm>
#include <string>

namespace tessera::oracle {

namespace {

/// Writes a statement piece by piece. Names are numbered: dummies, then parameters.
class RegionMaker {
  public:
    RandomRegion run() {
        auto const dims = as_size(between(1, 4));
        for (std::size_t d = 0; d < dims; ++d) {
            region_.array.extents.push_back(between(0, dims > 2 ? 7 : 14));
            region_.array.lower.push_back(between(-2, 2));
        }
        region_.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
        region_.statement.array = region_.array.name;
        parameters_ = as_size(between(0, 2));
        for (std::size_t p = 0; p < parameters_; ++p) {
            region_.statement.parameters.push_back("m" + std::to_string(p));
            region_.values.push_back(between(-3, 16));
        }
        subscripts(dims);
        bool const free = one_in(4);
        if (free) dummy();
        names_ = region_.statement.dummies.size() + parameters_;
        for (std::size_t i = 0; i < region_.statement.dummies.size(); ++i)
            bounds(i, free && i + 1 == region_.statement.dummies.size());
        while (one_in(2)) condition();
        return std::move(region_);
    }

  private:
    std::size_t dummy() {
        region_.statement.dummies.push_back("i" + std::to_string(region_.statement.dummies.size()));
        return region_.statement.dummies.size() - 1;
    }

    void subscripts(std::size_t dims) {
        for (std::size_t d = 0; d < dims; ++d) {
            if (one_in(8)) {
                region_.statement.subscripts.emplace_back();
            } else if (one_in(8)) {
                region_.statement.subscripts.emplace_back(AffineForm{{}, region_.array.lower[d] + between(-1, 6)});
            } else {
                std::size_t const name = dummy();
                Index const stride = one_in(3) ? (one_in(3) ? -between(1, 3) : between(2, 3)) : 1;
                region_.statement.subscripts.emplace_back(AffineForm{coefficient(name, stride), stride == 1 ? 0 : between(-3, 3)});
            }
        }
    }

    static std::vector<Index> coefficient(std::size_t name, Index value) {
        std::vector<Index> coefficients(name + 1, 0);
        coefficients[name] = value;
        return coefficients;
    }

    /// low <= dummy <= high, each a constant or a parameter with one.
    void bounds(std::size_t name, bool narrow) {
        AffineForm low{coefficient(name, 1), narrow ? most_free_dummy / 2 : between(-2, 3)};
        AffineForm high{coefficient(name, -1), narrow ? most_free_dummy / 2 : between(3, 16)};
        if (!narrow && parameters_ > 0 && one_in(3)) {
            high.coefficients.resize(names_);
            high.coefficients[names_ - as_size(between(1, static_cast<Index>(parameters_)))] = one_in(5) ? 2 : 1;
        }
        add(RegionCondition::Kind::NotNegative, low);
        add(RegionCondition::Kind::NotNegative, high);
    }

    void condition() {
        if (names_ == 0) return;
        AffineForm form;
        for (std::size_t i = 0; i < names_; ++i) form.coefficients.push_back(one_in(2) ? between(-2, 2) : 0);
        form.constant = between(-4, 12);
        Index const kind = between(0, 5);
        if (kind == 0)
            add(RegionCondition::Kind::Zero, form);
        else if (kind == 1)
            region_.statement.conditions.push_back({RegionCondition::Kind::Multiple, form, between(1, 4)});
        else
            add(RegionCondition::Kind::NotNegative, form);
    }

    void add(RegionCondition::Kind kind, AffineForm const& form) { region_.statement.conditions.push_back({kind, form, 1}); }

    RandomRegion region_;
    std::size_t parameters_ = 0;
    std::size_t names_ = 0;
};

Index value_of(AffineForm const& form, std::span<Index const> names) {
    Index sum = form.constant;
    for (std::size_t i = 0; i < names.size(); ++i) sum += form.coefficient(i) * names[i];
    return sum;
}

bool holds(RegionCondition const& condition, std::span<Index const> names) {
    Index const value = value_of(condition.form, names);
    switch (condition.kind) {
    case RegionCondition::Kind::NotNegative:
        return value >= 0;
    case RegionCondition::Kind::Zero:
        return value == 0;
    case RegionCondition::Kind::Multiple:
        return value % condition.modulus == 0;
    }
    return false;
}

} // namespace

RandomRegion random_region() {
    return RegionMaker().run();
}

bool is_touched(RandomRegion const& region, std::span<Index const> index) {
    RegionStatement const& statement = region.statement;
    std::vector<Index> names(statement.dummies.size(), most_free_dummy + 1); // the mark of a free dummy
    std::size_t bound = 0;
    for (std::size_t d = 0; d < index.size(); ++d) {
        Index const at = index[d] + region.array.lower[d];
        if (!statement.subscripts[d]) continue;
        AffineForm const& form = *statement.subscripts[d];
        auto const name = form.only_name();
        Index const rest = at - form.constant;
        if (!name && rest != 0) return false;
        if (!name) continue;
        Index const factor = form.coefficient(*name);
        if (rest % factor != 0) return false;
        names[*name] = rest / factor;
        ++bound;
    }
    bool const free = bound < statement.dummies.size();
    names.insert(names.end(), region.values.begin(), region.values.end());
    for (Index k = free ? -most_free_dummy : most_free_dummy; k <= most_free_dummy; ++k) {
        if (free) names[statement.dummies.size() - 1] = k;
        if (std::ranges::all_of(statement.conditions, [&](RegionCondition const& each) { return holds(each, names); })) return true;
    }
    return false;
}

} // namespace tessera::oracle
