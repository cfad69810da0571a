// Recordings are read back bit for bit; invalid files are refused.
#include "slipstick/record/recording_file.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "slipstick/record/compare_recordings.h"
#include "slipstick/record/npz.h"
#include "support/refusal.h"
#include "support/sample_recording.h"
#include "support/temp_folder.h"

namespace slipstick::record {

using namespace support;
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

template <class T>
bool SameBits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

TEST(RecordingFile, NpzRoundTripsEveryBit) {
  const TempFolder folder;
  const Recording out = SampleRecording();
  WriteRecording(folder / "run.npz", out);
  const Recording in = ReadRecording(folder / "run.npz");
  EXPECT_EQ(CompareRecordings(out, in), "");
  EXPECT_EQ(in.settings, out.settings);
  EXPECT_THAT(folder.Names(), ElementsAre("run.npz"));
}

TEST(RecordingFile, CheckpointRoundTripsTheState) {
  const TempFolder folder;
  WriteRecording(folder / "run.npz", SampleRecording());
  const Checkpoint in = ReadRecording(folder / "run.npz").checkpoint.value();
  const Model model = BoxAndDoor();
  const State expected = SampleState(model, 4);
  EXPECT_EQ(in.state.t, expected.t);
  EXPECT_EQ(in.state.q, expected.q);
  EXPECT_TRUE(std::signbit(in.state.q[7]));
  EXPECT_EQ(in.state.v, expected.v);
  EXPECT_EQ(in.state.q_held, expected.q_held);
  EXPECT_EQ(in.state.next_step, expected.next_step);
  ASSERT_EQ(in.state.contacts.size(), 2u);
  EXPECT_EQ(in.state.contacts[1].id, uint64_t{1} << 63);
  EXPECT_TRUE(SameBits(in.state.contacts[0].p_B, expected.contacts[0].p_B));  // -0.0 and a denormal
  EXPECT_EQ(in.state.contacts[0].p_A.z, 3.0);
  EXPECT_EQ(in.state.contacts[0].rest_depth, 0.1);
  EXPECT_TRUE(in.state.contacts[0].slipping);
  EXPECT_FALSE(in.state.contacts[1].slipping);
  const Actuation actuation = SampleActuation(model);
  EXPECT_EQ(in.actuation.tau, actuation.tau);
  EXPECT_EQ(in.actuation.kp, actuation.kp);
  EXPECT_EQ(in.actuation.q_ref, actuation.q_ref);
  ASSERT_EQ(in.actuation.wrenches.size(), 1u);
  EXPECT_EQ(in.actuation.wrenches[0].body, 1);
  EXPECT_EQ(in.actuation.wrenches[0].force, actuation.wrenches[0].force);
  EXPECT_EQ(in.counters.at("steps"), 4);
  EXPECT_EQ(in.counters.at("ticks"), -1);
  EXPECT_EQ(in.numbers.at("next_control"), 0.1);
}

TEST(RecordingFile, AllowsRunsWithoutStepsOrCheckpoint) {
  const TempFolder folder;
  Recording empty;
  empty.names = NamesOf(BoxAndDoor(), {});
  WriteRecording(folder / "run.npz", empty);
  EXPECT_EQ(CompareRecordings(empty, ReadRecording(folder / "run.npz")), "");
  WriteRecording(folder / "nothing.npz", Recording());  // without bodies
  EXPECT_FALSE(ReadRecording(folder / "nothing.npz").checkpoint.has_value());
}

TEST(RecordingFile, AllowsWorldsWithoutMovingBodies) {
  const TempFolder folder;
  const Model model = ModelBuilder("nothing").Build();
  Recorder recorder(model, {});
  recorder.Observe(State(), Actuation(model), 0.1, StepReport());
  WriteRecording(folder / "run.npz", recorder.recording());
  EXPECT_EQ(ReadRecording(folder / "run.npz").size(), 1);
}

TEST(RecordingFile, OpensInNumpy) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0)
    GTEST_SKIP() << "/usr/bin/python3 has no numpy";
  const TempFolder folder;
  WriteRecording(folder / "run.npz", SampleRecording());
  const std::string program =
      "import json, numpy as np; d = np.load('" + folder / "run.npz" +
      "'); assert d['q'].shape == (4, 8) and d['v'].shape == (4, 7) and d['contact_force'].shape == (5, 3);"
      "assert json.loads(str(d['settings']))['stepper'] == 'euler';"
      "assert list(d['v_names'])[-1] == 'hinge' and d['status'][2] == 1;"
      "k = slice(*d['contact_begin'][2:4]); assert list(d['contact_mode'][k]) == [1, 2];"
      "assert all(d['contact_row'][k] == 2)";
  EXPECT_EQ(std::system(("/usr/bin/python3 -c \"" + program + "\"").c_str()), 0);
}

