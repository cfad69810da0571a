#include "slipstick/plot/film.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "slipstick/core/error.h"
#include "slipstick/plot/film_bodies.h"
#include "slipstick/plot/film_camera.h"
#include "slipstick/plot/film_figure.h"
#include "slipstick/plot/film_ground.h"
#include "slipstick/plot/film_instant.h"
#include "slipstick/plot/footprints.h"
#include "slipstick/record/settings.h"
#include "slipstick/run/recorded_run.h"
#include "slipstick/scene/scene_reader.h"

namespace slipstick::plot {
namespace film {
namespace {

using Eigen::Vector3d;

constexpr double kTravels = 0.1;  // of its size: a subject that moves less does not count as travelling
// Cosine of 20 deg: a direction of travel nearer to an axis is replaced by the axis.
constexpr double kNearAxis = 0.94;

void CheckHasScene(const Recording& r, const std::string& where) {
  if (r.settings.empty() || record::ParseRunSettings(r.settings, where).scene.empty())
    throw InputError(
        where +
        ": it holds no scene, so the shapes of its bodies are unknown; film a recording of 'slipstick "
        "run', or let the program that made it record with RunRecorder or call DrawFilm with its world.");
}

void CheckSameWorld(const Recording& r, const Model& model, const std::string& where) {
  bool same = r.names.nq() == model.nq() && r.names.bodies.size() == model.bodies().size();
  for (size_t i = 0; same && i < model.bodies().size(); ++i)
    same = r.names.bodies[i] == model.bodies()[i].name;
  if (!same) throw InputError(where + ": its bodies are not those of its scene; record again.");
}

/// Without the sign of values that are shown as zero, with two digits.
double WithoutMinus(double metres) { return std::abs(metres) < 5e-3 ? 0.0 : metres; }

class FilmMaker {
 public:
  FilmMaker(const Recording& recording, const World& world)
      : r_(recording), world_(world), bodies_(FindDrawnBodies(world)) {}

  FilmStrip Make(const std::vector<int64_t>& rows) {
    for (const int64_t row : rows) instants_.push_back(InstantAt(r_, world_.model(), bodies_, row));
    FindDirection();
    FilmStrip film;
    film.rows.push_back(SideView());
    film.rows.push_back(FrontView());
    if (travels_ && bodies_.is_robot) AddFootprints(film);
    return film;
  }

 private:
  // ---- direction of travel -----------------------------------------------------------------------

  /// A robot that walks backward is still seen from its front.
  bool IsBackward() const { return ahead_.dot(instants_[0].X_WB[bodies_.subject].R.col(0)) < 0.0; }

  /// The main direction of travel, and the direction to its left.
  void FindDirection() {
    size_ = SizeOf(instants_.front(), world_.model(), bodies_);
    Vector3d travel = instants_.back().subject - instants_.front().subject;
    travel.z() = 0.0;
    travels_ = bodies_.is_free && travel.norm() > kTravels * size_;
    ahead_ = travels_ ? travel.normalized() : Vector3d(Vector3d::UnitX());
    if (travels_ && bodies_.is_robot && IsBackward()) ahead_ = -ahead_;
    if (std::abs(ahead_.x()) > kNearAxis) ahead_ = Vector3d::UnitX(), axis_ = "x";
    if (std::abs(ahead_.y()) > kNearAxis) ahead_ = Vector3d::UnitY(), axis_ = "y";
    aside_ = Vector3d::UnitZ().cross(ahead_);
    FitStraightPath();
  }

  /// Least-squares line of the subject's path, seen from above.
  void FitStraightPath() {
    const double n = static_cast<double>(instants_.size());
    for (const Instant& instant : instants_) middle_ += instant.subject / n;
    double covariance = 0.0, variance = 0.0;
    for (const Instant& instant : instants_) {
      const double along = ahead_.dot(instant.subject - middle_);
      covariance += along * aside_.dot(instant.subject - middle_), variance += along * along;
    }
    if (travels_) slope_ = covariance / variance;
  }

  /// The point on the ground below p.
  Vector3d OnGround(Vector3d p) const {
    p.z() = GroundHeight(world_, bodies_.grounds, p).value_or(0.0);
    return p;
  }

  /// The position of the subject on the straight path; the deviation from it is sway.
  Vector3d OnStraightPath(const Instant& instant) const {
    const double along = travels_ ? ahead_.dot(instant.subject - middle_) : 0.0;
    return middle_ + along * (ahead_ + slope_ * aside_);
  }

