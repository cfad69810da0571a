// Reflection: a struct describes each of its fields once, beside them, with name, range, unit and help. The
// default is the initialiser of the member. Options of steppers, parameters of controllers, materials and
// results all use it. Lists, setting by name, range checks and JSON (fields_json.h) follow from it.
//
//   struct EulerOptions {
//     bool semi_implicit = false;
//     void Visit(FieldVisitor& visit) {
//       visit.Flag("semi_implicit", semi_implicit, "move positions with the new velocity");
//     }
//   };
//
// A struct may call the Visit of its members: their fields are listed with its own.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace slipstick {

// --- describing one field --------------------------------------------------------------------------

/// The numbers from lower to upper, both included. Default: all finite numbers.
struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool excludes_lower = false;  ///< numbers above lower only

  bool Contains(double value) const;  ///< false for a non-finite value
};
inline constexpr Range kPositive{0.0, std::numeric_limits<double>::infinity(), true};
inline constexpr Range kNotNegative{0.0, std::numeric_limits<double>::infinity()};

/// "0 to 1", ">= 0", "> 0"; empty for all numbers.
std::string Text(const Range& range);

struct FieldLabel {
  const char* name;
  Range range = {};
  const char* unit = "";  ///< SI; "" or "1" for a pure number
  const char* help = "";
};

/// Called with every field of a struct in turn.
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;

  void Flag(const char* name, bool& value, const char* help = "") { VisitFlag({name, {}, "", help}, value); }
  void Integer(const char* name, int& value, Range range = {}, const char* help = "") {
    VisitInteger({name, range, "", help}, value);
  }
  void Number(const char* name, double& value, Range range = {}, const char* unit = "",
              const char* help = "") {
    VisitNumber({name, range, unit, help}, value);
  }
  /// An enum whose values are 0, 1, ... in the order of `names`.
  template <class Enum>
  void Choice(const char* name, Enum& value, const std::vector<std::string>& names, const char* help = "") {
    int index = static_cast<int>(value);
    VisitChoice({name, {}, "", help}, index, names);
    value = static_cast<Enum>(index);
  }
  /// Points of a plane, one after the other; as text "x y; x y; ...".
  void Points(const char* name, std::vector<double>& values, const char* help = "") {
    VisitPoints({name, {}, "", help}, values);
  }
  /// Numbers of a result, such as one per step. They cannot be set by text.
  void Series(const char* name, std::vector<double>& values, const char* unit = "", const char* help = "") {
    VisitSeries({name, {}, unit, help}, values);
  }

 protected:
  virtual void VisitFlag(const FieldLabel& label, bool& value) = 0;
  virtual void VisitInteger(const FieldLabel& label, int& value) = 0;
  virtual void VisitNumber(const FieldLabel& label, double& value) = 0;
  virtual void VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) = 0;
  virtual void VisitPoints(const FieldLabel& label, std::vector<double>& values) = 0;
  virtual void VisitSeries(const FieldLabel& label, std::vector<double>& values) = 0;
};

template <class T>
concept HasFields = requires(T fields, FieldVisitor& visit) {
  fields.Visit(visit);
};

// --- using the description -------------------------------------------------------------------------

/// A field as a list shows it.
struct FieldInfo {
  std::string name;
  std::string type;  ///< "flag", "integer", "number", "points", "series", or the choices: "surface|touchdown"
  std::string default_value;
  std::string unit;  ///< of numbers; may be empty
  Range range;       ///< of numbers
  std::string help;
};

/// Texts by name, as a command line or a file gives them.
using FieldValues = std::map<std::string, std::string>;

/// All fields, with their values as defaults.
template <HasFields Fields>
std::vector<FieldInfo> DescribeFields(Fields fields = {});

/// Sets the named fields. InputError, starting with `where`, for an unknown name (with the nearest known
/// ones) and for a value of the wrong type or out of range.
template <HasFields Fields>
void SetFields(const FieldValues& values, const std::string& where, Fields& fields);

