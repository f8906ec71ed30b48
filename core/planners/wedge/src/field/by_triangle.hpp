// Records grouped by triangle, in flat arrays.
#pragma once

#include <span>
#include <vector>

#include "clearway/base/interrupt.hpp"
#include "clearway/mesh/mesh.hpp"

namespace clearway {

template <class Record>
class ByTriangle {
 public:
  ByTriangle() = default;
  // Groups records that have a member `triangle`, and keeps their order within a triangle. Linear.
  ByTriangle(std::size_t triangles, const std::vector<Record>& records) : first_(triangles + 1, 0) {
    for (const Record& record : records) ++first_[record.triangle + 1];
    for (std::size_t i = 1; i <= triangles; ++i) first_[TriangleId(i)] += first_[TriangleId(i - 1)];
    check_interrupt();
    IdVector<TriangleId, Index> next = first_;
    records_.resize(records.size());
    for (const Record& record : records) records_[next[record.triangle]++] = record;
  }

  // Empty for triangles that later edits have added.
  std::span<const Record> operator[](TriangleId triangle) const {
    if (triangle.number() + 1 >= first_.size()) return {};
    return {records_.data() + first_[triangle], first_[triangle + 1] - first_[triangle]};
  }
  bool is_empty() const { return records_.empty(); }
  std::size_t size() const { return records_.size(); }
  std::size_t bytes() const {
    return records_.capacity() * sizeof(Record) + first_.size() * sizeof(Index);
  }

 private:
  IdVector<TriangleId, Index> first_;  // by triangle, and one more: the end
  std::vector<Record> records_;
};

}  // namespace clearway