/// The first block of a language in a document.
std::string Block(const std::string& document, const std::string& language) {
  const std::string text = ReadText(document), fence = "```" + language + "\n";
  const size_t begin = text.find(fence) + fence.size();
  return text.substr(begin, text.find("```\n", begin) - begin);
}

TEST(RecordingFile, DocumentedPythonExampleRuns) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0)
    GTEST_SKIP() << "/usr/bin/python3 has no numpy";
  const TempFolder folder;
  WriteRecording(folder / "run.npz", SampleRecording());
  WriteText(folder / "example.py", Block(SLIPSTICK_DOCS_DIR "/recordings.md", "python"));
  ASSERT_EQ(std::system(("cd '" + folder / "" + "' && /usr/bin/python3 example.py > out").c_str()), 0);
  const std::string out = ReadText(folder / "out");
  EXPECT_THAT(out, HasSubstr("euler with steps of 0.001 s\n"));
  EXPECT_THAT(out, HasSubstr("box.z goes from 0.333 to 0.167 m\n"));
  EXPECT_THAT(out, HasSubstr("box on world [ 75.   0. 300.] N slip\n"));
  EXPECT_THAT(out, HasSubstr("largest normal force: 330.0 N\n"));
  EXPECT_THAT(
      out,
      HasSubstr(
          "numerical energy error: 4.2"));  // 3 J more kinetic energy, and works of -0.4 J in each of 3 steps
}

TEST(RecordingFile, DocumentationNamesEveryArray) {
  const TempFolder folder;
  WriteRecording(folder / "run.npz", SampleRecording());
  const std::string text = ReadText(SLIPSTICK_DOCS_DIR "/recordings.md"), prefix = "checkpoint_";
  const std::vector<std::string> names = NpzReader(folder / "run.npz").names();
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names)
    EXPECT_THAT(text, HasSubstr("`" + (name.starts_with(prefix) ? name.substr(prefix.size()) : name) + "`"));
}

// ---- csv ---------------------------------------------------------------------------------------

std::vector<std::string> Lines(const std::string& path) {
  std::istringstream text(ReadText(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);)
    if (!line.starts_with('#')) lines.push_back(line);
  return lines;
}

TEST(RecordingFile, CsvHasOneLinePerRowAndTitlesWithUnits) {
  const TempFolder folder;
  WriteRecording(folder / "run.csv", SampleRecording());
  EXPECT_THAT(folder.Names(), ElementsAre("run.contacts.csv", "run.csv"));
  EXPECT_THAT(ReadText(folder / "run.csv"),
              AllOf(StartsWith("# slipstick recording\n# {"), HasSubstr("\"stepper\": \"euler\"")));
  const std::vector<std::string> lines = Lines(folder / "run.csv");
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(
      lines[0],
      "t [s],h [s],q:box.x [m],q:box.y [m],q:box.z [m],q:box.qx,q:box.qy,q:box.qz,q:box.qw,q:hinge [rad],"
      "v:box.vx [m/s],v:box.vy [m/s],v:box.vz [m/s],v:box.wx [rad/s],v:box.wy [rad/s],v:box.wz [rad/s],"
      "v:hinge [rad/s],tau:box.vx [N],tau:box.vy [N],tau:box.vz [N],tau:box.wx [N m],tau:box.wy [N m],"
      "tau:box.wz [N m],tau:hinge [N m],steps,status,iterations,substeps,rejected,residual,kinetic "
      "[J],potential [J],"
      "elastic [J],actuation_work [J],joint_work [J],contact_work [J]");
  EXPECT_THAT(lines[1], AllOf(StartsWith("0,0.001,0,0,0.3333333333333333,0,0,0,1,-0,0,"),
                              testing::EndsWith(",1,0,10,2,1,1e-09,1,2,3,0.1,-0.2,-0.3")));
}

