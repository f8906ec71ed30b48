#include "session/common/option_list.hpp"

#include <limits>

namespace clearway {

OptionSpec flag(std::string_view name, std::uint8_t uses, bool initial, std::string_view doc) {
  return {name, OptionSpec::Type::flag, uses, initial ? 1.0 : 0.0, 0, 1, false, doc};
}

OptionSpec whole(std::string_view name, std::uint8_t uses, double initial, double least,
                 double most, std::string_view doc) {
  return {name, OptionSpec::Type::whole, uses, initial, least, most, false, doc};
}

OptionSpec number(std::string_view name, std::uint8_t uses, double initial, double least,
                  double most, std::string_view doc) {
  return {name, OptionSpec::Type::number, uses, initial, least, most, false, doc};
}

OptionSpec number_above(std::string_view name, std::uint8_t uses, double initial, double least,
                        std::string_view doc) {
  return {name,  OptionSpec::Type::number,
          uses,  initial,
          least, std::numeric_limits<double>::infinity(),
          true,  doc};
}

}  // namespace clearway
