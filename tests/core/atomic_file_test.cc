// A file appears complete or not at all, and paths that cannot be written are reported in advance.
#include "slipstick/core/atomic_file.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "support/refusal.h"
#include "support/temp_folder.h"

namespace slipstick {

using namespace support;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(AtomicFile, AppearsOnlyWhenItIsComplete) {
  const TempFolder folder;
  const std::string path = folder / "a.txt";
  {
    AtomicFile file(path);
    file.Write("half");
    EXPECT_FALSE(std::filesystem::exists(path));
    file.Write(std::string(1 << 20, 'x'));
    file.Commit();
    EXPECT_EQ(ReadText(path).size(), 4u + (1 << 20));
  }
  EXPECT_THAT(folder.Names(), ElementsAre("a.txt"));
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
  const TempFolder folder;
  { AtomicFile(folder / "a.txt").Write("half"); }
  EXPECT_THAT(folder.Names(), IsEmpty());
}

TEST(AtomicFile, ReplacesAFileAndKeepsItsPermissions) {
  const TempFolder folder;
  const std::string path = folder / "a.txt";
  WriteText(path, "old");
  chmod(path.c_str(), 0640);
  WriteFileAtomically(path, "new");
  EXPECT_EQ(ReadText(path), "new");
  struct stat info {};
  stat(path.c_str(), &info);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(AtomicFile, WritesThroughASymbolicLink) {
  const TempFolder folder;
  WriteText(folder / "real.txt", "old");
  std::filesystem::create_symlink("real.txt", folder / "link.txt");
  WriteFileAtomically(folder / "link.txt", "new");
  EXPECT_EQ(ReadText(folder / "real.txt"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
}

TEST(AtomicFile, FullDiskKeepsTheOldFile) {
  const TempFolder folder;
  const std::string path = folder / "a.txt";
  WriteText(path, "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(WriteFileAtomically(path, std::string(100000, 'x')), std::runtime_error);
  EXPECT_THROW(WriteFileAtomically(path, std::string(2000, 'x')), std::runtime_error);  // seen in Commit only
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(ReadText(path), "old");
  EXPECT_THAT(folder.Names(), ElementsAre("a.txt"));
}

TEST(CheckWritable, ReportsTheReason) {
  const TempFolder folder;
  const auto refusal = [](const std::string& path) { return Refusal([&] { CheckWritable(path); }); };
  WriteText(folder / "file", "");
  EXPECT_EQ(refusal(folder / "new.npz"), "accepted");
  EXPECT_EQ(refusal(folder / "file"), "accepted");
  EXPECT_THAT(refusal(folder / "no/run.npz"), HasSubstr("there is no folder"));
  EXPECT_THAT(refusal(folder / "file/run.npz"), HasSubstr("is a file, not a folder"));
  EXPECT_THAT(refusal(folder / "x/"), HasSubstr("names a folder"));
  EXPECT_THAT(refusal((folder / "").substr(0, (folder / "").size() - 1)), HasSubstr("it is a folder"));
  EXPECT_THAT(refusal(""), HasSubstr("the name is empty"));
  EXPECT_THAT(refusal("/dev/null"), HasSubstr("not a plain file"));
  EXPECT_THAT(folder.Names(), ElementsAre("file"));  // the check creates no file
}

TEST(CheckWritable, RejectsWriteProtectedFiles) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const TempFolder folder;
  WriteText(folder / "file", "");
  chmod((folder / "file").c_str(), 0444);
  EXPECT_THAT(Refusal([&] { CheckWritable(folder / "file"); }), HasSubstr("write-protected"));
  chmod((folder / "").c_str(), 0555);
  EXPECT_THAT(Refusal([&] { CheckWritable(folder / "new"); }), HasSubstr("no permission for the folder"));
  chmod((folder / "").c_str(), 0755);
}

}  // namespace
}  // namespace slipstick
