// An option of a planner, declared once: other languages read their names, types, defaults, ranges
// and documentation from here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace clearway {

struct OptionSpec {
  enum class Type : std::uint8_t { flag, whole, number };
  // Which calls accept the option; 0: only the core, for tests and measurements.
  enum Use : std::uint8_t { when_made = 1, when_finding = 2, when_improving = 4 };

  std::string_view name;
  Type type;
  std::uint8_t uses;
  double initial;  // the default. Flags: 0 or 1; NaN: none, or the planner chooses
  // The accepted range. Flags: 0 and 1. If is_open, `least` itself is excluded.
  double least, most;
  bool is_open;
  std::string_view doc;  // one line

  // The range in words, e.g. "a whole number from 1 to 4".
  std::string range() const;
  // Throws InvalidInput, naming the option, the value and the range.
  void check(double value) const;
};

// An option by name and its value; flags are 0 or 1.
using NamedValue = std::pair<std::string, double>;

}  // namespace clearway
