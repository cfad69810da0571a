#include "slipstick/measure/fields.h"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace slipstick::measure {
namespace {

/// The shortest text that reads back as the same number.
std::string NumberText(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

bool ReadNumberField(const nlohmann::json& json, double& value) {
  if (json.is_null()) {
    value = kUnknown;
    return true;
  }
  if (!json.is_number()) return false;
  value = json.get<double>();
  return true;
}

}  // namespace

void FieldWriter::Add(const char* key, const std::string& value) {
  text_ += fmt::format("{}\"{}\": {}", text_.empty() ? "" : ", ", key, value);
}

void FieldWriter::Number(const char* key, double& value) { Add(key, NumberText(value)); }
void FieldWriter::Integer(const char* key, int& value) { Add(key, std::to_string(value)); }
void FieldWriter::Flag(const char* key, bool& value) { Add(key, value ? "true" : "false"); }

void FieldWriter::Series(const char* key, std::vector<double>& values) {
  std::string list;
  for (const double value : values) list += (list.empty() ? "" : ", ") + NumberText(value);
  Add(key, "[" + list + "]");
}

struct FieldReader::Document {
  nlohmann::json json;
  size_t fields = 0;
  bool ok = true;

  /// Null if it is not there.
  const nlohmann::json* Find(const char* key) {
    ++fields;
    ok = ok && json.contains(key);
    return ok ? &json[key] : nullptr;
  }
};

FieldReader::FieldReader(const std::string& text) : document_(std::make_unique<Document>()) {
  document_->json = nlohmann::json::parse(text, nullptr, false);
  document_->ok = document_->json.is_object();
}
FieldReader::~FieldReader() = default;

void FieldReader::Number(const char* key, double& value) {
  if (const auto* json = document_->Find(key)) document_->ok = ReadNumberField(*json, value);
}

void FieldReader::Integer(const char* key, int& value) {
  const auto* json = document_->Find(key);
  if (!json) return;
  document_->ok = json->is_number_integer();
  if (document_->ok) value = json->get<int>();
}

void FieldReader::Flag(const char* key, bool& value) {
  const auto* json = document_->Find(key);
  if (!json) return;
  document_->ok = json->is_boolean();
  if (document_->ok) value = json->get<bool>();
}

void FieldReader::Series(const char* key, std::vector<double>& values) {
  const auto* json = document_->Find(key);
  if (!json) return;
  document_->ok = json->is_array();
  values.clear();
  if (!document_->ok) return;
  for (const auto& entry : *json) {
    values.push_back(0.0);
    if (!ReadNumberField(entry, values.back())) document_->ok = false;
  }
}

bool FieldReader::Finish() const { return document_->ok && document_->json.size() == document_->fields; }

}  // namespace slipstick::measure
