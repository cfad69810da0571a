#include "slipstick/model/urdf/package_path.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "support/temp_folder.h"

namespace slipstick::model {

using namespace support;
namespace {

namespace fs = std::filesystem;

/// A temporary folder tree:
///   ws/arm_description/urdf/           where the URDF is
///   ws/arm_description/meshes/a.stl
///   ws/hand_description/b.stl
///   elsewhere/tool_description/c.stl
class PackagePathTest : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("ROS_PACKAGE_PATH");
    for (const char* file : {"ws/arm_description/meshes/a.stl", "ws/hand_description/b.stl",
                             "elsewhere/tool_description/c.stl", "ws/arm_description/urdf/own.stl"})
      AddMesh(file);
  }
  void TearDown() override { unsetenv("ROS_PACKAGE_PATH"); }

  void AddMesh(const char* file) const {
    fs::create_directories((root_ / file).parent_path());
    WriteText(At(file), "solid");
  }
  std::string At(const char* path) const { return (root_ / path).string(); }
  PackagePath::Result Find(const std::string& uri, const std::vector<std::string>& package_paths = {}) const {
    return PackagePath(At("ws/arm_description/urdf"), package_paths).Find(uri);
  }

 private:
  TempFolder folder_;
  fs::path root_ = fs::canonical(folder_ / ".");
};

TEST_F(PackagePathTest, FindsThePackageOfTheUrdf) {
  EXPECT_EQ(Find("package://arm_description/meshes/a.stl").path, At("ws/arm_description/meshes/a.stl"));
}

TEST_F(PackagePathTest, FindsAPackageInsideAFolderOfTheSameName) {
  AddMesh("ws/twin/twin/meshes/d.stl");
  EXPECT_EQ(Find("package://twin/meshes/d.stl", {At("ws/twin")}).path, At("ws/twin/twin/meshes/d.stl"));
}

TEST_F(PackagePathTest, FindsANeighbouringPackage) {
  EXPECT_EQ(Find("package://hand_description/b.stl").path, At("ws/hand_description/b.stl"));
}

TEST_F(PackagePathTest, SearchesTheGivenFolders) {
  EXPECT_EQ(Find("package://tool_description/c.stl", {At("elsewhere")}).path,
            At("elsewhere/tool_description/c.stl"));
  EXPECT_EQ(Find("package://tool_description/c.stl", {At("elsewhere/tool_description/")}).path,
            At("elsewhere/tool_description/c.stl"))
      << "the folder may be the package itself";
}

TEST_F(PackagePathTest, SearchesTheRosPackagePath) {
  setenv("ROS_PACKAGE_PATH", ("/nowhere::" + At("elsewhere")).c_str(), 1);
  EXPECT_EQ(Find("package://tool_description/c.stl").path, At("elsewhere/tool_description/c.stl"));
}

TEST_F(PackagePathTest, SearchesTheGivenFoldersFirst) {
  AddMesh("elsewhere/hand_description/b.stl");
  EXPECT_EQ(Find("package://hand_description/b.stl", {At("elsewhere")}).path,
            At("elsewhere/hand_description/b.stl"));
}

TEST_F(PackagePathTest, ResolvesPlainAndFilePaths) {
  EXPECT_EQ(Find("own.stl").path, At("ws/arm_description/urdf/own.stl"));
  EXPECT_EQ(Find("../meshes/a.stl").path, At("ws/arm_description/meshes/a.stl"));
  EXPECT_EQ(Find("file://" + At("ws/hand_description/b.stl")).path, At("ws/hand_description/b.stl"));
  EXPECT_EQ(Find(At("ws/hand_description/b.stl")).path, At("ws/hand_description/b.stl"));
}

TEST_F(PackagePathTest, ReportsTheFoldersSearched) {
  EXPECT_EQ(Find("package://moon/x.stl", {"/opt/robots"}).remark,
            "not found; there is no package folder 'moon' in /opt/robots, " + At("ws/arm_description/urdf") +
                " or above it (set --package-path or ROS_PACKAGE_PATH)");
  EXPECT_EQ(Find("package://hand_description/x.stl").remark,
            "not found in package 'hand_description', which is at " + At("ws/hand_description"));
  EXPECT_EQ(Find("x.stl").remark, "not found; searched in " + At("ws/arm_description/urdf"));
  EXPECT_EQ(Find("/nowhere/x.stl").remark, "not found");
  EXPECT_NE(Find("http://example.org/x.stl").remark.find("download the file"), std::string::npos);
}

TEST_F(PackagePathTest, DoesNotAcceptAFolderAsAMesh) {
  EXPECT_EQ(Find("package://arm_description/meshes").path, "");
}

TEST_F(PackagePathTest, DoesNotFindMalformedUris) {
  for (const std::string& uri : {std::string(), std::string("package://"), std::string("package:///"),
                                 std::string("file://"), std::string(100'000, 'x')})
    EXPECT_EQ(Find(uri).path, "") << uri.substr(0, 20);
}

}  // namespace
}  // namespace slipstick::model