TEST(RecordingFile, ContactCsvHasOneLinePerContact) {
  const TempFolder folder;
  WriteRecording(folder / "run.csv", SampleRecording());
  const std::vector<std::string> lines = Lines(folder / "run.contacts.csv");
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0],
            "t [s],body_a_name,body_b_name,row,id,shape_a,shape_b,body_a,body_b,point:x [m],point:y "
            "[m],point:z [m],"
            "normal:x,normal:y,normal:z,gap [m],gap_end [m],force:x [N],force:y [N],force:z [N],velocity:x "
            "[m/s],velocity:y [m/s],"
            "velocity:z [m/s],mode");
  EXPECT_EQ(lines[1], "0.001,box,world,1,7,1,0,0,-1,0.1,0.2,-0,0,0,1,-5e-324,0.125,2.5,0,10,0,0,0,1");
}

TEST(RecordingFile, CsvQuotesNamesWithCommas) {
  const TempFolder folder;
  Recording r = SampleRecording();
  r.names.bodies[0] = "a,\"b\"";
  WriteRecording(folder / "run.csv", r);
  EXPECT_THAT(ReadText(folder / "run.contacts.csv"), HasSubstr("0.001,\"a,\"\"b\"\"\",world"));
}

// ---- refusals ----------------------------------------------------------------------------------

TEST(RecordingFile, RefusesOtherExtensions) {
  const TempFolder folder;
  for (const char* name : {"run", "run.txt", "run.npz.gz", ".npz"})
    EXPECT_THAT(Refusal([&] { CheckRecordingPath(folder / name); }),
                AllOf(HasSubstr(".npz"), HasSubstr(".csv")))
        << name;
  EXPECT_THAT(Refusal([&] { CheckRecordingPath(folder / "no/run.npz"); }), HasSubstr("there is no folder"));
  EXPECT_EQ(Refusal([&] { CheckRecordingPath(folder / "run.csv"); }), "accepted");
  EXPECT_THAT(Refusal([&] { ReadRecording(folder / "run.csv"); }),
              HasSubstr("recordings are read from .npz"));
}

/// The message about a sample file in which an array was changed by `edit`, or left out.
template <class T>
std::string RefusalWith(const std::string& array, const std::vector<T>& values,
                        const std::vector<uint64_t>& shape) {
  const TempFolder folder;
  WriteRecording(folder / "run.npz", SampleRecording());
  NpzReader in(folder / "run.npz");
  NpzWriter out(folder / "changed.npz");
  const auto copy = [&]<class U>(const std::string& name, U) {
    const NpzArray<U> read = in.Read<U>(name);
    if constexpr (std::is_same_v<U, std::string>)
      read.shape.empty() ? out.AddText(name, read.values[0]) : out.AddTexts(name, read.values);
    else
      out.Add(name, read.values, read.shape);
  };
  for (const std::string& name : in.names()) {
    if (name == array) continue;
    const auto is = [&](auto type) { return Refusal([&] { in.Read<decltype(type)>(name); }) == "accepted"; };
    if (is(double())) copy(name, double());
    if (is(int64_t())) copy(name, int64_t());
    if (is(int32_t())) copy(name, int32_t());
    if (is(uint64_t())) copy(name, uint64_t());
    if (is(uint8_t())) copy(name, uint8_t());
    if (is(std::string())) copy(name, std::string());
  }
  if constexpr (std::is_same_v<T, std::string>)
    out.AddTexts(array, values);
  else if (!shape.empty() || !values.empty())
    out.Add(array, values, shape);
  out.Finish();
  return Refusal([&] { ReadRecording(folder / "changed.npz"); });
}

TEST(RecordingFile, NamesEveryMissingArray) {
  const TempFolder folder;
  WriteRecording(folder / "run.npz", SampleRecording());
  const std::vector<std::string> names = NpzReader(folder / "run.npz").names();
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    if (name == "checkpoint_t") continue;  // without it there is no checkpoint
    const bool is_new = name == "rejected" || name == "contact_gap_end" || name == "checkpoint_next_step";
    if (is_new) continue;  // older recordings do not have it
    EXPECT_THAT(RefusalWith<double>(name, {}, {}), HasSubstr("no array '" + name + "'"));
  }
}

TEST(RecordingFile, ReadsEarlierVersions) {
  for (const char* name : {"rejected", "checkpoint_next_step"})
    EXPECT_EQ(RefusalWith<double>(name, {}, {}), "accepted") << name;
}