  std::string PlaceOf(const Instant& instant) const {
    if (axis_.empty())
      return fmt::format("after {:.2f} m", WithoutMinus(ahead_.dot(instant.subject - instants_[0].subject)));
    return fmt::format("{} = {:.2f} m", axis_, WithoutMinus(ahead_.dot(instant.subject)));
  }

  // ---- views -----------------------------------------------------------------------------------

  FilmStrip::Row SideView() const {
    const Camera camera{ahead_, Vector3d::UnitZ()};
    FilmStrip::Row row{"From the side, " + (axis_.empty() ? "along its path" : axis_ + " to the right"), {}};
    for (const Instant& instant : instants_) {
      row.figures.push_back(
          FigureOf(instant, camera, OnGround(bodies_.is_free ? instant.subject : instants_[0].subject)));
      if (travels_) row.figures.back().remark = PlaceOf(instant);
    }
    row.at_true_places = AreApart(row.figures);
    return row;
  }

  FilmStrip::Row FrontView() const {
    const Camera camera{aside_, Vector3d::UnitZ()};
    FilmStrip::Row row{axis_ == "x" ? "From the front, y to the right" : "From the front", {}};
    for (const Instant& instant : instants_) {
      row.figures.push_back(FigureOf(instant, camera, OnGround(OnStraightPath(instant))));
      row.figures.back().has_plumb_line = bodies_.is_free && bodies_.is_robot;
    }
    return row;
  }

  void AddFootprints(FilmStrip& film) const {
    const Camera from_above{ahead_, aside_};
    FilmStrip::Row row{"From above: footprints and centre of pressure", {}, true, true};
    Figure figure = Footprints(r_, bodies_, from_above, instants_.front().row, instants_.back().row);
    figure.origin = from_above.Seen(instants_[0].subject);
    if (figure.paths.empty()) return;
    row.figures.push_back(std::move(figure));
    film.rows.push_back(std::move(row));
  }

  /// Figures do not overlap at their true places.
  bool AreApart(const std::vector<Figure>& figures) const {
    if (!travels_ || figures.size() < 2) return false;
    double end = -std::numeric_limits<double>::infinity();
    for (const Figure& figure : figures) {
      Eigen::AlignedBox2d box;
      for (const FilmStrip::Patch& patch : figure.patches)
        if (patch.tone != FilmStrip::Tone::kFixed)
          for (const Point& point : patch.outline) box.extend(point);
      if (box.min().x() < end) return false;
      end = box.max().x();
    }
    return true;
  }

  Figure FigureOf(const Instant& instant, const Camera& camera, const Vector3d& origin) const {
    const double travel = (instants_.back().subject - instants_.front().subject).norm();
    Figure figure = FigureMaker(r_, world_, bodies_, size_, travel).Make(instant, camera, origin);
    figure.caption = fmt::format("{:.{}f} s", r_.t[instant.row], Digits());
    return figure;
  }

  /// Decimal digits that distinguish the instants.
  int Digits() const {
    const double apart =
        (r_.t[instants_.back().row] - r_.t[instants_.front().row]) / static_cast<double>(instants_.size());
    return apart > 0.0 ? std::clamp(static_cast<int>(std::ceil(0.7 - std::log10(apart))), 1, 6) : 3;
  }

  const Recording& r_;
  const World& world_;
  DrawnBodies bodies_;
  std::vector<Instant> instants_;
  double size_ = 1.0;  // m, of the subject
  bool travels_ = false;
  Vector3d ahead_, aside_;
  std::string axis_;                    // name of the axis ahead; empty if the direction is not along an axis
  Vector3d middle_ = Vector3d::Zero();  // of the straight path
  double slope_ = 0.0;                  // of it, to the left
};

}  // namespace
}  // namespace film

FilmStrip DrawFilm(const Recording& recording, const World& world, const std::string& where,
                   const FilmOptions& options) {
  film::CheckSameWorld(recording, world.model(), where);
  return film::FilmMaker(recording, world).Make(film::RowsOf(recording, options, where));
}

FilmStrip FilmOf(const Recording& recording, const std::string& where, const FilmOptions& options) {
  film::CheckHasScene(recording, where);
  return DrawFilm(recording, *scene::BuildScene(run::RecordedScene(recording, where)).world, where, options);
}

}  // namespace slipstick::plot
