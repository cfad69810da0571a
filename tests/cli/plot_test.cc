// 'slipstick plot': pictures, output and exit codes.
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

#include "slipstick/record/recording_file.h"
#include "support/program.h"
#include "support/sample_recording.h"
#include "support/svg_queries.h"

namespace slipstick::cli_test {

using namespace support;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

class PlotTest : public ProgramTest {
 protected:
  ProgramResult Plot(const std::string& arguments) const { return Run("plot " + arguments); }

  std::set<std::string> TextsOf(const std::string& picture) {
    tinyxml2::XMLDocument svg;
    EXPECT_EQ(svg.LoadFile((folder_ / picture).c_str()), tinyxml2::XML_SUCCESS) << svg.ErrorStr();
    return svg.RootElement() ? Texts(svg, "text") : std::set<std::string>();
  }
};

TEST_F(PlotTest, DrawsForcesModesPositionsAndEnergyBesideTheRecording) {
  record::WriteRecording(folder_ / "run.npz", SampleRecording());
  const ProgramResult plot = Plot("run.npz");
  EXPECT_EQ(plot.code, 0) << plot.err;
  EXPECT_THAT(plot.out, HasSubstr("run.svg: 4 panels of 4 rows"));
  EXPECT_THAT(folder_.Names(), ElementsAre("run.npz", "run.svg"));
  EXPECT_THAT(TextsOf("run.svg"),
              IsSupersetOf({"box & door", "euler, 4 steps of 1 ms; not converged in 1 row", "time [s]",
                            "force [N]", "box_shape on ground", "stick", "slip", "open", "position [m]",
                            "box.z", "energy [J]", "kinetic", "numerical energy error"}));
}

TEST_F(PlotTest, DrawsEachQuantitySeparately) {
  record::WriteRecording(folder_ / "run.npz", SampleRecording());
  const std::pair<const char*, const char*> parts[] = {
      {"forces", "|ft| / fn [1]"},          {"positions", "angle [rad]"}, {"velocities", "velocity [rad/s]"},
      {"torques", "torque [N m]"},          {"gaps", "gap [mm]"},         {"energy", "energy [J]"},
      {"pressure", "Centre of pressure, y"}};
  for (const auto& [part, label] : parts) {
    ASSERT_EQ(Plot(std::string("run.npz --what ") + part).code, 0) << part;
    EXPECT_THAT(TextsOf(std::string("run.") + part + ".svg"), testing::Contains(label));
  }
}

TEST_F(PlotTest, ShowsTheRotationOfFreeBodies) {
  ModelBuilder builder("box");
  builder.Add("box", Inertia::Sphere(1.0, 0.1), model::Floating("free"));
  const Model model = builder.Build();
  Recorder recorder(model, {});
  State state;
  state.q = model.neutral(), state.v = Eigen::VectorXd::Zero(6);
  for (; state.t < 1.0; state.t += 0.1) {
    state.q.tail(4) << 0.0, 0.0, std::sin(0.5 * state.t), std::cos(0.5 * state.t);  // up to 51.6 deg about z
    recorder.Observe(state, Actuation(model), 0.1, {});
  }
  record::WriteRecording(folder_ / "run.npz", recorder.recording());
  EXPECT_EQ(Plot("run.npz --what positions").code, 0);
  EXPECT_THAT(TextsOf("run.positions.svg"), IsSupersetOf({"Rotation since the start", "angle [deg]", "60"}));
}

TEST_F(PlotTest, WritesToTheGivenFileOrFolder) {
  record::WriteRecording(folder_ / "run.npz", SampleRecording());
  std::filesystem::create_directory(folder_ / "pictures");
  EXPECT_EQ(Plot("run.npz --out pictures").code, 0);
  EXPECT_EQ(Plot("run.npz --out other.svg").code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "pictures/run.svg"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "other.svg"));
}

TEST_F(PlotTest, DrawsARunWithoutContacts) {
  record::WriteRecording(folder_ / "run.npz", SampleRecording(1));
  for (const char* what : {"all", "forces", "gaps", "pressure"})
    EXPECT_EQ(Plot(std::string("run.npz --out a.svg --what ") + what).code, 0);
  EXPECT_EQ(Plot("run.npz").code, 0);
  EXPECT_THAT(TextsOf("run.svg"), testing::Contains("No contacts during this run."));
}

