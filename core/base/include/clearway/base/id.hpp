// Typed ids: indices with the type of what they number, so that a vertex is never mistaken for a
// triangle.
//
// An id has the size and the cost of an Index. A module declares one for each of its concepts:
//
//   using VertexId = Id<struct VertexTag>;
//
// Ids of different concepts neither convert to nor compare with each other. An Index converts to an
// id only explicitly, and an id to an Index only by number(), for arithmetic, hashing or files. The
// type of the id is a template parameter of IdVector and JournaledArray.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

namespace clearway {

// An index into a flat array.
using Index = std::uint32_t;

// The null value of an Index and of every id.
struct None {
  constexpr operator Index() const { return 0x7fffffff; }
};
inline constexpr None none;

template <class Tag>
class Id {
 public:
  Id() = default;  // as an Index: not initialized; Id{} is 0
  constexpr Id(None) : number_(none) {}
  template <std::integral Number>
  constexpr explicit Id(Number number) : number_(static_cast<Index>(number)) {}
  constexpr Index number() const { return number_; }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
  template <class Other>
  friend bool operator==(Id, Id<Other>) = delete;
  template <class Other>
  friend std::strong_ordering operator<=>(Id, Id<Other>) = delete;
  // The next id, for loops.
  constexpr Id& operator++() {
    ++number_;
    return *this;
  }
  // The id this many positions ahead or back, such as the end of a block.
  friend constexpr Id operator+(Id id, Index count) { return Id(id.number_ + count); }
  friend constexpr Id operator-(Id id, Index count) { return Id(id.number_ - count); }

 private:
  Index number_;
};

// The position of an element in an array indexed by ids, or by plain numbers.
template <class Tag>
constexpr std::size_t position(Id<Tag> id) {
  return id.number();
}
constexpr std::size_t position(std::size_t i) { return i; }

// All ids below a bound: for (const VertexId v : IdRange<VertexId>(count)). Or those from `first`
// up to, but not including, `end`.
template <class I>
class IdRange {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(I id) : id_(id) {}
    constexpr I operator*() const { return id_; }
    constexpr Iterator& operator++() {
      ++id_;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    I id_;
  };
  constexpr explicit IdRange(std::size_t count) : IdRange(I(0), I(static_cast<Index>(count))) {}
  constexpr IdRange(I first, I end) : first_(first), end_(end) {}
  constexpr Iterator begin() const { return Iterator(first_); }
  constexpr Iterator end() const { return Iterator(end_); }

 private:
  I first_, end_;
};

// A vector whose elements are numbered by ids of type I.
template <class I, class T>
class IdVector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  decltype(auto) operator[](I id) { return std::vector<T>::operator[](position(id)); }
  decltype(auto) operator[](I id) const { return std::vector<T>::operator[](position(id)); }
  // One past the last id: the id of the next element to be appended.
  I end_id() const { return I(static_cast<Index>(this->size())); }
  IdRange<I> ids() const { return IdRange<I>(this->size()); }
};

}  // namespace clearway

template <class Tag>
struct std::hash<clearway::Id<Tag>> {
  std::size_t operator()(clearway::Id<Tag> id) const {
    return std::hash<clearway::Index>()(id.number());
  }
};
