// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an ordered map for JSON objects, with lookup by hash.
#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// An index from names to their positions in a list, by hash (open addressing, linear probing).
class NameIndex {
  public:
    [[nodiscard]] std::size_t count() const { return count_; }
    void clear() {
        slots_.clear();
        count_ = 0;
    }
    /// Adds the next name of the list. `hash_at`: returns the hash of the name at a position.
    template <class HashAt>
    void add(std::size_t hash, HashAt const& hash_at) {
        if (2 * (count_ + 1) > slots_.size()) {
            slots_.assign(std::max<std::size_t>(4 * (count_ + 1), least_slots), empty);
            for (std::size_t i = 0; i < count_; ++i) place(hash_at(i), i);
        }
        place(hash, count_++);
    }
    /// Returns the first position with this hash for which `fits` is true, or count().
    template <class Fits>
    [[nodiscard]] std::size_t find(std::size_t hash, Fits const& fits) const {
        if (slots_.empty()) return count_;
        for (std::size_t slot = hash % slots_.size(); slots_[slot] != empty; slot = (slot + 1) % slots_.size())
            if (fits(slots_[slot])) return slots_[slot];
        return count_;
    }

  private:
    static constexpr std::size_t empty = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t least_slots = 64;

    void place(std::size_t hash, std::size_t position) {
        std::size_t slot = hash % slots_.size();
        while (slots_[slot] != empty) slot = (slot + 1) % slots_.size();
        slots_[slot] = position;
    }

    std::vector<std::size_t> slots_;
    std::size_t count_ = 0;
};

/// The object type of nlohmann::basic_json<OrderedMembers>, which is written in the order in which it was made or read.
/// nlohmann::ordered_map compares a new name with all earlier ones, so parsing n members takes n*n/2 comparisons. This type looks
/// names up by hash.
template <class Key, class T, class IgnoredLess = std::less<Key>, class Allocator = std::allocator<std::pair<Key const, T>>>
class OrderedMembers : private std::vector<std::pair<Key const, T>, Allocator> {
    using Members = std::vector<std::pair<Key const, T>, Allocator>;
    template <class Name>
    static constexpr bool is_name = std::convertible_to<Name, std::string_view>;

  public:
    using key_type = Key;
    using mapped_type = T;
    using key_compare = std::equal_to<>;
    using allocator_type = Allocator;
    using Members::begin;
    using Members::cbegin;
    using Members::cend;
    using Members::empty;
    using Members::end;
    using Members::max_size;
    using Members::size;
    using typename Members::const_iterator;
    using typename Members::const_reference;
    using typename Members::difference_type;
    using typename Members::iterator;
    using typename Members::reference;
    using typename Members::size_type;
    using typename Members::value_type;

    OrderedMembers() = default;
    template <class It>
    OrderedMembers(It first, It last) {
        insert(first, last);
    }
    OrderedMembers(std::initializer_list<value_type> members) { insert(members.begin(), members.end()); }

    void clear() {
        Members::clear();
        index_.clear();
    }

    template <class Name>
    requires is_name<Name> std::pair<iterator, bool> emplace(Name&& name, T value) {
        if (auto const there = find(name); there != end()) return {there, false};
        Members::emplace_back(std::forward<Name>(name), std::move(value));
        return {std::prev(end()), true};
    }
    std::pair<iterator, bool> insert(value_type const& member) { return emplace(member.first, member.second); }
    template <std::input_iterator It>
    void insert(It first, It last) {
        for (; first != last; ++first) emplace(first->first, first->second);
    }

    template <class Name>
    requires is_name<Name> T& operator[](Name&& name) { return emplace(std::forward<Name>(name), T{}).first->second; }
    template <class Name>
    requires is_name<Name>
    [[nodiscard]] T& at(Name const& name) { return existing(find(name), end())->second; }
    template <class Name>
    requires is_name<Name>
    [[nodiscard]] T const& at(Name const& name) const { return existing(find(name), end())->second; }

    template <class Name>
    requires is_name<Name>
    [[nodiscard]] iterator find(Name const& name) {
        index_all();
        return begin() + position_of(name);
    }
    template <class Name>
    requires is_name<Name>
    [[nodiscard]] const_iterator find(Name const& name) const { return begin() + position_of(name); }
    template <class Name>
    requires is_name<Name>
    [[nodiscard]] size_type count(Name const& name) const { return find(name) == end() ? 0 : 1; }

    template <class Name>
    requires is_name<Name> size_type erase(Name const& name) {
        auto const there = find(name);
        if (there == end()) return 0;
        erase(there);
        return 1;
    }
    iterator erase(iterator at) { return erase(at, std::next(at)); }
    /// Moves the rest into a new list, because constant names cannot be assigned.
    iterator erase(iterator first, iterator last) {
        auto const kept = first - begin();
        Members rest;
        rest.reserve(size() - static_cast<std::size_t>(last - first));
        std::move(begin(), first, std::back_inserter(rest));
        std::move(last, end(), std::back_inserter(rest));
        Members::operator=(std::move(rest));
        index_.clear();
        return begin() + kept;
    }

    friend bool operator==(OrderedMembers const& a, OrderedMembers const& b) { return a.members() == b.members(); }
    friend std::partial_ordering operator<=>(OrderedMembers const& a, OrderedMembers const& b) {
        return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(), [](auto const& x, auto const& y) {
            auto const names = x.first <=> y.first;
            return names != 0 ? std::partial_ordering(names) : std::partial_ordering(x.second <=> y.second);
        });
    }

  private:
    static constexpr std::size_t most_compared = 16; // objects of up to this many members have no index

    [[nodiscard]] Members const& members() const { return *this; }
    [[nodiscard]] static std::size_t hash_of(std::string_view name) { return std::hash<std::string_view>()(name); }

    template <class It>
    static It existing(It found, It none) {
        if (found == none) throw std::out_of_range("key not found");
        return found;
    }

    void index_all() {
        if (size() <= most_compared) return;
        auto const hash_at = [&](std::size_t i) { return hash_of(members()[i].first); };
        while (index_.count() < size()) index_.add(hash_at(index_.count()), hash_at);
    }

    /// Constant objects may be read by several threads. Therefore they are searched with the existing index, which is never
    /// extended.
    template <class Name>
    [[nodiscard]] std::ptrdiff_t position_of(Name const& name) const {
        std::string_view const wanted(name);
        auto const fits = [&](std::size_t i) { return members()[i].first == wanted; };
        std::size_t at = 0;
        if (index_.count() > 0) {
            at = index_.find(hash_of(wanted), fits);
            if (at < index_.count()) return static_cast<std::ptrdiff_t>(at);
        }
        while (at < size() && !fits(at)) ++at;
        return static_cast<std::ptrdiff_t>(at);
    }

    NameIndex index_;
};

} // namespace tessera
