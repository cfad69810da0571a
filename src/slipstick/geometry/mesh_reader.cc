#include "slipstick/geometry/mesh_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_xml.h"
#include "slipstick/core/read_file.h"
#include "slipstick/geometry/collada_reader.h"

namespace slipstick::geometry {
namespace {

using Points = std::vector<Eigen::Vector3d>;

constexpr size_t kStlHeader = 84, kStlTriangle = 50;  ///< bytes of a binary STL file

std::string ReadMeshFile(const std::string& path, const std::string& where) {
  std::optional<std::string> bytes = ReadFile(path);
  if (!bytes)
    throw InputError(
        fmt::format("{}: mesh '{}' cannot be read; check that the file exists and is readable", where, path));
  return *std::move(bytes);
}

/// Little-endian numbers; all supported machines are little-endian.
template <class T>
T Number(const std::string& bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

Points BinaryStl(const std::string& bytes) {
  Points points;
  for (size_t at = kStlHeader; at < bytes.size(); at += kStlTriangle)
    for (size_t corner = 12; corner < 48; corner += 12)  // after the normal
      points.emplace_back(Number<float>(bytes, at + corner), Number<float>(bytes, at + corner + 4),
                          Number<float>(bytes, at + corner + 8));
  return points;
}

/// Three numbers after each line that starts with the keyword; other lines are not needed for a hull.
Points TextPoints(const std::string& text, const std::string& keyword, const std::string& place) {
  Points points;
  std::istringstream lines(text);
  std::string line, word;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    if (!(words >> word) || word != keyword) continue;
    Eigen::Vector3d p;
    if (!(words >> p.x() >> p.y() >> p.z()))
      throw InputError(fmt::format(
          "{}, line {}: '{}' must be followed by three numbers, found '{}'; export the mesh again", place,
          number, keyword, line));
    points.push_back(p);
  }
  return points;
}

Points ReadStl(const std::string& bytes, const std::string& place) {
  if (bytes.size() >= kStlHeader) {
    const auto triangles = static_cast<size_t>(Number<uint32_t>(bytes, 80));
    if (bytes.size() == kStlHeader + kStlTriangle * triangles) return BinaryStl(bytes);
    if (bytes.compare(0, 5, "solid") != 0)
      throw InputError(fmt::format(
          "{}: has a header for {} triangles, which take {} bytes, but {} bytes in total; the file is "
          "truncated or not an STL file: export it again",
          place, triangles, kStlHeader + kStlTriangle * triangles, bytes.size()));
  }
  if (bytes.compare(0, 5, "solid") != 0)
    throw InputError(fmt::format(
        "{}: {} bytes that are neither a binary STL (84 bytes or more) nor a text one ('solid ...'); "
        "export it again",
        place, bytes.size()));
  return TextPoints(bytes, "vertex", place);
}

bool HasEnding(const std::string& path, std::string ending) {
  if (path.size() < ending.size()) return false;
  return std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](char l, char r) { return l == (r >= 'A' && r <= 'Z' ? r - 'A' + 'a' : r); });
}

Points ReadPoints(const std::string& path, const std::string& where, const std::string& place) {
  const bool is_stl = HasEnding(path, ".stl"), is_obj = HasEnding(path, ".obj"),
             is_dae = HasEnding(path, ".dae");
  if (!is_stl && !is_obj && !is_dae)
    throw InputError(
        fmt::format("{}: only .stl, .obj and .dae are read; convert the file or use a simple shape", place));
  std::error_code unknown;  // reading the file reports what is wrong
  if (const std::uintmax_t size = std::filesystem::file_size(path, unknown);
      is_dae && !unknown && size > kMaxXmlBytes)
    throw InputError(fmt::format("{}: larger than {} MB, the most that is read; simplify the mesh", place,
                                 kMaxXmlBytes >> 20));
  const std::string bytes = ReadMeshFile(path, where);
  if (is_dae) return ReadColladaPoints(bytes, place);
  return is_stl ? ReadStl(bytes, place) : TextPoints(bytes, "v", place);
}

}  // namespace

Points ReadMeshPoints(const model::MeshGeometry& mesh, const std::string& where) {
  if (mesh.path.empty())
    throw InputError(
        fmt::format("{}: mesh '{}' was not found when the model was read; put the file where its uri "
                    "points, or give the reader the folder of its package",
                    where, mesh.uri));
  if (!mesh.scale.allFinite() || (mesh.scale.array() == 0.0).any())
    throw InputError(fmt::format("{}: mesh scale = ({}, {}, {}), each must be finite and not 0", where,
                                 mesh.scale.x(), mesh.scale.y(), mesh.scale.z()));
  const std::string place = fmt::format("{}: mesh '{}'", where, mesh.path);
  Points points = ReadPoints(mesh.path, where, place);
  if (points.empty()) throw InputError(fmt::format("{}: no vertices of faces in it; export it again", place));
  for (Eigen::Vector3d& p : points) p = p.cwiseProduct(mesh.scale);
  return points;
}

}  // namespace slipstick::geometry
