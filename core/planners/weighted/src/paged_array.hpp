// An array of which a search uses a small part: pages of it are made when they are first written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "clearway/base/id.hpp"

namespace clearway {

template <class I, class T>
class PagedArray {
 public:
  // All elements are `initial`.
  PagedArray(std::size_t size, const T& initial)
      : pages_((size + page_size - 1) / page_size), initial_(initial) {}

  const T& operator[](I id) const {
    const auto& page = pages_[id.number() / page_size];
    return page ? page[id.number() % page_size] : initial_;
  }
  void set(I id, const T& value) {
    auto& page = pages_[id.number() / page_size];
    if (!page) {
      page = std::make_unique<T[]>(page_size);
      std::fill_n(page.get(), page_size, initial_);
    }
    page[id.number() % page_size] = value;
  }

 private:
  static constexpr std::size_t page_size = 512;
  std::vector<std::unique_ptr<T[]>> pages_;
  const T initial_;
};

}  // namespace clearway
