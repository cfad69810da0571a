// Films of recorded runs before conversion to SVG: bodies, positions and views.
#include "slipstick/plot/film.h"

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <set>

#include "slipstick/plot/centre_of_pressure.h"
#include "slipstick/plot/film_bodies.h"
#include "slipstick/plot/film_camera.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "support/recorded_runs.h"
#include "support/refusal.h"
#include "support/sample_recording.h"
#include "support/scene_text.h"

namespace slipstick::plot {

using namespace support;
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using PagePoint = FilmStrip::Point;
using Tone = FilmStrip::Tone;

// Relative: outlines are rounded to a grid of 1e-5 m, and these solids are larger than 0.5 m.
constexpr double kOutlineError = 1e-4;
// m; feet penetrate the ground by 0.1 mm.
constexpr double kNearGround = 1e-3;

Recording RecordText(const std::string& text) { return RecordRun(BuildText(text)); }

Recording Filmed(const std::string& name, const std::string& duration) {
  scene::SceneSource source = scene::FindScene(name);
  source.edits.push_back({"duration", duration, "--duration"});
  return RecordRun(scene::BuildScene(source));
}

FilmStrip Film(const Recording& recording, const FilmOptions& options = {}) {
  return FilmOf(recording, "run.npz", options);
}

Eigen::AlignedBox2d BoxOf(const FilmStrip::Figure& figure, const std::set<Tone>& tones) {
  Eigen::AlignedBox2d box;
  for (const FilmStrip::Patch& patch : figure.patches)
    if (tones.contains(patch.tone))
      for (const PagePoint& point : patch.outline) box.extend(point);
  return box;
}

constexpr char kLopsidedBlock[] = R"(
stepper = "expo"
dt = 0.001
duration = 1
[materials.default]
stiffness = 1e4
damping = 100
friction = 0.8
[[robots]]
model = "block.urdf"
position = [0.3, -0.2, 0.1]
[models]
"block.urdf" = '''<robot name="block"><link name="block">
<inertial><origin xyz="0.05 0.02 -0.04"/><mass value="2"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link></robot>'''
)";

TEST(CentreOfPressure, IsBelowTheCentreOfMassOfABlockAtRest) {
  const Recording recording = RecordText(kLopsidedBlock);
  const auto centres = CentresOfPressure(recording);
  const int64_t last = recording.size() - 1;
  ASSERT_EQ(centres.size(), 2u);
  EXPECT_NEAR(centres[0].load[last], 2.0 * 9.81, 0.01);
  // Penetration depths of opposite sides differ by 20 N / (4 * 10 kN/m) at most, which tilts the block by
  // less than 5 mrad; its centre of mass is at 6 cm.
  EXPECT_NEAR(centres[0].x[last], 0.35, 5e-4);
  EXPECT_NEAR(centres[0].y[last], -0.18, 5e-4);
}

TEST(Film, HasAFigurePerInstantFromTheSideAndFromTheFront) {
  const Recording recording = Filmed("solo-trot", "0.1 s");
  const FilmStrip film = Film(recording);
  ASSERT_THAT(film.rows, SizeIs(2));  // the distance is too short for footprints
  EXPECT_THAT(film.rows[0].figures, SizeIs(8));
  EXPECT_THAT(film.rows[1].figures, SizeIs(8));
  EXPECT_EQ(film.rows[0].figures.front().caption, "0.000 s");
  EXPECT_EQ(film.rows[0].figures.back().caption, "0.098 s");  // the start of the last step
  EXPECT_THAT(Film(recording, {3}).rows[0].figures, SizeIs(3));
  const FilmStrip part = Film(recording, {8, 0.05, 0.054});
  EXPECT_THAT(part.rows[0].figures, SizeIs(3));  // there are no more rows
}

TEST(Film, PutsSolesOnTheGroundLine) {
  const FilmStrip film = Film(Filmed("solo-trot", "0.02 s"));
  ASSERT_THAT(film.rows, SizeIs(2));
  for (const FilmStrip::Row& row : film.rows) {
    ASSERT_FALSE(row.figures.empty());
    for (const FilmStrip::Figure& figure : row.figures) {
      ASSERT_FALSE(figure.ground.empty());
      const Eigen::AlignedBox2d soles = BoxOf(figure, {Tone::kSole});
      EXPECT_NEAR(soles.min().y(), figure.ground.front().y(), kNearGround);
      EXPECT_NEAR(soles.max().y(), figure.ground.front().y(), kNearGround);
      const Eigen::AlignedBox2d middle = BoxOf(figure, {Tone::kMiddle});
      ASSERT_FALSE(middle.isEmpty());
      EXPECT_GT(middle.min().y(), figure.ground.front().y() + 0.1);
    }
  }
}

