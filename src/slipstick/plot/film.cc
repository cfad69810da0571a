#include "slipstick/plot/film.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "slipstick/core/error.h"
#include "slipstick/plot/film_camera.h"
#include "slipstick/plot/film_cast.h"
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
using Figure = FilmStrip::Figure;
using Point = FilmStrip::Point;

constexpr double kTravels = 0.1;    // of its size: who goes less far stays where it is
constexpr double kNearAxis = 0.94;  // cosine of 20 deg: whose way is nearly along an axis is seen along it

void CheckHasScene(const Recording& r, const std::string& where) {
  if (r.settings.empty() || record::ParseRunSettings(r.settings, where).scene.empty())
    throw InputError(
        where +
        ": it holds no scene, so the shapes of its bodies are not known; film a recording of 'slipstick "
        "run', "
        "or let the program that made it record with RunRecorder or call DrawFilm with its world.");
}

void CheckSameWorld(const Recording& r, const Model& model, const std::string& where) {
  bool same = r.names.nq() == model.nq() && r.names.bodies.size() == model.bodies().size();
  for (size_t i = 0; same && i < model.bodies().size(); ++i)
    same = r.names.bodies[i] == model.bodies()[i].name;
  if (!same)
    throw InputError(
        where + ": its bodies are not those of its scene, so where they are cannot be drawn; record again.");
}

/// What is shown as zero, to two digits, has no sign.
double WithoutMinus(double metres) { return std::abs(metres) < 5e-3 ? 0.0 : metres; }

class FilmMaker {
 public:
  FilmMaker(const Recording& recording, const World& world)
      : r_(recording), world_(world), cast_(CastOf(world)) {}

  FilmStrip Make(const std::vector<int64_t>& rows) {
    for (const int64_t row : rows) instants_.push_back(InstantAt(r_, world_.model(), cast_, row));
    FindWay();
    FilmStrip film;
    film.rows.push_back(SideView());
    film.rows.push_back(FrontView());
    if (travels_ && cast_.is_robot) AddFootprints(film);
    return film;
  }

 private:
  // ---- the way ---------------------------------------------------------------------------------

  /// A robot that goes backward is still seen from its front.
  bool LooksBack() const { return ahead_.dot(instants_[0].X_WB[cast_.subject].R.col(0)) < 0.0; }

  /// The main direction of travel, and the left of it.
  void FindWay() {
    size_ = SizeOf(instants_.front(), world_.model(), cast_);
    Vector3d way = instants_.back().subject - instants_.front().subject;
    way.z() = 0.0;
    travels_ = cast_.is_free && way.norm() > kTravels * size_;
    ahead_ = travels_ ? way.normalized() : Vector3d(Vector3d::UnitX());
    if (travels_ && cast_.is_robot && LooksBack()) ahead_ = -ahead_;
    if (std::abs(ahead_.x()) > kNearAxis) ahead_ = Vector3d::UnitX(), axis_ = "x";
    if (std::abs(ahead_.y()) > kNearAxis) ahead_ = Vector3d::UnitY(), axis_ = "y";
    aside_ = Vector3d::UnitZ().cross(ahead_);
    FitStraightWay();
  }

  /// Least squares of what is aside against what is ahead.
  void FitStraightWay() {
    const double n = static_cast<double>(instants_.size());
    for (const Instant& instant : instants_) middle_ += instant.subject / n;
    double covariance = 0.0, variance = 0.0;
    for (const Instant& instant : instants_) {
      const double along = ahead_.dot(instant.subject - middle_);
      covariance += along * aside_.dot(instant.subject - middle_), variance += along * along;
    }
    if (travels_) slope_ = covariance / variance;
  }

  /// Below the subject.
  Vector3d OnGround(Vector3d p) const {
    p.z() = GroundHeight(world_, cast_.grounds, p).value_or(0.0);
    return p;
  }

  /// Where the subject would be if it went straight: what it does beside that is sway.
  Vector3d OnStraightWay(const Instant& instant) const {
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
    FilmStrip::Row row{"From the side, " + (axis_.empty() ? "along its way" : axis_ + " to the right"), {}};
    for (const Instant& instant : instants_) {
      row.figures.push_back(
          FigureOf(instant, camera, OnGround(cast_.is_free ? instant.subject : instants_[0].subject)));
      if (travels_) row.figures.back().remark = PlaceOf(instant);
    }
    row.at_true_places = AreApart(row.figures);
    return row;
  }

  FilmStrip::Row FrontView() const {
    const Camera camera{aside_, Vector3d::UnitZ()};
    FilmStrip::Row row{axis_ == "x" ? "From the front, y to the right" : "From the front", {}};
    for (const Instant& instant : instants_) {
      row.figures.push_back(FigureOf(instant, camera, OnGround(OnStraightWay(instant))));
      row.figures.back().has_plumb_line = cast_.is_free && cast_.is_robot;
    }
    return row;
  }

  void AddFootprints(FilmStrip& film) const {
    const Camera from_above{ahead_, aside_};
    FilmStrip::Row row{"From above: where feet stood and the load rested", {}, true, true};
    Figure figure = Footprints(r_, cast_, from_above, instants_.front().row, instants_.back().row);
    figure.origin = from_above.Seen(instants_[0].subject);
    if (figure.paths.empty()) return;
    row.figures.push_back(std::move(figure));
    film.rows.push_back(std::move(row));
  }

  /// At their true places figures do not hide each other.
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
    Figure figure = FigureMaker(r_, world_, cast_, size_, travel).Make(instant, camera, origin);
    figure.caption = fmt::format("{:.{}f} s", r_.t[instant.row], Digits());
    return figure;
  }

  /// Enough to tell instants apart.
  int Digits() const {
    const double apart =
        (r_.t[instants_.back().row] - r_.t[instants_.front().row]) / static_cast<double>(instants_.size());
    return apart > 0.0 ? std::clamp(static_cast<int>(std::ceil(0.7 - std::log10(apart))), 1, 6) : 3;
  }

  const Recording& r_;
  const World& world_;
  Cast cast_;
  std::vector<Instant> instants_;
  double size_ = 1.0;  // m, of the subject
  bool travels_ = false;
  Vector3d ahead_, aside_;
  std::string axis_;                    // ahead, if it is one
  Vector3d middle_ = Vector3d::Zero();  // of the straight way
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
