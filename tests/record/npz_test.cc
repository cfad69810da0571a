// Arrays are read back bit for bit; invalid files are refused with a reason.
#include "slipstick/record/npz.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <bit>
#include <limits>
#include <sstream>

#include "slipstick/record/npy.h"
#include "support/refusal.h"
#include "support/temp_folder.h"

namespace slipstick::record {

using namespace support;
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<double> kSpecialNumbers = {0.0,
                                             -0.0,
                                             1.0 / 3.0,
                                             std::numeric_limits<double>::denorm_min(),
                                             -std::numeric_limits<double>::min() / 3.0,
                                             std::numeric_limits<double>::max(),
                                             std::numeric_limits<double>::infinity(),
                                             std::numeric_limits<double>::quiet_NaN()};

void WriteSample(const std::string& path, uint64_t zip_limit = kZip32Limit) {
  NpzWriter out(path, zip_limit);
  out.Add<double>("x", kSpecialNumbers, {4, 2});
  out.Add<int64_t>("i8", {-1, std::numeric_limits<int64_t>::min()}, {2});
  out.Add<int32_t>("i4", {-7, 8, 9}, {3});
  out.Add<uint64_t>("u8", {std::numeric_limits<uint64_t>::max()}, {});
  out.Add<uint8_t>("u1", {0, 255}, {2});
  out.Add<double>("none", {}, {0, 3});
  out.AddTexts("names", {"hip", "", "Fuß→𝄞"});
  out.AddText("settings", "{\"a\": \"é\"}");
  out.Finish();
}

std::vector<uint64_t> Bits(const std::vector<double>& values) {
  std::vector<uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<uint64_t>(value));
  return bits;
}

void ExpectSample(const std::string& path) {
  NpzReader in(path);
  EXPECT_EQ(Bits(in.Read<double>("x").values), Bits(kSpecialNumbers));
  EXPECT_THAT(in.Read<double>("x").shape, ElementsAre(4, 2));
  EXPECT_THAT(in.Read<int64_t>("i8").values, ElementsAre(-1, std::numeric_limits<int64_t>::min()));
  EXPECT_THAT(in.Read<int32_t>("i4").values, ElementsAre(-7, 8, 9));
  EXPECT_THAT(in.Read<uint64_t>("u8").values, ElementsAre(std::numeric_limits<uint64_t>::max()));
  EXPECT_TRUE(in.Read<uint64_t>("u8").shape.empty());
  EXPECT_THAT(in.Read<uint8_t>("u1").values, ElementsAre(0, 255));
  EXPECT_THAT(in.Read<double>("none").shape, ElementsAre(0, 3));
  EXPECT_THAT(in.Read<std::string>("names").values, ElementsAre("hip", "", "Fuß→𝄞"));
  EXPECT_THAT(in.Read<std::string>("settings").values, ElementsAre("{\"a\": \"é\"}"));
  EXPECT_TRUE(in.Has("x"));
  EXPECT_FALSE(in.Has("y"));
}

/// The message of a reader that reads all arrays with the types of the sample.
std::string RefusalOf(const std::string& bytes) {
  return Refusal([&] {
    NpzReader in(std::make_unique<std::istringstream>(bytes), "run.npz");
    in.Read<double>("x"), in.Read<int64_t>("i8"), in.Read<int32_t>("i4"), in.Read<uint64_t>("u8");
    in.Read<uint8_t>("u1"), in.Read<double>("none");
    in.Read<std::string>("names"), in.Read<std::string>("settings");
  });
}

bool HasNumpy() { return std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") == 0; }
bool Python(const std::string& program) {
  return std::system(("/usr/bin/python3 -c \"" + program + "\"").c_str()) == 0;
}

TEST(Npz, RoundTripsEveryBit) {
  const TempFolder folder;
  WriteSample(folder / "a.npz");
  ExpectSample(folder / "a.npz");
}

TEST(Npz, WritesEqualFilesForEqualContent) {
  const TempFolder folder;
  WriteSample(folder / "a.npz"), WriteSample(folder / "b.npz");
  const std::string first = ReadText(folder / "a.npz");
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first, ReadText(folder / "b.npz"));
}

