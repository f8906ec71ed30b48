// An option of a planner, declared once: other languages read their names, types, defaults, ranges
// and documentation from here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "clearway/base/error.hpp"

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

// Shorthands for declarations.
OptionSpec flag(std::string_view name, std::uint8_t uses, bool initial, std::string_view doc);
OptionSpec whole(std::string_view name, std::uint8_t uses, double initial, double least,
                 double most, std::string_view doc);
OptionSpec number(std::string_view name, std::uint8_t uses, double initial, double least,
                  double most, std::string_view doc);
OptionSpec number_above(std::string_view name, std::uint8_t uses, double initial, double least,
                        std::string_view doc);

// An option by name and its value; flags are 0 or 1.
using NamedValue = std::pair<std::string, double>;

// The planner with this name. If there is none, throws InvalidInput with a list of all names.
template <class Planner>
const Planner& find_named(std::span<const Planner> planners, std::string_view name) {
  for (const Planner& planner : planners)
    if (planner.name == name) return planner;
  std::string names;
  for (const Planner& planner : planners)
    names += (names.empty() ? "" : ", ") + std::string(planner.name);
  throw InvalidInput("no planner " + std::string(name) + "; there are: " + names);
}

// The planner's options with these values. Throws InvalidInput for an unknown name or a value out
// of range.
template <class Options, class Planner>
Options options_of(const Planner& planner, std::span<const NamedValue> values) {
  Options out;
  for (const auto& [name, value] : values) {
    bool is_known = false;
    for (const auto& option : planner.options) {
      if (option.name != name || !option.set) continue;
      option.check(value);
      option.set(out, value);
      is_known = true;
    }
    if (!is_known)
      throw InvalidInput("planner " + std::string(planner.name) + " has no option " + name);
  }
  return out;
}

}  // namespace clearway