TEST_F(PlotTest, ShowsAtMostEightLinesOfManyContacts) {
  const Model model = [] {
    ModelBuilder builder("many");
    for (int i = 0; i < 20; ++i)
      builder.Add("ball" + std::to_string(i), Inertia::Sphere(1.0, 0.1),
                  model::Floating("f" + std::to_string(i)));
    return builder.Build();
  }();
  std::vector<std::string> shapes = {"ground"};
  for (int i = 0; i < 20; ++i) shapes.push_back("ball" + std::to_string(i));
  Recorder recorder(model, shapes);
  StepReport report;
  for (int i = 0; i < 20; ++i) {
    report.contacts.push_back(Touch(i, ContactMode::kStick, 10.0 + i));
    report.contacts.back().body_a = i;
    report.contacts.back().shape_a = i + 1;
  }
  State state;
  state.q = model.neutral(), state.v = Eigen::VectorXd::Zero(model.nv());
  for (; state.t < 0.01; state.t += 1e-3) recorder.Observe(state, Actuation(model), 1e-3, report);
  record::WriteRecording(folder_ / "run.npz", recorder.recording());
  EXPECT_EQ(Plot("run.npz --what forces").code, 0);
  EXPECT_THAT(TextsOf("run.forces.svg"), IsSupersetOf({"sum", "ball19 on ground", "14 others"}));
  EXPECT_EQ(Plot("run.npz --what positions").code, 0);
  EXPECT_THAT(TextsOf("run.positions.svg"), IsSupersetOf({"and 52 with smaller range"}));
}

/// A box that stands on many corners, and the door on two, as rows of forces.
Recording ManyCorners() {
  const Model model = BoxAndDoor();
  std::vector<std::string> shapes = {"ground"};
  for (int i = 0; i < 6; ++i) shapes.push_back("corner" + std::to_string(i));
  Recorder recorder(model, shapes);
  StepReport report;
  for (int i = 0; i < 6; ++i) {
    report.contacts.push_back(Touch(i, ContactMode::kStick, 10.0));
    report.contacts.back().body_a = i < 4 ? 0 : 1;
    report.contacts.back().shape_a = i + 1;
  }
  State state = SampleState(model, 0);
  for (; state.t < 0.01; state.t += 1e-3) recorder.Observe(state, Actuation(model), 1e-3, report);
  return recorder.recording();
}

TEST_F(PlotTest, ShowsTheCornersOfASoleAsOneContact) {
  record::WriteRecording(folder_ / "run.npz", ManyCorners());
  EXPECT_EQ(Plot("run.npz --what forces").code, 0);
  const std::set<std::string> texts = TextsOf("run.forces.svg");
  EXPECT_THAT(texts, IsSupersetOf({"sum", "box on ground", "corner4 on ground", "corner5 on ground"}));
  EXPECT_FALSE(texts.contains("corner0 on ground"));
}

TEST_F(PlotTest, DrawsAFilmOfARecordedScene) {
  ASSERT_EQ(Run("run solo-trot --duration 50ms --record run.npz").code, 0);
  const ProgramResult plot = Plot("run.npz --what film");
  EXPECT_EQ(plot.code, 0) << plot.err;
  EXPECT_THAT(plot.out, HasSubstr("run.film.svg: 8 instants from 0.000 s to 0.048 s, 2 views"));
  EXPECT_THAT(TextsOf("run.film.svg"),
              IsSupersetOf({"solo-trot", "left", "right", "0.000 s", "From the side, x to the right"}));
  EXPECT_THAT(Plot("run.npz --what film --from 20ms --to 0.03").out, HasSubstr("from 0.0200 s to 0.0300 s"));
  const ProgramResult beyond = Plot("run.npz --what film --from 2");
  EXPECT_EQ(beyond.code, 2);
  EXPECT_THAT(beyond.err, HasSubstr("it goes from 0 to 0.048 s"));
}

TEST_F(PlotTest, RefusesBadInput) {
  const auto expect_refusal = [&](const std::string& arguments, const std::string& reason) {
    ExpectRefused(BadCommand{"plot " + arguments, reason});
  };
  record::WriteRecording(folder_ / "run.npz", SampleRecording());
  record::WriteRecording(folder_ / "empty.npz", SampleRecording(0));
  WriteText(folder_ / "text.npz", "no recording at all, just a text that goes on for a while");
  expect_refusal("none.npz", "none.npz: there is no such file");
  expect_refusal("text.npz", "text.npz: is not a .npz file");
  expect_refusal("run.csv", "recordings are read from .npz");
  expect_refusal("empty.npz", "it has no steps");
  expect_refusal("run.npz --out run.png", "pictures are written as .svg");
  expect_refusal("run.npz --out no/such/run.svg", "there is no folder 'no/such'");
  expect_refusal("run.npz --what force", "did you mean 'forces'");
  expect_refusal("run.npz --from 1", "add --what film");
  expect_refusal("run.npz --what film --from 1m", "--from is '1m'");
  record::WriteRecording(folder_ / "program.npz", [] {
    Recording made = SampleRecording();
    made.settings.clear();
    return made;
  }());
  expect_refusal("program.npz --what film", "program.npz: it holds no scene");
  Recording damaged = SampleRecording();
  damaged.settings = "not JSON";
  record::WriteRecording(folder_ / "settings.npz", damaged);
  expect_refusal("settings.npz", "settings.npz: its settings cannot be read");
  damaged = SampleRecording();
  damaged.kinetic[1] = INFINITY;
  record::WriteRecording(folder_ / "infinite.npz", damaged);
  expect_refusal("infinite.npz", "only numbers up to 1e+300 can be drawn");
}

}  // namespace
}  // namespace slipstick::cli_test