TEST(Npz, AlignsTheNumbers) { EXPECT_EQ(MakeNpyHeader("<f8", {17, 3}).size() % 64, 0u); }

TEST(Npz, UsesZip64ForLargeFiles) {
  const TempFolder folder;
  for (const uint64_t limit : {0, 100, 1000}) {
    WriteSample(folder / "a.npz", limit);
    ExpectSample(folder / "a.npz");
    if (HasNumpy()) {
      EXPECT_TRUE(
          Python("import zipfile; assert zipfile.ZipFile('" + folder / "a.npz" + "').testzip() is None"));
    }
  }
}

TEST(Npz, OpensInNumpy) {
  if (!HasNumpy()) GTEST_SKIP() << "/usr/bin/python3 has no numpy";
  const TempFolder folder;
  WriteSample(folder / "a.npz");
  EXPECT_TRUE(Python(
      "import numpy as np; d = np.load('" + folder / "a.npz" +
      "'); x = d['x']; assert x.shape == (4, 2) and x.dtype == np.float64;"
      "assert x[0, 1] == 0 and np.signbit(x[0, 1]) and x[1, 1] == 5e-324 and np.isnan(x[3, 1]);"
      "assert list(d['i4']) == [-7, 8, 9] and d['u8'] == 2**64 - 1 and d['u1'][1] == 255;"
      "assert list(d['i8']) == [-1, -2**63] and d['none'].shape == (0, 3);"
      "assert list(d['names']) == ['hip', '', 'Fuß→𝄞'] and str(d['settings']) == '{\\\"a\\\": \\\"é\\\"}'"));
}

TEST(Npz, ReadsFilesOfNumpy) {
  if (!HasNumpy()) GTEST_SKIP() << "/usr/bin/python3 has no numpy";
  const TempFolder folder;
  const std::string load = "import numpy as np; d = dict(np.load('" + folder / "a.npz" + "'));";
  WriteSample(folder / "a.npz");
  ASSERT_TRUE(Python(load + "np.savez('" + folder / "b.npz" + "', **d)"));
  ExpectSample(folder / "b.npz");
  ASSERT_TRUE(Python(load + "np.savez_compressed('" + folder / "c.npz" + "', **d)"));
  EXPECT_THAT(RefusalOf(ReadText(folder / "c.npz")),
              AllOf(HasSubstr("compressed"), HasSubstr("numpy.savez")));
  ASSERT_TRUE(Python(load + "d['x'] = np.asfortranarray(d['x']); np.savez('" + folder / "d.npz" + "', **d)"));
  EXPECT_THAT(RefusalOf(ReadText(folder / "d.npz")), HasSubstr("array 'x' is stored column by column"));
  ASSERT_TRUE(Python(load + "d['x'] = d['x'].astype('>f8'); np.savez('" + folder / "e.npz" + "', **d)"));
  EXPECT_THAT(RefusalOf(ReadText(folder / "e.npz")),
              HasSubstr("array 'x' has numbers of type '>f8', expected '<f8'"));
}

// ---- refusals ----------------------------------------------------------------------------------

std::string SampleBytes() {
  const TempFolder folder;
  WriteSample(folder / "a.npz");
  return ReadText(folder / "a.npz");
}

TEST(NpzReader, RefusesAMissingFile) {
  EXPECT_THAT(Refusal([] { NpzReader("/no/such.npz"); }), HasSubstr("/no/such.npz: there is no such file"));
  EXPECT_THAT(Refusal([] { NpzReader("/"); }), HasSubstr("not a plain file"));
}

TEST(NpzReader, RefusesOtherFiles) {
  EXPECT_THAT(RefusalOf(""), StartsWith("run.npz: is not a .npz file (0 bytes"));
  EXPECT_THAT(RefusalOf(std::string(1000, 'x')), HasSubstr("does not begin with 'PK'"));
  EXPECT_THAT(RefusalOf("PK" + std::string(1000, 'x')), HasSubstr("no zip directory at its end"));
}

TEST(NpzReader, RefusesEveryTruncation) {
  const std::string bytes = SampleBytes();
  ASSERT_EQ(RefusalOf(bytes), "accepted");
  for (size_t size = 0; size < bytes.size(); ++size)
    ASSERT_THAT(RefusalOf(bytes.substr(0, size)), StartsWith("run.npz: ")) << "cut to " << size << " bytes";
}

