#include "slipstick/plot/film_instant.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::plot::film {
namespace {

using Eigen::Vector3d;

Eigen::VectorXd Configuration(const Recording& r, int64_t row) {
  return Eigen::VectorXd::Map(r.q.data() + row * r.names.nq(), r.names.nq());
}

}  // namespace

std::vector<int64_t> RowsOf(const Recording& r, const FilmOptions& options, const std::string& where) {
  std::vector<int64_t> usable;
  for (int64_t k = 0; k < r.size(); ++k) {
    const bool is_wanted = r.t[k] >= options.from && r.t[k] <= options.to;
    if (is_wanted && Configuration(r, k).allFinite()) usable.push_back(k);
  }
  if (usable.empty())
    throw InputError(fmt::format("{}: it has no row from {:g} to {:g} s; it goes from {:g} to {:g} s.", where,
                                 options.from, options.to, r.t.empty() ? 0.0 : r.t.front(),
                                 r.t.empty() ? 0.0 : r.t.back()));
  const double first = r.t[usable.front()], last = r.t[usable.back()];
  std::vector<int64_t> rows;
  for (int i = 0; i < options.figures; ++i) {
    const double t = first + (last - first) * i / std::max(options.figures - 1, 1);
    const auto nearest = std::min_element(usable.begin(), usable.end(), [&](int64_t a, int64_t b) {
      return std::abs(r.t[a] - t) < std::abs(r.t[b] - t);
    });
    if (rows.empty() || rows.back() != *nearest) rows.push_back(*nearest);
  }
  return rows;
}

Instant InstantAt(const Recording& r, const Model& model, const DrawnBodies& bodies, int64_t row) {
  Instant instant{row, {}, Vector3d::Zero(), Vector3d::Zero()};
  const Eigen::VectorXd q = Configuration(r, row);
  Workspace<double> ws(model);
  dynamics::ForwardKinematics<double>(model, q, ws);
  for (int i = 0; i < model.num_bodies(); ++i)
    instant.X_WB.push_back({ToEigen(ws.body[i].R), ToEigen(ws.p_WB(model, i))});
  if (bodies.subject == model::kWorld) return instant;
  instant.subject = instant.X_WB[bodies.subject].p;
  if (model.tree_mass(bodies.subject) > 0.0)
    instant.centre_of_mass = dynamics::CenterOfMass(model, ws, bodies.subject);
  return instant;
}

double SizeOf(const Instant& instant, const Model& model, const DrawnBodies& bodies) {
  const auto counts = [&](int body) {
    return bodies.subject == model::kWorld
               ? body != model::kWorld
               : body >= bodies.subject && body < model.subtree_end()[bodies.subject];
  };
  double reach = 1e-3;
  const auto add = [&](const Vector3d& p, double radius) {
    reach = std::max(reach, (p - instant.subject).norm() + radius);
  };
  for (const DrawnBodies::DrawnShape& shape : bodies.shapes)
    if (counts(shape.body))
      add(instant.X_WB[shape.body] * (shape.X_BS * ToEigen(shape.solid.centre)), shape.solid.bound);
  for (const auto* all : {&bodies.links, &bodies.soles})
    for (const DrawnBodies::Points& points : *all)
      for (const Vector3d& p_B : points.p_B)
        if (counts(points.body)) add(instant.X_WB[points.body] * p_B, 0.0);
  return 2.0 * reach;
}

}  // namespace slipstick::plot::film
