// Options of steppers: a struct each, whose fields are described once, beside them, for the command line,
// scene files and every other reader.
//
//   struct EulerOptions {
//     bool semi_implicit = false;
//     void Visit(OptionVisitor& visit) {
//       visit.Flag("semi_implicit", semi_implicit, "move positions with the new velocity");
//     }
//   };
#pragma once

#include <map>
#include <string>
#include <vector>

namespace slipstick {

/// Text by name, as it comes from a command line or a file.
using OptionValues = std::map<std::string, std::string>;

struct OptionInfo {
  std::string name;
  std::string type;  ///< "flag", "integer", "number", "points", or the choices: "surface|touchdown"
  std::string default_value;
  std::string unit;   ///< of numbers; may be empty
  std::string range;  ///< of numbers: "0 to 1", ">= 0"
  std::string help;
};

struct Range {
  double lower, upper;  ///< both allowed
};
/// "0 to 1", or ">= 0".
std::string Text(const Range& range);

/// Sees every option of a struct in turn.
class OptionVisitor {
 public:
  virtual ~OptionVisitor() = default;
  virtual void Flag(const char* name, bool& value, const char* help) = 0;
  virtual void Integer(const char* name, int& value, Range range, const char* help) = 0;
  virtual void Number(const char* name, double& value, Range range, const char* unit, const char* help) = 0;
  /// Points of a plane, "x y; x y; ...".
  virtual void Points(const char* name, std::vector<double>& values, const char* help) = 0;

  /// An enum whose values are 0, 1, ... in the order of `names`.
  template <class Enum>
  void Choice(const char* name, Enum& value, const std::vector<std::string>& names, const char* help) {
    int index = static_cast<int>(value);
    Choice(name, index, names, help);
    value = static_cast<Enum>(index);
  }

 protected:
  virtual void Choice(const char* name, int& value, const std::vector<std::string>& names,
                      const char* help) = 0;
};

/// What the options are, with their values as defaults.
template <class Options>
std::vector<OptionInfo> DescribeOptions(Options options = {});

/// Sets the named ones. InputError, starting with `where`, for an unknown name (lists the known ones) or a
/// value that does not fit.
template <class Options>
void SetOptions(const OptionValues& values, const std::string& where, Options& options);

// --- how
// ------------------------------------------------------------------------------------------------------------

class OptionLister : public OptionVisitor {
 public:
  void Flag(const char* name, bool& value, const char* help) override;
  void Integer(const char* name, int& value, Range range, const char* help) override;
  void Number(const char* name, double& value, Range range, const char* unit, const char* help) override;
  void Points(const char* name, std::vector<double>& values, const char* help) override;
  std::vector<OptionInfo> options;

 protected:
  void Choice(const char* name, int& value, const std::vector<std::string>& names, const char* help) override;
};

class OptionSetter : public OptionVisitor {
 public:
  OptionSetter(const OptionValues& values, std::string where) : values_(values), where_(std::move(where)) {}
  void Flag(const char* name, bool& value, const char* help) override;
  void Integer(const char* name, int& value, Range range, const char* help) override;
  void Number(const char* name, double& value, Range range, const char* unit, const char* help) override;
  void Points(const char* name, std::vector<double>& values, const char* help) override;
  void CheckAllKnown() const;

 protected:
  void Choice(const char* name, int& value, const std::vector<std::string>& names, const char* help) override;

 private:
  const std::string* Find(const char* name);
  double ParseNumber(const char* name, const std::string& text, Range range, const char* unit) const;
  [[noreturn]] void Refuse(const char* name, const std::string& text, const std::string& expected) const;

  const OptionValues& values_;
  std::string where_;
  std::vector<std::string> known_;
};

template <class Options>
std::vector<OptionInfo> DescribeOptions(Options options) {
  OptionLister lister;
  options.Visit(lister);
  return lister.options;
}

template <class Options>
void SetOptions(const OptionValues& values, const std::string& where, Options& options) {
  OptionSetter setter(values, where);
  options.Visit(setter);
  setter.CheckAllKnown();
}

}  // namespace slipstick
