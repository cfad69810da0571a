#include "experiments/stewart_trinkle/ball_cascade.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "experiments/stewart_trinkle/paper_scenes.h"
#include "experiments/stewart_trinkle/stewart_trinkle_experiments.h"

namespace slipstick::stewart_trinkle_experiments {
namespace {

constexpr double kBallMass = 1.0, kBallRadius = 0.1, kBallInertia = 4e-3;  // kg, m, kg m²
constexpr double kCascadeStep = 0.0025;                                    // s
constexpr double kPaperLanding = 0.42, kPaperCollision = 0.59;
constexpr const char* kBallNames[] = {"thrown", "first", "second", "third"};

// ---- measuring -----------------------------------------------------------------------------------

Vec3<double> Three(const Eigen::VectorXd& of, int from) { return {of(from), of(from + 1), of(from + 2)}; }

int BallOf(int body) { return body == model::kWorld ? kTable : body; }

/// Whether there is an impulse between these two.
bool HasImpulse(const StepView& step, int one, int other) {
  return std::any_of(
      step.report.contacts.begin(), step.report.contacts.end(), [&](const ContactReport& contact) {
        const int a = BallOf(contact.body_a), b = BallOf(contact.body_b);
        return contact.mode != ContactMode::kOpen && ((a == one && b == other) || (a == other && b == one));
      });
}

BallStep Impulses(const World& world, const StepView& step) {
  BallStep result;
  result.t = step.after.t;
  const Vec3<double> weight = kBallMass * Three(world.model().gravity(), 0);
  const Eigen::VectorXd change = step.after.v - step.before.v;
  Vec3<double> linear[kBalls], angular[kBalls];
  for (int ball = 0; ball < kBalls; ++ball) {
    linear[ball] = kBallMass * Three(change, 6 * ball) - step.h * weight;
    angular[ball] = kBallInertia * Three(change, 6 * ball + 3);
  }
  for (const ContactReport& contact : step.report.contacts) {
    const Vec3<double> impulse = step.h * contact.force;
    const double normal = Dot(impulse, contact.normal);
    const int a = BallOf(contact.body_a), b = BallOf(contact.body_b);
    result.impulses.push_back({a, b, normal, impulse - normal * contact.normal});
    const auto account = [&](int ball, const Vec3<double>& given, const Vec3<double>& arm) {
      if (ball == kTable) return;
      linear[ball] = linear[ball] - given;
      angular[ball] = angular[ball] - Cross(arm, given);
    };
    // On the surface of either ball: at the linearisation point they overlap, so these are two points.
    account(a, impulse, -kBallRadius * contact.normal);
    account(b, -1.0 * impulse, kBallRadius * contact.normal);
  }
  for (int ball = 0; ball < kBalls; ++ball) {
    result.linear_rest[ball] = Length(linear[ball]);
    result.angular_rest[ball] = Length(angular[ball]);
  }
  return result;
}

// ---- report --------------------------------------------------------------------------------------

std::string BallName(int ball) { return ball == kTable ? "table" : kBallNames[ball]; }

plot::ReportTable TabulateBallEvents(const BallPaths& paths) {
  plot::ReportTable table{"events",
                          {{"event", "event", "", true},
                           {"paper", "paper [s]", "Approximate."},
                           {"time", "ours [s]", "End of the step of the event."}},
                          {}};
  table.rows.push_back({plot::TextCell("thrown ball reaches the table"), FixedCell(kPaperLanding, 2),
                        FixedCell(paths.landing, 4)});
  table.rows.push_back({plot::TextCell("collision with the first ball of the row"),
                        FixedCell(kPaperCollision, 2), FixedCell(paths.collision.t, 4)});
  return table;
}

plot::ReportTable TabulateImpulses(const std::string& name, const BallStep& step) {
  plot::ReportTable table{name,
                          {{"on", "on", "The ball that it acts on.", true},
                           {"from", "from", "", true},
                           {"normal", "normal [N s]", ""},
                           {"friction", "friction [N s]", "Magnitude."},
                           {"friction_x", "friction x", "On the ball named first, along x."},
                           {"friction_y", "y", ""},
                           {"friction_z", "z", "Up."}},
                          {}};
  for (const BallImpulse& impulse : step.impulses) {
    const Vec3<double>& friction = impulse.friction;
    table.rows.push_back({plot::TextCell(BallName(impulse.a)), plot::TextCell(BallName(impulse.b)),
                          FixedCell(impulse.normal, 4), FixedCell(Length(friction), 4),
                          FixedCell(friction.x, 4), FixedCell(friction.y, 4), FixedCell(friction.z, 4)});
  }
  return table;
}

plot::ReportTable TabulateBalance(const BallStep& step) {
  plot::ReportTable table{
      "balance",
      {{"ball", "ball", "", true},
       {"linear", "momentum [N s]", "Residual: change minus impulses and gravity."},
       {"angular", "angular momentum [N m s]", "Residual: change minus moments of impulses."}},
      {}};
  for (int ball = 0; ball < kBalls; ++ball)
    table.rows.push_back({plot::TextCell(BallName(ball)), plot::NumberCell(step.linear_rest[ball]),
                          plot::NumberCell(step.angular_rest[ball])});
  return table;
}

plot::ReportFigure DrawPaths(const BallPaths& paths, const std::vector<double> (BallPaths::*across)[kBalls],
                             const char* name, const char* caption, const char* title, const char* axis) {
  plot::ReportFigure figure{name, caption, {}};
  figure.plot.title = title;
  figure.plot.x = {"x [m]"};
  figure.plot.y = {axis};
  for (int ball = 0; ball < kBalls; ++ball)
    figure.plot.series.push_back({BallName(ball), paths.x[ball], (paths.*across)[ball]});
  figure.plot.height = 520;  // about equal scales for the elevation
  return figure;
}

}  // namespace

BallPaths MeasureBallPaths(const measure::MeasuredScene& balls, const measure::Method& method, double h) {
  BallPaths paths;
  const auto add_instant = [&](const State& state) {
    paths.t.push_back(state.t);
    for (int ball = 0; ball < kBalls; ++ball) {
      paths.x[ball].push_back(state.q(7 * ball));
      paths.y[ball].push_back(state.q(7 * ball + 1));
      paths.z[ball].push_back(state.q(7 * ball + 2));
    }
  };
  const Scene scene = measure::BuildFor(balls, method, h);
  RunScene(scene, [&](const StepView& step) {
    if (paths.t.empty()) add_instant(step.before);
    add_instant(step.after);
    if (std::isnan(paths.landing) && HasImpulse(step, 0, kTable)) paths.landing = step.after.t;
    if (!std::isnan(paths.collision.t) && std::isnan(paths.second.t))
      paths.second = Impulses(*scene.world, step);
    if (std::isnan(paths.collision.t) && HasImpulse(step, 0, 1))
      paths.collision = Impulses(*scene.world, step);
  });
  return paths;
}

std::vector<plot::ReportSection> BallCascade(measure::MeasurementQueue& queue) {
  ThrowIfStopped(queue.stop());
  const BallPaths paths = MeasureBallPaths(*BallsScene(), AsPublished(), kCascadeStep);
  plot::ReportSection collision;
  collision.heading = "Stewart and Trinkle 2000, Fig. 6: impulses of the collision";
  collision.paragraphs.emplace_back(
      "The thrown ball reaches the table, rolls, and hits the first of three balls with tiny gaps between "
      "them, in steps of 2.5 ms. The paper draws the impulses of the collision step as arrows and gives no "
      "numbers. It states: friction lifts the thrown ball, presses the first one onto the table and gives it "
      "back-spin, which the table and the second ball resist, and so on to the end of the row, all in the "
      "same step.");
  collision.remarks = {
      "The last table is for the next step: a position constraint first closes the remaining gap and stops "
      "the balls only then, so the collision takes two steps.",
      "Impulses act on the surface of each ball. At the linearisation point balls overlap by their approach "
      "within the step, so the two points differ and the total angular momentum is conserved only in the "
      "limit of short steps."};
  collision.tables = {TabulateBallEvents(paths), TabulateImpulses("impulses", paths.collision),
                      TabulateBalance(paths.collision), TabulateImpulses("second-impulses", paths.second)};
  plot::ReportSection drawn;
  drawn.heading = "Stewart and Trinkle 2000, Fig. 7 and 8: paths of the balls";
  drawn.figures = {
      DrawPaths(paths, &BallPaths::z, "fig-7", "Centres of the balls from the side.",
                "Four balls: elevation (Fig. 7)", "z [m]"),
      DrawPaths(paths, &BallPaths::y, "fig-8", "Centres of the balls from above, stretched along y.",
                "Four balls: plan (Fig. 8)", "y [m]")};
  drawn.paragraphs.emplace_back(
      "Over 1 s. Numbered by the captions of the paper, elevation before plan; its text has the opposite "
      "order.");
  return {collision, drawn};
}

}  // namespace slipstick::stewart_trinkle_experiments
