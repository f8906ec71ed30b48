// Values that can be rolled back. They make an edit happen completely or not at all.
//
// begin() opens a transaction. From then on every element is saved before it is first changed.
// rollback() restores the saved elements; commit() discards them. If saving runs out of memory, it
// throws before the element has changed. rollback() and commit() need no memory and do not throw.
// Outside a transaction changes are final.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "clearway/base/id.hpp"

namespace clearway {

// A vector whose elements are read by [] and written through edit(), indexed by ids of type I or by
// plain numbers. The cost of a transaction is proportional to the number of changed elements that
// existed when it began.
template <class T, class I = std::size_t>
class JournaledArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  const T& operator[](I i) const { return items_[position(i)]; }
  // One past the last id: the id of the next element to be appended.
  I end_id() const { return I(static_cast<Index>(items_.size())); }
  IdRange<I> ids() const { return IdRange<I>(items_.size()); }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const T& back() const { return items_.back(); }
  const T* data() const { return items_.data(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  std::size_t bytes() const {
    return (items_.capacity() + old_items_.capacity()) * sizeof(T) +
           saved_.capacity() * sizeof(Saved) + is_saved_.capacity() * sizeof(std::uint64_t);
  }

  // The reference is valid until the next call that changes the size.
  T& edit(I id) {
    const std::size_t i = position(id);
    if (i < old_size_) save(i);
    return items_[i];
  }
  void push_back(const T& item) { items_.push_back(item); }
  void pop_back() {
    if (items_.size() <= old_size_) save(items_.size() - 1);
    items_.pop_back();
  }
  void clear() {
    for (std::size_t i = 0; i < old_size_ && i < items_.size(); ++i) save(i);
    items_.clear();
  }
  // `size` must not be smaller than the current one.
  void resize(std::size_t size, const T& value = T()) {
    if (size > items_.size()) items_.resize(size, value);
  }
  void reserve(std::size_t size) { items_.reserve(size); }
  void assign(std::initializer_list<T> items) { replace(std::vector<T>(items)); }
  // Replaces all items. The old ones are kept in memory until the transaction ends; nothing is
  // copied.
  void replace(std::vector<T> items) {
    if (is_open_ && !is_replaced_) {
      old_items_ = std::move(items_);
      is_replaced_ = true;
      replaced_size_ = std::exchange(old_size_, 0);
    }
    items_ = std::move(items);
  }
  // Write access to all items, valid until the next call that changes the size. Saves every item,
  // so use it where most of them change.
  T* edit_all() {
    if (old_size_ > 0) replace(std::vector<T>(items_));
    return items_.data();
  }

  void begin_transaction() {
    is_saved_.resize((items_.size() + 63) / 64, 0);
    old_size_ = items_.size();
    is_open_ = true;
  }
  void commit() noexcept { close(); }
  void rollback() noexcept {
    if (!is_open_) return;
    if (is_replaced_) {
      items_ = std::move(old_items_);
      old_size_ = replaced_size_;
    }
    items_.resize(old_size_);  // within the capacity: needs no memory
    for (const Saved& s : saved_) items_[s.index] = s.item;
    close();
  }

 private:
  struct Saved {
    std::size_t index;
    T item;
  };
  // Capacity for saved items that is kept between transactions.
  static constexpr std::size_t kept_room = 1024;

  void save(std::size_t i) {
    std::uint64_t& word = is_saved_[i >> 6];
    const std::uint64_t bit = std::uint64_t{1} << (i & 63);
    if (word & bit) return;
    saved_.push_back({i, items_[i]});
    word |= bit;
  }
  void close() noexcept {
    for (const Saved& s : saved_) is_saved_[s.index >> 6] = 0;
    if (saved_.capacity() > kept_room)
      std::vector<Saved>().swap(saved_);
    else
      saved_.clear();
    std::vector<T>().swap(old_items_);
    old_size_ = 0;
    is_open_ = is_replaced_ = false;
  }

  std::vector<T> items_;
  std::vector<T> old_items_;  // the items before replace()
  std::vector<Saved> saved_;
  std::vector<std::uint64_t> is_saved_;  // one bit per old item; all 0 between transactions
  std::size_t old_size_ = 0;             // the number of items to save before they change
  std::size_t replaced_size_ = 0;
  bool is_open_ = false, is_replaced_ = false;
};

// A single value.
template <class T>
class Journaled {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Journaled(const T& value) : value_(value), old_(value) {}
  operator const T&() const { return value_; }
  Journaled& operator=(const T& value) {
    value_ = value;
    return *this;
  }
  Journaled& operator++() {
    ++value_;
    return *this;
  }
  Journaled& operator--() {
    --value_;
    return *this;
  }

  void begin_transaction() { old_ = value_; }
  void commit() noexcept { old_ = value_; }
  void rollback() noexcept { value_ = old_; }

 private:
  T value_, old_;
};

}  // namespace clearway
