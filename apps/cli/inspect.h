// slipstick inspect: what is in a robot file, and what was made of it.
#pragma once

#include <string>

#include "slipstick/model/urdf/urdf_reader.h"

namespace slipstick::cli {

struct InspectOptions {
  std::string file;
  UrdfOptions urdf;
  bool json = false;
  bool colour = false;  ///< for the text report
};

/// Reads the file and returns the report. InputError if the file is refused.
std::string Inspect(const InspectOptions& options);

/// The two forms of the report.
std::string InspectionAsText(const std::string& file, const UrdfResult& urdf, const Model& model,
                             bool colour);
std::string InspectionAsJson(const std::string& file, const UrdfResult& urdf, const Model& model);

}  // namespace slipstick::cli
