#include "slipstick/core/fields_json.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace slipstick {
namespace {

bool ReadJsonNumber(const nlohmann::ordered_json& json, double& value) {
  if (json.is_null()) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (!json.is_number()) return false;
  value = json.get<double>();
  return true;
}

}  // namespace

// --- writing ---------------------------------------------------------------------------------------

struct JsonWriter::Document {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
};

JsonWriter::JsonWriter() : document_(std::make_unique<Document>()) {}
JsonWriter::~JsonWriter() = default;

std::string JsonWriter::Text() const { return document_->json.dump(); }  // non-finite numbers as null

void JsonWriter::VisitFlag(const FieldLabel& label, bool& value) { document_->json[label.name] = value; }
void JsonWriter::VisitInteger(const FieldLabel& label, int& value) { document_->json[label.name] = value; }
void JsonWriter::VisitNumber(const FieldLabel& label, double& value) { document_->json[label.name] = value; }
void JsonWriter::VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) {
  document_->json[label.name] = names[value];
}
void JsonWriter::VisitPoints(const FieldLabel& label, std::vector<double>& values) {
  document_->json[label.name] = values;
}
void JsonWriter::VisitSeries(const FieldLabel& label, std::vector<double>& values) {
  document_->json[label.name] = values;
}

// --- reading ---------------------------------------------------------------------------------------

struct JsonReader::Document {
  nlohmann::ordered_json json;
  size_t visited = 0;
  bool ok = true;

  /// Null if it is not there.
  const nlohmann::ordered_json* Find(const char* name) {
    ++visited;
    ok = ok && json.contains(name);
    return ok ? &json[name] : nullptr;
  }
};

JsonReader::JsonReader(const std::string& text) : document_(std::make_unique<Document>()) {
  document_->json = nlohmann::ordered_json::parse(text, nullptr, false);
  document_->ok = document_->json.is_object();
}
JsonReader::~JsonReader() = default;

void JsonReader::VisitFlag(const FieldLabel& label, bool& value) {
  const auto* json = document_->Find(label.name);
  if (!json) return;
  document_->ok = json->is_boolean();
  if (document_->ok) value = json->get<bool>();
}

void JsonReader::VisitInteger(const FieldLabel& label, int& value) {
  const auto* json = document_->Find(label.name);
  if (!json) return;
  document_->ok = json->is_number_integer();
  if (document_->ok) value = json->get<int>();
}

void JsonReader::VisitNumber(const FieldLabel& label, double& value) {
  if (const auto* json = document_->Find(label.name)) document_->ok = ReadJsonNumber(*json, value);
}

void JsonReader::VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) {
  const auto* json = document_->Find(label.name);
  if (!json) return;
  const auto found =
      json->is_string() ? std::find(names.begin(), names.end(), json->get<std::string>()) : names.end();
  document_->ok = found != names.end();
  if (document_->ok) value = static_cast<int>(found - names.begin());
}

void JsonReader::VisitPoints(const FieldLabel& label, std::vector<double>& values) {
  VisitSeries(label, values);
}

void JsonReader::VisitSeries(const FieldLabel& label, std::vector<double>& values) {
  const auto* json = document_->Find(label.name);
  if (!json) return;
  document_->ok = json->is_array();
  values.clear();
  if (!document_->ok) return;
  for (const auto& entry : *json) {
    values.push_back(0.0);
    if (!ReadJsonNumber(entry, values.back())) document_->ok = false;
  }
}

bool JsonReader::IsComplete() const { return document_->ok && document_->json.size() == document_->visited; }

}  // namespace slipstick
