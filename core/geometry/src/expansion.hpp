// Exact arithmetic on doubles: a real number as a sum of doubles (Shewchuk 1997,
// "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates").
//
// The components of an expansion are non-zero, grow in magnitude and are strongly
// nonoverlapping, so the last one alone has the sign of the whole. Capacity is part of
// the type: nothing allocates. Exact as long as no component leaves 2^-1020 .. 2^990 in
// magnitude, in IEEE double arithmetic rounded to nearest and without contraction.
#pragma once

#include <algorithm>
#include <cmath>

namespace clearway::exact {

// A rounded result and its rounding error: hi + lo is the exact value.
struct Pair {
  double hi;
  double lo;
};

inline Pair two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

// Needs |a| >= |b|, or a == 0.
inline Pair fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

inline Pair two_diff(double a, double b) { return two_sum(a, -b); }

// Halves of 26 bits, whose products are exact (Dekker's splitting).
inline Pair split(double a) {
  const double scaled = 134217729.0 * a;  // 2^27 + 1
  const double hi = scaled - (scaled - a);
  return {hi, a - hi};
}

inline Pair two_product(double a, double b, const Pair& b_split) {
  const double product = a * b;
  const Pair s = split(a);
  const double rest = ((product - s.hi * b_split.hi) - s.lo * b_split.hi) - s.hi * b_split.lo;
  return {product, s.lo * b_split.lo - rest};
}

inline Pair two_product(double a, double b) { return two_product(a, b, split(b)); }

template <int Capacity>
class Expansion {
 public:
  Expansion() {}  // zero
  Expansion(double value) { append(value); }
  Expansion(const Pair& value) {
    static_assert(Capacity >= 2);
    append(value.lo);
    append(value.hi);
  }
  // Capacities are worst cases and seldom used up: copy only the components present.
  Expansion(const Expansion& other) : size_(other.size_) {
    std::copy_n(other.components_, size_, components_);
  }
  Expansion& operator=(const Expansion&) = delete;

  int size() const { return size_; }
  void clear() { size_ = 0; }
  double operator[](int i) const { return components_[i]; }

  // Appends the next larger component; zeros are omitted.
  void append(double component) {
    components_[size_] = component;
    size_ += component != 0.0;
  }

  int sign() const {
    if (size_ == 0) return 0;
    return components_[size_ - 1] > 0.0 ? 1 : -1;
  }

  // Correct to a few units in the last place.
  double estimate() const {
    double sum = 0.0;
    for (int i = 0; i < size_; ++i) sum += components_[i];
    return sum;
  }

  Expansion operator-() const {
    Expansion negated;
    for (int i = 0; i < size_; ++i) negated.components_[i] = -components_[i];
    negated.size_ = size_;
    return negated;
  }

 private:
  double components_[Capacity + 1];  // append() writes before it knows whether to keep the value
  int size_ = 0;
};

namespace detail {

// h = e + sign * f for a sign of 1 or -1: merge by magnitude, sweeping the error upwards.
template <int N, int M, int K>
void merge(const Expansion<N>& e, const Expansion<M>& f, double sign, Expansion<K>& h) {
  h.clear();
  int i = 0;
  int j = 0;
  const auto next = [&] {
    if (j == f.size() || (i < e.size() && std::fabs(e[i]) < std::fabs(f[j]))) return e[i++];
    return sign * f[j++];
  };
  const int count = e.size() + f.size();
  if (count == 0) return;
  double carry = next();
  for (int k = 1; k < count; ++k) {
    const Pair s = two_sum(carry, next());
    h.append(s.lo);
    carry = s.hi;
  }
  h.append(carry);
}

}  // namespace detail

template <int N, int M>
Expansion<N + M> operator+(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<N + M> h;
  detail::merge(e, f, 1.0, h);
  return h;
}

template <int N, int M>
Expansion<N + M> operator-(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<N + M> h;
  detail::merge(e, f, -1.0, h);
  return h;
}

template <int N>
Expansion<2 * N> scale(const Expansion<N>& e, double b) {
  Expansion<2 * N> h;
  if (e.size() == 0 || b == 0.0) return h;
  const Pair b_split = split(b);
  const Pair first = two_product(e[0], b, b_split);
  h.append(first.lo);
  double carry = first.hi;
  for (int i = 1; i < e.size(); ++i) {
    const Pair p = two_product(e[i], b, b_split);
    const Pair low = two_sum(carry, p.lo);
    h.append(low.lo);
    const Pair high = fast_two_sum(p.hi, low.hi);
    h.append(high.lo);
    carry = high.hi;
  }
  h.append(carry);
  return h;
}

template <int N, int M>
Expansion<2 * N * M> operator*(const Expansion<N>& e, const Expansion<M>& f) {
  if constexpr (M == 1) {
    return f.size() == 0 ? Expansion<2 * N>() : scale(e, f[0]);
  } else if constexpr (N < M) {
    return f * e;
  } else {
    // Accumulates in two alternating buffers, so that the stack holds only two results.
    Expansion<2 * N * M> sums[2];
    int current = 0;
    for (int i = 0; i < f.size(); ++i) {
      const Expansion<2 * N> row = scale(e, f[i]);
      detail::merge(sums[current], row, 1.0, sums[1 - current]);
      current = 1 - current;
    }
    return sums[current];
  }
}

}  // namespace clearway::exact
