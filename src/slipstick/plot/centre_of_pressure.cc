#include "slipstick/plot/centre_of_pressure.h"

#include <algorithm>
#include <limits>
#include <map>

namespace slipstick::plot {
namespace {

constexpr double kNoLoad = 1e-4;  // of the largest load: smaller ones are the tolerance of a solver

CentreOfPressure Unloaded(int body, int64_t rows) {
  CentreOfPressure centre{body, {}, {}, {}};
  for (auto* numbers : {&centre.x, &centre.y, &centre.load}) numbers->assign(rows, 0.0);
  return centre;
}

void Add(CentreOfPressure& centre, int64_t row, const double* point, double force) {
  centre.x[row] += force * point[0];
  centre.y[row] += force * point[1];
  centre.load[row] += force;
}

/// Sums become means.
void Divide(CentreOfPressure& centre, double least) {
  for (size_t k = 0; k < centre.load.size(); ++k) {
    const double load = centre.load[k] > least ? centre.load[k] : std::numeric_limits<double>::quiet_NaN();
    centre.x[k] /= load, centre.y[k] /= load;
  }
}

}  // namespace

std::vector<CentreOfPressure> CentresOfPressure(const Recording& r) {
  const record::ContactTable& c = r.contacts;
  std::map<int, CentreOfPressure> by_body;
  by_body.emplace(model::kWorld,
                  Unloaded(model::kWorld, r.size()));  // the smallest index: all bodies together
  for (int64_t i = 0; i < c.size(); ++i) {
    const bool a_is_world = c.body_a[i] == model::kWorld;
    const double force = (a_is_world ? -1.0 : 1.0) * c.force[3 * i + 2];
    if ((!a_is_world && c.body_b[i] != model::kWorld) || !(force > 0.0)) continue;
    const int body = a_is_world ? c.body_b[i] : c.body_a[i];
    Add(by_body.at(model::kWorld), c.row[i], &c.point[3 * i], force);
    Add(by_body.try_emplace(body, Unloaded(body, r.size())).first->second, c.row[i], &c.point[3 * i], force);
  }
  std::vector<CentreOfPressure> centres;
  for (auto& entry : by_body) centres.push_back(std::move(entry.second));
  const std::vector<double>& loads = centres.front().load;
  const double largest = loads.empty() ? 0.0 : *std::max_element(loads.begin(), loads.end());
  for (CentreOfPressure& centre : centres) Divide(centre, kNoLoad * largest);
  return centres;
}

}  // namespace slipstick::plot