/// InputError, starting with `where`, for the first number that is out of range.
template <HasFields Fields>
void CheckFields(const Fields& fields, const std::string& where);

/// A number of a struct and its description.
struct NumberField {
  FieldLabel label;
  double* value;
};
/// All fields of type double, for loops over them. They point into `fields`.
template <HasFields Fields>
std::vector<NumberField> NumberFields(Fields& fields);

/// Throws InputError: "WHERE: NAME = VALUE UNIT, must be between LOWER and UPPER (HELP)."
[[noreturn]] void RefuseNumber(const std::string& where, const FieldInfo& field, double value);

// --- implementation --------------------------------------------------------------------------------

class FieldLister : public FieldVisitor {
 public:
  std::vector<FieldInfo> fields;

 protected:
  void VisitFlag(const FieldLabel& label, bool& value) override;
  void VisitInteger(const FieldLabel& label, int& value) override;
  void VisitNumber(const FieldLabel& label, double& value) override;
  void VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) override;
  void VisitPoints(const FieldLabel& label, std::vector<double>& values) override;
  void VisitSeries(const FieldLabel& label, std::vector<double>& values) override;
};

class FieldSetter : public FieldVisitor {
 public:
  FieldSetter(const FieldValues& values, std::string where) : values_(values), where_(std::move(where)) {}
  void CheckAllKnown() const;

 protected:
  void VisitFlag(const FieldLabel& label, bool& value) override;
  void VisitInteger(const FieldLabel& label, int& value) override;
  void VisitNumber(const FieldLabel& label, double& value) override;
  void VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) override;
  void VisitPoints(const FieldLabel& label, std::vector<double>& values) override;
  void VisitSeries(const FieldLabel& label, std::vector<double>& values) override;

 private:
  const std::string* Find(const char* name);
  double ParseNumber(const FieldLabel& label, const std::string& text) const;
  [[noreturn]] void Refuse(const char* name, const std::string& text, const std::string& expected) const;

  const FieldValues& values_;
  std::string where_;
  std::vector<std::string> known_;
};

class RangeChecker : public FieldVisitor {
 public:
  explicit RangeChecker(std::string where) : where_(std::move(where)) {}

 protected:
  void VisitFlag(const FieldLabel&, bool&) override {}
  void VisitInteger(const FieldLabel& label, int& value) override;
  void VisitNumber(const FieldLabel& label, double& value) override;
  void VisitChoice(const FieldLabel&, int&, const std::vector<std::string>&) override {}
  void VisitPoints(const FieldLabel&, std::vector<double>&) override {}
  void VisitSeries(const FieldLabel&, std::vector<double>&) override {}

 private:
  std::string where_;
};

class NumberCollector : public FieldVisitor {
 public:
  std::vector<NumberField> numbers;

 protected:
  void VisitFlag(const FieldLabel&, bool&) override {}
  void VisitInteger(const FieldLabel&, int&) override {}
  void VisitNumber(const FieldLabel& label, double& value) override { numbers.push_back({label, &value}); }
  void VisitChoice(const FieldLabel&, int&, const std::vector<std::string>&) override {}
  void VisitPoints(const FieldLabel&, std::vector<double>&) override {}
  void VisitSeries(const FieldLabel&, std::vector<double>&) override {}
};

template <HasFields Fields>
std::vector<FieldInfo> DescribeFields(Fields fields) {
  FieldLister lister;
  fields.Visit(lister);
  return lister.fields;
}

template <HasFields Fields>
void SetFields(const FieldValues& values, const std::string& where, Fields& fields) {
  FieldSetter setter(values, where);
  fields.Visit(setter);
  setter.CheckAllKnown();
}

template <HasFields Fields>
void CheckFields(const Fields& fields, const std::string& where) {
  RangeChecker checker(where);
  Fields(fields).Visit(checker);
}

template <HasFields Fields>
std::vector<NumberField> NumberFields(Fields& fields) {
  NumberCollector collector;
  fields.Visit(collector);
  return collector.numbers;
}

}  // namespace slipstick