TEST(RecordingFile, NamesInconsistentArrays) {
  EXPECT_THAT(RefusalWith<double>("h", {1, 2}, {2}), HasSubstr("array 'h' has 2 entries, expected 4"));
  EXPECT_THAT(RefusalWith<double>("q", {1, 2}, {1, 2}),
              HasSubstr("array 'q' has the wrong shape, (1, 2); expected (n, 8)"));
  EXPECT_THAT(RefusalWith<double>("t", {1, 2}, {1, 2}), HasSubstr("array 't' has the wrong shape"));
  EXPECT_THAT(RefusalWith<double>("t", {0, 1, 0.5, 2}, {4}),
              HasSubstr("array 't' goes back in time at entry 2"));
  EXPECT_THAT(RefusalWith<double>("t", {0, 1, std::nan(""), 2}, {4}),
              HasSubstr("array 't' holds nan at entry 2"));
  EXPECT_THAT(RefusalWith<int64_t>("format", {2}, {}),
              HasSubstr("array 'format' says 2, this program reads 1"));
  EXPECT_THAT(RefusalWith<int64_t>("format", {1, 1}, {2}), HasSubstr("array 'format' is not a single value"));
  EXPECT_THAT(RefusalWith<double>("format", {1}, {}), HasSubstr("array 'format' has numbers of type '<f8'"));
  EXPECT_THAT(RefusalWith<int64_t>("contact_begin", {0, 0, 1, 3}, {4}),
              HasSubstr("array 'contact_begin' has 4 entries"));
  EXPECT_THAT(RefusalWith<int64_t>("contact_begin", {0, 2, 1, 3, 5}, {5}),
              HasSubstr("array 'contact_begin' decreases"));
  EXPECT_THAT(RefusalWith<int64_t>("contact_begin", {-5, 0, 1, 3, 5}, {5}), HasSubstr("runs from -5 to 5"));
  EXPECT_THAT(RefusalWith<int64_t>("contact_begin", {0, 1, 1, 3, 5}, {5}),
              HasSubstr("array 'contact_row' says"));
  EXPECT_THAT(RefusalWith<int32_t>("contact_body_a", {0, 0, 2, 0, 0}, {5}),
              HasSubstr("array 'contact_body_a' holds 2 at entry 2"));
  EXPECT_THAT(RefusalWith<int32_t>("contact_shape_b", {0, 0, -1, 0, 0}, {5}),
              HasSubstr("array 'contact_shape_b' holds -1"));
  EXPECT_THAT(RefusalWith<uint8_t>("contact_mode", {0, 1, 2, 3, 0}, {5}),
              HasSubstr("array 'contact_mode' holds 3 at entry 3"));
  EXPECT_THAT(RefusalWith<std::string>("v_units", {"m"}, {}),
              HasSubstr("array 'v_units' has 1 entries, expected 7"));
}

TEST(RecordingFile, RefusesInvalidCheckpoints) {
  EXPECT_THAT(RefusalWith<double>("checkpoint_t", {}, {0}), HasSubstr("array 'checkpoint_t' has 0 entries"));
  EXPECT_THAT(RefusalWith<double>("checkpoint_q", {1}, {1}),
              HasSubstr("array 'checkpoint_q' has 1 entries, expected 8"));
  EXPECT_THAT(RefusalWith<double>("checkpoint_q_held", {1}, {1}), HasSubstr("array 'checkpoint_q_held'"));
  EXPECT_THAT(RefusalWith<double>("checkpoint_kp", {}, {0}),
              HasSubstr("array 'checkpoint_kd' has 7 entries, expected 0"));
  EXPECT_THAT(RefusalWith<uint64_t>("checkpoint_memory_id", {1}, {1}),
              HasSubstr("array 'checkpoint_memory_p_a' has 6"));
  EXPECT_THAT(RefusalWith<int32_t>("checkpoint_wrench_body", {2}, {1}),
              HasSubstr("'checkpoint_wrench_body' holds 2"));
  EXPECT_THAT(RefusalWith<int64_t>("checkpoint_counters", {2}, {1}),
              HasSubstr("array 'checkpoint_counter_names' has 2"));
}

TEST(RecordingFile, RefusesOtherNpzFiles) {
  const TempFolder folder;
  NpzWriter out(folder / "other.npz");
  out.Add<double>("x", {1.0}, {1});
  out.Finish();
  EXPECT_THAT(Refusal([&] { ReadRecording(folder / "other.npz"); }),
              HasSubstr("is not a recording: it has no array 'format'"));
}

TEST(RecordingFile, DoesNotWriteInconsistentRecordings) {
  const TempFolder folder;
  Recording r = SampleRecording();
  r.residual.pop_back();
  EXPECT_THAT(Refusal([&] { WriteRecording(folder / "run.npz", r); }),
              HasSubstr("array 'residual' has 3 entries"));
  EXPECT_TRUE(folder.Names().empty());
}

}  // namespace
}  // namespace slipstick::record