TEST(Film, ShowsTheLeftOfARobotOnTheRightFromTheFront) {
  const FilmStrip film = Film(Filmed("solo-trot", "0.02 s"));
  ASSERT_THAT(film.rows, SizeIs(2));
  ASSERT_FALSE(film.rows[1].figures.empty());
  const FilmStrip::Figure& figure = film.rows[1].figures[0];
  const Eigen::AlignedBox2d left = BoxOf(figure, {Tone::kLeft}), right = BoxOf(figure, {Tone::kRight});
  ASSERT_FALSE(left.isEmpty());
  ASSERT_FALSE(right.isEmpty());
  EXPECT_GT(left.min().x(), right.max().x());
}

TEST(Film, SumsTheForcesOfEachFootToTheWeight) {
  const Recording recording = Filmed("solo-trot", "0.1 s");
  const FilmStrip film = Film(recording);
  const FilmStrip::Figure& figure = film.rows[0].figures.back();
  ASSERT_THAT(figure.arrows, SizeIs(4));
  double up = 0.0;
  for (const FilmStrip::Arrow& arrow : figure.arrows) {
    up += arrow.force.y();
    EXPECT_NEAR(arrow.at.y(), 0.0, kNearGround);
  }
  const double weight = 9.81 * scene::BuildScene(scene::FindScene("solo-trot")).world->model().total_mass();
  EXPECT_NEAR(up, weight, 0.02 * weight);  // it still oscillates
}

TEST(Film, ShowsSwayAgainstAStraightPath) {
  const FilmStrip film = Film(Filmed("solo-trot", "1.2 s"));
  ASSERT_THAT(film.rows, SizeIs(3));  // it walks, so there are footprints
  ASSERT_THAT(film.rows[1].figures, SizeIs(8));
  double mean = 0.0;
  for (const FilmStrip::Figure& figure : film.rows[1].figures) {
    EXPECT_TRUE(figure.has_plumb_line);
    mean += (figure.centre->x() - figure.origin.x()) / 8.0;
  }
  EXPECT_NEAR(mean, 0.0, 2e-3);  // the centre of mass is not quite the origin of the base
  EXPECT_GT(film.rows[2].figures[0].patches.size(), 8u);  // two steps of four feet and more
  EXPECT_FALSE(film.rows[2].figures[0].paths.empty());
}

constexpr char kThrownBall[] = R"(
dt = 0.01
duration = 1
[[bodies]]
shape = "sphere"
radius = 0.1
position = [0, 0, 6]
velocity = [{}]
)";
Recording BallThrown(const std::string& velocity) {
  std::string text = kThrownBall;
  return RecordText(text.replace(text.find("{}"), 2, velocity));
}

TEST(Film, PutsFiguresAtTrueDistancesIfTheyTravelFurtherThanTheirSize) {
  EXPECT_TRUE(Film(BallThrown("4, 0, 0")).rows[0].at_true_places);
  EXPECT_FALSE(Film(BallThrown("0.5, 0, 0")).rows[0].at_true_places);
  EXPECT_FALSE(Film(BallThrown("4, 0, 0")).rows[1].at_true_places);
}

TEST(Film, ViewsTheDirectionOfTravelFromTheSide) {
  const FilmStrip along_y = Film(BallThrown("0, 4, 0")), aslant = Film(BallThrown("2, 2, 0"));
  EXPECT_THAT(along_y.rows[0].title, HasSubstr("y to the right"));
  EXPECT_NEAR(along_y.rows[0].figures.back().origin.x(), 4.0 * 0.99, 1e-9);
  EXPECT_EQ(along_y.rows[0].figures.back().remark, "y = 3.96 m");
  EXPECT_THAT(aslant.rows[0].title, HasSubstr("along its path"));
  EXPECT_EQ(aslant.rows[0].figures.back().remark, "after 2.80 m");
}

