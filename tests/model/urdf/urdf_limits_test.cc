// Hostile and huge files are rejected early, or read in linear time with little stack.
#include <gmock/gmock.h>

#include "support/urdf_test_tools.h"

namespace slipstick::model {

using namespace support;
namespace {

using testing::HasSubstr;

// Without optimisation Eigen is 70 times slower; linear time shows on fewer links then.
#ifdef __OPTIMIZE__
constexpr int kMany = 50'000;
#else
constexpr int kMany = 2'000;
#endif

std::string ChainText(int links, const std::string& type) {
  std::string text = Link("l0");
  for (int i = 1; i < links; ++i)
    text += Link(fmt::format("l{}", i)) +
            JointText(fmt::format("j{}", i), type, fmt::format("l{}", i - 1), fmt::format("l{}", i));
  return Robot(text);
}

TEST(UrdfLimits, ReadsAChainOfFiftyThousandLinks) {
  const Model model = Read(ChainText(kMany, "continuous")).builder.Build();
  EXPECT_EQ(model.num_bodies(), kMany);
  EXPECT_EQ(model.nv(), 6 + kMany - 1);
}

TEST(UrdfLimits, RejectsAChainWithATooLargeMassMatrix) {
  if (kMany < 50'000)
    GTEST_SKIP() << "takes minutes without optimisation; build with CMAKE_BUILD_TYPE=Release.";
  EXPECT_THAT(Refusal(ChainText(66'000, "continuous")),
              HasSubstr("the mass matrix would hold more than 2147483647"));
}

TEST(UrdfLimits, ReadsAStarOfFiftyThousandLinks) {
  std::string text = Link("hub");
  for (int i = 0; i < kMany; ++i)
    text += fmt::format("<link name='l{0}'/>", i) +
            JointText(fmt::format("j{}", i), "fixed", "hub", fmt::format("l{}", i));
  EXPECT_EQ(Read(Robot(text)).builder.Build().frames().size(), kMany + 1u);
}

TEST(UrdfLimits, RejectsTooManyLinks) {
  std::string text;
  for (int i = 0; i <= 100'000; ++i) text += fmt::format("<link name='l{}'/>\n", i);
  EXPECT_EQ(Refusal(Robot(text)), "r.urdf:100002: more than 100000 links, the most that is read.");
}

TEST(UrdfLimits, RejectsTooLargeFiles) {
  EXPECT_THAT(Refusal(Robot(std::string(65 << 20, ' '))),
              HasSubstr("r.urdf:1: the file is larger than 64 MB"));
}

TEST(UrdfLimits, RejectsTooDeepNesting) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "<a>";
  EXPECT_THAT(Refusal(Robot(text)), HasSubstr("tags are nested more than 100 deep"));
}

TEST(UrdfLimits, RejectsTooManyTags) {
  std::string text;
  for (int i = 0; i < 2'000'000; ++i) text += "<a/>";
  EXPECT_THAT(Refusal(Robot(text)), HasSubstr("more than 2000000 tags, the most that is read."));
}

TEST(UrdfLimits, RejectsTooManyAttributes) {
  std::string text = "<link name='a'";
  for (int i = 0; i < 300; ++i) text += fmt::format(" a{}='>'", i);
  EXPECT_EQ(Refusal(Robot("\n" + text + "/>")),
            "r.urdf:3: more than 256 attributes in one tag, the most that is read.");
}

TEST(UrdfLimits, CountsAttributesInsideUnusualTags) {
  // The scanner must agree with the parser about quotes and comments.
  std::string attributes;
  for (int i = 0; i < 300; ++i) attributes += fmt::format(" a{}='>'", i);
  for (const char* before : {"<!--><\" -->", "<?x?><b c='<\"'/>", "<![CDATA[<' ]]>", "<b c='\"' d=\"'\"/>"})
    EXPECT_THAT(Refusal(Robot(std::string(before) + "<link name='a'" + attributes + "/>")),
                HasSubstr("more than 256 attributes"))
        << before;
}

TEST(UrdfLimits, DoesNotExpandEntities) {
  EXPECT_THAT(Refusal("<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><robot name='&b;'>" +
                      Link("a") + "</robot>"),
              testing::Not(HasSubstr("aaaaaaaaaaaaaaaaaaaa")));
}

TEST(UrdfLimits, LimitsTheNumberOfNotes) {
  std::string text = Link("a");
  for (int i = 0; i < 200'000; ++i) text += fmt::format("<t{}/>", i);
  const UrdfResult result = Read(Robot(text));
  EXPECT_EQ(result.notes.size(), 1001u);
  EXPECT_EQ(result.notes.back().text, "199000 more remarks are not listed");
}

TEST(UrdfLimits, MakesShapeNamesUniqueInLinearTime) {
  std::string shapes;
  for (int i = 0; i < kMany; ++i)
    shapes += "<collision name='x'><geometry><sphere radius='1'/></geometry></collision>";
  EXPECT_EQ(Read(Robot(Link("a", shapes))).builder.Build().collisions().back().name,
            fmt::format("x_{}", kMany));
}

}  // namespace
}  // namespace slipstick::model
