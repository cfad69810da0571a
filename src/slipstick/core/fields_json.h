// Structs with described fields (fields.h) as JSON.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "slipstick/core/fields.h"

namespace slipstick {

/// One JSON object. Numbers are read back bit for bit; non-finite numbers are written as null.
template <HasFields Fields>
std::string ToJson(const Fields& fields);

/// Reads null as NaN. False, with the struct in any state, unless the text is what ToJson writes for such a
/// struct: every field of the right type, and no other.
template <HasFields Fields>
bool FromJson(const std::string& text, Fields& fields);

// --- implementation --------------------------------------------------------------------------------

class JsonWriter : public FieldVisitor {
 public:
  JsonWriter();
  ~JsonWriter() override;
  std::string Text() const;

 protected:
  void VisitFlag(const FieldLabel& label, bool& value) override;
  void VisitInteger(const FieldLabel& label, int& value) override;
  void VisitNumber(const FieldLabel& label, double& value) override;
  void VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) override;
  void VisitPoints(const FieldLabel& label, std::vector<double>& values) override;
  void VisitSeries(const FieldLabel& label, std::vector<double>& values) override;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

class JsonReader : public FieldVisitor {
 public:
  explicit JsonReader(const std::string& text);
  ~JsonReader() override;
  bool IsComplete() const;  ///< all visited fields were there, and no others

 protected:
  void VisitFlag(const FieldLabel& label, bool& value) override;
  void VisitInteger(const FieldLabel& label, int& value) override;
  void VisitNumber(const FieldLabel& label, double& value) override;
  void VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) override;
  void VisitPoints(const FieldLabel& label, std::vector<double>& values) override;
  void VisitSeries(const FieldLabel& label, std::vector<double>& values) override;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

template <HasFields Fields>
std::string ToJson(const Fields& fields) {
  JsonWriter writer;
  Fields(fields).Visit(writer);
  return writer.Text();
}

template <HasFields Fields>
bool FromJson(const std::string& text, Fields& fields) {
  JsonReader reader(text);
  fields.Visit(reader);
  return reader.IsComplete();
}

}  // namespace slipstick