TEST(Film, DrawsLooseBodiesAsObjectsAndFixedOnesAsFixed) {
  const FilmStrip film = Film(RecordText(R"(
duration = 0.01
[[bodies]]
shape = "box"
size = [0.2, 0.4, 0.6]
position = [0, 0, 1.3]
[[bodies]]
shape = "box"
size = [1, 1, 1]
position = [0, 0, 0.5]
fixed = true
)"));
  const Eigen::AlignedBox2d side = BoxOf(film.rows[0].figures[0], {Tone::kObject}),
                            front = BoxOf(film.rows[1].figures[0], {Tone::kObject}),
                            table = BoxOf(film.rows[0].figures[0], {Tone::kFixed});
  EXPECT_TRUE(side.sizes().isApprox(PagePoint(0.2, 0.6), kOutlineError)) << side.sizes();
  EXPECT_TRUE(front.sizes().isApprox(PagePoint(0.4, 0.6), kOutlineError)) << front.sizes();
  EXPECT_TRUE(table.sizes().isApprox(PagePoint(1.0, 1.0), kOutlineError)) << table.sizes();
}

TEST(Film, DrawsLinksWithoutShapesAsBarsBetweenTheirJoints) {
  ModelBuilder builder("bare");
  const int upper = builder.Add("upper", Inertia::Sphere(1.0, 0.1), model::Revolute("a"));
  builder.Add("lower", Inertia::Sphere(1.0, 0.1),
              model::Revolute("b").On(upper).At(Pose::At(0.0, 0.0, -0.5)));
  const film::DrawnBodies bodies = film::FindDrawnBodies(WorldBuilder(builder.Build()).Build());
  EXPECT_THAT(bodies.shapes, SizeIs(0));
  ASSERT_THAT(bodies.links, SizeIs(1));
  EXPECT_EQ(bodies.links[0].p_B[1], Eigen::Vector3d(0.0, 0.0, -0.5));
}

TEST(FilmCamera, OutlineOfABoxHasFourCornersDespiteRounding) {
  const geometry::Solid box = geometry::MakeSolid(model::BoxGeometry{{0.2, 0.2, 0.2}}, "box");
  const film::Camera front{Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitZ()};
  for (int i = 0; i < 200; ++i) {  // about y the outline stays a rectangle of this width
    const Pose pose{Eigen::AngleAxisd(0.0314 * i, Eigen::Vector3d::UnitY()).toRotationMatrix(),
                    {0.1 * i, 1.0 / 3.0, 0.7}};
    const std::vector<PagePoint> outline = OutlineOf(box, pose, front);
    EXPECT_THAT(outline, SizeIs(4)) << i;
    Eigen::AlignedBox2d bounds;
    for (const PagePoint& point : outline) bounds.extend(point);
    for (const PagePoint& point : outline)
      EXPECT_TRUE((point.array() == bounds.min().array() || point.array() == bounds.max().array()).all())
          << i;
  }
}

TEST(FilmCamera, OutlinesOfRoundSolidsHaveTheirSize) {
  const film::Camera side{Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitZ()};
  const Pose lying{Eigen::AngleAxisd(0.5 * M_PI, Eigen::Vector3d::UnitY()).toRotationMatrix(), {1, 2, 3}};
  const auto size = [&](const model::Geometry& geometry) {
    Eigen::AlignedBox2d box;
    for (const PagePoint& point : OutlineOf(geometry::MakeSolid(geometry, "solid"), lying, side))
      box.extend(point);
    return PagePoint(box.sizes());
  };
  EXPECT_TRUE(size(model::SphereGeometry{0.3}).isApprox(PagePoint(0.6, 0.6), kOutlineError));
  EXPECT_TRUE(size(model::CylinderGeometry{0.3, 2.0}).isApprox(PagePoint(2.0, 0.6), kOutlineError));
  EXPECT_TRUE(size(model::CapsuleGeometry{0.3, 2.0}).isApprox(PagePoint(2.6, 0.6), kOutlineError));
  EXPECT_TRUE(size(model::EllipsoidGeometry{{0.1, 0.2, 0.5}}).isApprox(PagePoint(1.0, 0.2), kOutlineError));
}

TEST(Film, RefusesRecordingsWithoutSceneOrRows) {
  const auto expect_refusal = [](const Recording& recording, const FilmOptions& options,
                                 const std::string& reason) {
    EXPECT_THAT(Refusal([&] { FilmOf(recording, "run.npz", options); }), HasSubstr(reason));
  };
  Recording recording = BallThrown("1, 0, 0");
  expect_refusal(recording, {8, 5.0, 6.0}, "run.npz: it has no row from 5 to 6 s; it goes from 0 to 0.99 s");
  recording.names.bodies[0] = "another";
  expect_refusal(recording, {}, "run.npz: its bodies are not those of its scene");
  recording.settings = record::ToJson({"my program", "run", "", "euler", {}, "", "", 1e-3, 0.0});
  expect_refusal(recording, {}, "run.npz: it holds no scene");
}

}  // namespace
}  // namespace slipstick::plot
