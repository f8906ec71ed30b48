// A hash table that can be rolled back (journaled.hpp): 64-bit keys, open addressing with linear
// probing, no tombstones.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "clearway/base/detail/journaled.hpp"

namespace clearway {

// `Entry` is trivially copyable and has a member `std::uint64_t key`, which is `unused` in an
// entry made by Entry(). No key may be `unused`.
template <class Entry>
class JournaledTable {
 public:
  static constexpr std::uint64_t unused = ~std::uint64_t{0};

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return entries_.bytes(); }
  bool contains(std::uint64_t key) const { return find(key) != nullptr; }
  // The entry of the key, or null. Valid until the next change.
  const Entry* find(std::uint64_t key) const {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[slot_of(key)];
    return entry.key == key ? &entry : nullptr;
  }
  // The entry of an existing key, for writing.
  Entry& edit(std::uint64_t key) { return entries_.edit(slot_of(key)); }
  // The entry of the key, created if it does not exist. The caller must not change its key.
  Entry& insert(std::uint64_t key) {
    if (2 * (size_ + 1) > entries_.size()) grow(std::max<std::size_t>(16, 2 * entries_.size()));
    const std::size_t slot = slot_of(key);
    Entry& entry = entries_.edit(slot);
    if (entry.key == unused) {
      entry = Entry();
      entry.key = key;
      ++size_;
    }
    return entry;
  }
  // Removes a key. Later entries of the cluster move back into the gap where their hash allows it.
  void erase(std::uint64_t key) {
    if (!contains(key)) return;
    const std::size_t mask = entries_.size() - 1;
    std::size_t gap = slot_of(key);
    for (std::size_t i = (gap + 1) & mask; entries_[i].key != unused; i = (i + 1) & mask) {
      const std::size_t wanted = home(entries_[i].key);
      if (((i - wanted) & mask) < ((i - gap) & mask)) continue;
      entries_.edit(gap) = entries_[i];
      gap = i;
    }
    entries_.edit(gap) = Entry();
    --size_;
  }
  void reserve(std::size_t count) {
    const std::size_t slots = std::bit_ceil(std::max<std::size_t>(16, 2 * count));
    if (slots > entries_.size()) grow(slots);
  }
  template <class F>
  void for_each(F f) const {
    for (const Entry& entry : entries_)
      if (entry.key != unused) f(entry);
  }

  void begin_transaction() {
    entries_.begin_transaction();
    size_.begin_transaction();
  }
  void commit() noexcept {
    entries_.commit();
    size_.commit();
  }
  void rollback() noexcept {
    entries_.rollback();
    size_.rollback();
  }

 private:
  std::size_t home(std::uint64_t key) const { return mixed(key) & (entries_.size() - 1); }
  std::size_t slot_of(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t i = home(key);
    while (entries_[i].key != unused && entries_[i].key != key) i = (i + 1) & mask;
    return i;
  }
  void grow(std::size_t slots) {
    std::vector<Entry> fresh(slots);
    const std::size_t mask = slots - 1;
    for (const Entry& entry : entries_) {
      if (entry.key == unused) continue;
      std::size_t i = mixed(entry.key) & mask;
      while (fresh[i].key != unused) i = (i + 1) & mask;
      fresh[i] = entry;
    }
    entries_.replace(std::move(fresh));
  }

  JournaledArray<Entry> entries_;
  Journaled<std::size_t> size_{0};
};

}  // namespace clearway
