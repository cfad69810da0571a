// Results describe their fields once; keeping them in files, reading them back and printing them follow from
// that.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace slipstick::measure {

/// A number that there is none for: not measured, or not finite.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Sees every field of a result in turn.
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;
  virtual void Number(const char* key, double& value) = 0;
  virtual void Integer(const char* key, int& value) = 0;
  virtual void Flag(const char* key, bool& value) = 0;
  virtual void Series(const char* key, std::vector<double>& values) = 0;
};

/// A result as JSON. Numbers come back bit for bit; those that are not finite as kUnknown.
template <class Result>
std::string ToJson(const Result& result);

/// False, with the result in any state, unless the text is what ToJson writes for such a result.
template <class Result>
bool FromJson(const std::string& text, Result& result);

// --- how
// ------------------------------------------------------------------------------------------------------------

class FieldWriter : public FieldVisitor {
 public:
  void Number(const char* key, double& value) override;
  void Integer(const char* key, int& value) override;
  void Flag(const char* key, bool& value) override;
  void Series(const char* key, std::vector<double>& values) override;
  std::string Finish() const { return "{" + text_ + "}"; }

 private:
  void Add(const char* key, const std::string& value);
  std::string text_;
};

class FieldReader : public FieldVisitor {
 public:
  explicit FieldReader(const std::string& text);
  ~FieldReader() override;
  void Number(const char* key, double& value) override;
  void Integer(const char* key, int& value) override;
  void Flag(const char* key, bool& value) override;
  void Series(const char* key, std::vector<double>& values) override;
  bool Finish() const;  ///< all that was asked for was there, and nothing else

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

template <class Result>
std::string ToJson(const Result& result) {
  FieldWriter writer;
  Result(result).Visit(writer);
  return writer.Finish();
}

template <class Result>
bool FromJson(const std::string& text, Result& result) {
  FieldReader reader(text);
  result.Visit(reader);
  return reader.Finish();
}

}  // namespace slipstick::measure