TEST(NpzReader, DetectsFlippedBitsOfNumbersAndToleratesOthers) {
  const std::string bytes = SampleBytes();
  const size_t first_number = bytes.find("\x93NUMPY") + 128;
  const size_t end_of_numbers = first_number + sizeof(double) * kSpecialNumbers.size();
  for (size_t at = 0; at < bytes.size(); at += at >= first_number && at < end_of_numbers ? 1 : 3) {
    for (const int bit : {0, 7}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      const std::string message = RefusalOf(damaged);
      ASSERT_TRUE(message == "accepted" || message.starts_with("run.npz: ")) << message;
      if (at >= first_number && at < end_of_numbers) {
        ASSERT_THAT(message, AllOf(HasSubstr("'x.npy' is damaged"), HasSubstr("checksum")));
      }
    }
  }
}

TEST(NpzReader, RefusesAbsurdSizesWithoutAllocatingThem) {
  std::string bytes = SampleBytes();
  const size_t row = bytes.find("PK\x01\x02");
  bytes.replace(row + 24, 4, "\xf0\xff\xff\x7f");  // 2 GB
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  EXPECT_THAT(RefusalOf(bytes), HasSubstr("entry 'x.npy' claims 2147483632 bytes"));
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 100000);  // kB
}

TEST(NpzReader, RefusesAMissingArrayWithSuggestions) {
  const TempFolder folder;
  WriteSample(folder / "a.npz");
  NpzReader in(folder / "a.npz");
  EXPECT_THAT(Refusal([&] { in.Read<double>("name"); }),
              HasSubstr("there is no array 'name'; did you mean 'names'"));
  EXPECT_THAT(Refusal([&] { in.Read<double>("i4"); }), HasSubstr("array 'i4' has numbers of type '<i4'"));
}

/// One array with this dictionary in a well-formed zip file.
std::string RefusalOfHeader(const std::string& dictionary,
                            const std::string& numbers = std::string(16, '\0')) {
  const TempFolder folder;
  ZipWriter zip(folder / "a.npz");
  const std::string length{static_cast<char>(dictionary.size()), '\0'};
  zip.Add("x.npy", {std::string("\x93NUMPY\x01", 7) + std::string(1, '\0') + length + dictionary, numbers});
  zip.Finish();
  return Refusal([&] { NpzReader(folder / "a.npz").Read<double>("x"); });
}

TEST(NpzReader, ReadsPythonHeadersAndRefusesOthers) {
  EXPECT_EQ(RefusalOfHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }"), "accepted");
  EXPECT_EQ(RefusalOfHeader("{\"shape\":(1,2),'fortran_order':False,\"descr\":'<f8'}"), "accepted");
  EXPECT_EQ(RefusalOfHeader("{'descr': '<f8', 'fortran_order': True, 'shape': (2,)}"), "accepted");
  for (const char* strange :
       {"", "{", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': False, 'shape': (2,}",
        "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (2,)}", "{'descr': '<f8",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-2,)}",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}"})
    EXPECT_THAT(RefusalOfHeader(strange), HasSubstr("array 'x'")) << strange;
  EXPECT_THAT(RefusalOfHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}"),
              HasSubstr("array 'x' has 16 bytes of numbers, which does not match its shape"));
  EXPECT_THAT(RefusalOfHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}"),
              HasSubstr("does not match its shape"));
  EXPECT_THAT(RefusalOfHeader("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,)}"),
              HasSubstr("table of records"));
  EXPECT_THAT(RefusalOfHeader("{'descr': '|O', 'fortran_order': False, 'shape': (2,)}"),
              HasSubstr("type '|O'"));
}

TEST(NpzReader, EmptyTextArraysTakeNoMemory) {
  const TempFolder folder;
  ZipWriter zip(folder / "a.npz");
  zip.Add("x.npy", {MakeNpyHeader("<U4294967295", {0})});
  zip.Finish();
  EXPECT_TRUE(NpzReader(folder / "a.npz").Read<std::string>("x").values.empty());
}

}  // namespace
}  // namespace slipstick::record
