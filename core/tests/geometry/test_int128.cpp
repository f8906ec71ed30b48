// The portable 128-bit integers, against laws and, where there are any, the compiler's.
#include <cstdint>
#include <iterator>
#include <random>

#include "check.hpp"
#include "geometry/src/wide.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway::exact;

namespace {

constexpr std::uint64_t edges[] = {0,
                                   1,
                                   2,
                                   0x7fffffff,
                                   0x80000000,
                                   0xffffffff,
                                   0x100000000,
                                   0x7fffffffffffffff,
                                   0x8000000000000000,
                                   0x8000000000000001,
                                   0xfffffffffffffffe,
                                   0xffffffffffffffff};

// Half of them at an edge of a word or a half word, where carries go wrong.
class Words {
 public:
  std::uint64_t next() {
    const std::uint64_t word = engine_();
    if (engine_() % 2) return word >> engine_() % 64;
    return edges[word % std::size(edges)];
  }

 private:
  std::mt19937_64 engine_{128};
};

constexpr bool adds_with_carry() {
  const PortableUint128 all = ~PortableUint128{};
  return all + 1 == PortableUint128{} && all * all == PortableUint128{1} && -all == 1 &&
         (PortableUint128{1} << 127) >> 127 == 1 && PortableInt128{-1} < PortableInt128{} &&
         PortableInt128{-3} * PortableInt128{5} == PortableInt128{-15};
}
static_assert(adds_with_carry());

}  // namespace

TEST(portable_int128_obeys_the_laws_of_a_ring) {
  Words words;
  for (int i = 0; i < 20000; ++i) {
    const PortableUint128 a{words.next(), words.next()}, b{words.next(), words.next()};
    const PortableUint128 c{words.next(), words.next()};
    CHECK(a * (b + c) == a * b + a * c);
    CHECK((a * b) * c == a * (b * c));
    CHECK(a - b == -(b - a) && ~a + 1 == -a);
    CHECK((a < b) == !(b <= a));
    CHECK(a << 1 == a + a && a << 70 == (a << 35) << 35 && a >> 70 == (a >> 35) >> 35);
    CHECK(((a >> 64) << 64) + std::uint64_t(a) == a);
  }
}

TEST(product_sum_is_exact_where_products_cancel) {
  Words words;
  for (int i = 0; i < 20000; ++i) {
    const auto number = [&] { return Int128{static_cast<std::int64_t>(words.next() >> 2)}; };
    const Int128 a = number() * number() + number(), b = number() * number() + number();
    // (a + 1) (b - 1) - a b = b - a - 1
    ProductSum sum;
    sum.add(a + 1, b - 1);
    sum.add(-a, b);
    const Int128 owed = b - a - 1;
    CHECK(sum.sign() == (owed > 0) - (owed < 0));
    ProductSum zero;
    zero.add(a, b);
    zero.add(b, -a);
    CHECK(zero.sign() == 0);
  }
}

#ifdef __SIZEOF_INT128__

namespace {

__extension__ using Native = __int128;
__extension__ using NativeUnsigned = unsigned __int128;

bool same(PortableUint128 a, NativeUnsigned b) {
  return a.high() == std::uint64_t(b >> 64) && std::uint64_t(a) == std::uint64_t(b);
}
bool same(PortableInt128 a, NativeUnsigned b) { return same(PortableUint128(a), b); }

int sign(const auto& value) { return (value > 0) - (value < 0); }

}  // namespace

TEST(portable_int128_agrees_with_the_compiler) {
  Words words;
  for (int i = 0; i < 1000000; ++i) {
    const std::uint64_t w[] = {words.next(), words.next(), words.next(), words.next()};
    const PortableUint128 a{w[0], w[1]}, b{w[2], w[3]};
    const NativeUnsigned x = NativeUnsigned{w[0]} << 64 | w[1],
                         y = NativeUnsigned{w[2]} << 64 | w[3];
    const unsigned count = w[3] % 128;
    CHECK(same(a + b, x + y) && same(a - b, x - y) && same(a * b, x * y) && same(-a, -x));
    CHECK(same(a << count, x << count) && same(a >> count, x >> count));
    CHECK(same(a | b, x | y) && same(~a, ~x));
    CHECK((a < b) == (x < y) && (a == b) == (x == y));
    // As signed numbers. The compiler's sums and products are taken unsigned: signed, they
    // overflow.
    const PortableInt128 c{a}, d{b};
    CHECK(same(c + d, x + y) && same(c - d, x - y) && same(c * d, x * y) && same(-c, -x));
    CHECK((c < d) == (Native(x) < Native(y)) && sign(c) == sign(Native(x)));
    const auto n = static_cast<std::int64_t>(w[0]);
    CHECK(same(PortableInt128{n}, NativeUnsigned(Native{n})));
  }
}

TEST(portable_product_sums_agree_with_the_compiler) {
  Words words;
  for (int i = 0; i < 200000; ++i) {
    BasicProductSum<PortableInt128, PortableUint128> portable;
    BasicProductSum<Native, NativeUnsigned> native;
    for (int k = 0; k < 3; ++k) {
      // Below 2^126, of either sign: three products stay below 2^255.
      std::uint64_t w[4];
      for (std::uint64_t& word : w) word = words.next();
      const NativeUnsigned x = (NativeUnsigned{w[0]} << 64 | w[1]) >> 2;
      const NativeUnsigned y = (NativeUnsigned{w[2]} << 64 | w[3]) >> 2;
      const bool minus_x = w[1] % 3 == 0, minus_y = w[3] % 3 == 0;
      const Native a = minus_x ? -Native(x) : Native(x), b = minus_y ? -Native(y) : Native(y);
      const auto as_portable = [](Native n) {
        const auto bits = NativeUnsigned(n);
        return PortableInt128{PortableUint128{std::uint64_t(bits >> 64), std::uint64_t(bits)}};
      };
      native.add(a, b);
      portable.add(as_portable(a), as_portable(b));
      CHECK(portable.sign() == native.sign());
    }
  }
}

#endif

}  // namespace CLEARWAY_TEST_FILE
