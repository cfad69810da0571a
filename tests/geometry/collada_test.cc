// COLLADA files.
#include <fmt/core.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "slipstick/geometry/collada_reader.h"
#include "support/refusal.h"
#include "support/tolerances.h"

namespace slipstick::geometry {

using namespace support;
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr char kPositions[] = "0 0 0 1 0 0 0 2 0 0 0 3 9 9 9";  // a tetrahedron, and a point of no face
constexpr char kTriangles[] =
    "<triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/>"
    "<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>";

std::string Source(const std::string& positions = kPositions,
                   const std::string& accessor = "count='5' stride='3'") {
  return fmt::format(
      "<source id='s'><float_array id='a' count='15'>{}</float_array>"
      "<technique_common><accessor source='#a' {}/></technique_common></source>",
      positions, accessor);
}

std::string Geometry(const std::string& faces = kTriangles, const std::string& source = Source()) {
  return "<geometry id='g'><mesh>" + source +
         "<vertices id='v'><input semantic='POSITION' source='#s'/></vertices>" + faces +
         "</mesh></geometry>";
}

std::string File(const std::string& nodes, const std::string& geometry = Geometry(),
                 const std::string& rest = "") {
  return "<?xml version='1.0'?>\n<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "
         "version='1.4.1'>"
         "<library_geometries>" +
         geometry + "</library_geometries>" + rest + "<library_visual_scenes><visual_scene id='scene'>\n" +
         nodes +
         "\n</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#scene'/></scene>"
         "</COLLADA>";
}

const std::string kInstance = "<instance_geometry url='#g'/>";
const std::string kNode = "<node>" + kInstance + "</node>";

std::vector<Vector3d> Points(const std::string& text) { return ReadColladaPoints(text, "mesh 'x.dae'"); }

std::vector<Vector3d> Tetrahedron() { return {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}; }

void ExpectPoints(const std::string& text, const std::vector<Vector3d>& expected) {
  const std::vector<Vector3d> points = Points(text);
  ASSERT_EQ(points.size(), expected.size());
  for (size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR((points[i] - expected[i]).norm(), 0.0, kRounding) << "point " << i;
}

std::string WhyRefused(const std::string& text) {
  const std::string refusal = Refusal([&] { Points(text); });
  EXPECT_THAT(refusal, StartsWith("mesh 'x.dae', line "));
  return refusal;
}

TEST(Collada, ReadsTheCornersOfFaces) { ExpectPoints(File(kNode), Tetrahedron()); }

TEST(Collada, ReadsAllKindsOfFaces) {
  const std::string input = "<input semantic='VERTEX' source='#v'/>";
  for (const std::string& faces :
       {"<tristrips>" + input + "<p>0 1 2 3</p></tristrips>",
        "<trifans>" + input + "<p>0 1 2 3</p></trifans>",
        "<polylist>" + input + "<vcount>3 3</vcount><p>0 1 2 3 2 1</p></polylist>",
        "<polygons>" + input + "<p>0 1 2</p><p>1 2 3</p></polygons>",
        "<polygons>" + input + "<ph><p>0 1 2 3</p><h>4 4 4</h></ph></polygons>",
        "<triangles>" + input + "<p>0 1 2</p></triangles><triangles>" + input + "<p>1 2 3</p></triangles>"})
    ExpectPoints(File(kNode, Geometry(faces)), Tetrahedron());
}

TEST(Collada, LinesAndUnusedPositionsAreNotPartOfTheSurface) {
  const std::string lines = "<lines><input semantic='VERTEX' source='#v'/><p>0 4</p></lines>";
  ExpectPoints(File(kNode, Geometry(kTriangles + lines)), Tetrahedron());
  EXPECT_THAT(Points(File(kNode, Geometry(lines))), IsEmpty());
}

TEST(Collada, IndicesOfOtherInputsAreSkipped) {
  ExpectPoints(File(kNode, Geometry("<triangles><input semantic='NORMAL' source='#n' offset='0'/>"
                                    "<input semantic='VERTEX' source='#v' offset='1'/>"
                                    "<input semantic='TEXCOORD' source='#t' offset='2'/>"
                                    "<p>9 0 9 9 1 9 9 2 9 <!-- and --> 9 1 9 9 2 9 9 3 9</p></triangles>")),
               Tetrahedron());
}

TEST(Collada, AccessorsMayHaveAnOffsetAndAStride) {
  ExpectPoints(File(kNode, Geometry(kTriangles, Source("7 7 0 0 0 8 1 0 0 8 0 2 0 8 0 0 3",
                                                       "count='4' stride='4' offset='2'"))),
               Tetrahedron());
}

TEST(Collada, UnitIsAppliedAndUpAxisIsNot) {
  std::string text = File(kNode);
  text.insert(text.find("<library"),
              "<asset><unit name='inch' meter='0.0254'/><up_axis>Y_UP</up_axis></asset>");
  ExpectPoints(text, {{0, 0, 0}, {0.0254, 0, 0}, {0, 0.0508, 0}, {0, 0, 0.0762}});
}

TEST(Collada, TransformsOfNodesAreAppliedFromTheInside) {
  const std::string turn = "<rotate>0 0 2 90</rotate>", shift = "<translate>1 2 3</translate>";
  ExpectPoints(File("<node>" + shift + turn + "<scale>1 1 2</scale>" + kInstance + "</node>"),
               {{1, 2, 3}, {1, 3, 3}, {-1, 2, 3}, {1, 2, 9}});
  ExpectPoints(File("<node>" + turn + "<node>" + shift + kInstance + "</node></node>"),
               {{-2, 1, 3}, {-2, 2, 3}, {-4, 1, 3}, {-2, 1, 6}});
  ExpectPoints(File("<node><matrix>0 -1 0 5  1 0 0 6  0 0 1 7  0 0 0 1</matrix>" + kInstance + "</node>"),
               {{5, 6, 7}, {5, 7, 7}, {3, 6, 7}, {5, 6, 10}});
}

TEST(Collada, GeometriesMayBePlacedSeveralTimesAndByLibraryNodes) {
  const std::string library = "<library_nodes><node id='n'>" + kInstance + "</node></library_nodes>";
  std::vector<Vector3d> twice = Tetrahedron();
  for (const Vector3d& p : Tetrahedron()) twice.push_back(p + Vector3d(5, 0, 0));
  ExpectPoints(
      File(kNode + "<node><translate>5 0 0</translate><instance_node url='#n'/></node>", Geometry(), library),
      twice);
}

TEST(Collada, OnlyTheSceneOfTheFileIsRead) {
  const std::string other = "<library_visual_scenes><visual_scene id='other'>" + kNode + kNode +
                            "</visual_scene></library_visual_scenes>";
  ExpectPoints(File(kNode, Geometry(), other), Tetrahedron());
}

TEST(Collada, WithoutASceneEachGeometryIsThereOnce) {
  ExpectPoints("<COLLADA><library_geometries>" + Geometry() + "</library_geometries></COLLADA>",
               Tetrahedron());
}

TEST(Collada, NamespacesMayHaveAPrefix) {
  std::string text = File(kNode);
  for (size_t at = 0; (at = text.find('<', at)) != std::string::npos; ++at)
    if (text[at + 1] != '?') text.insert(at + (text[at + 1] == '/' ? 2 : 1), "c:");
  ExpectPoints(text, Tetrahedron());
}

TEST(Collada, CamerasMayHaveTransformsThatAreNotRead) {
  const std::string lookat = "<lookat>0 0 1 0 0 0 0 1 0</lookat>";
  ExpectPoints(File(kNode + "<node>" + lookat + "<instance_camera url='#c'/></node>"), Tetrahedron());
  EXPECT_THAT(WhyRefused(File("<node>" + lookat + kNode + "</node>")), HasSubstr("<lookat> moves a mesh"));
}

TEST(ColladaRefusals, OfXml) {
  EXPECT_THAT(WhyRefused(""), HasSubstr("the file is empty; expected XML with a root element <COLLADA>"));
  EXPECT_THAT(WhyRefused("<COLLADA>"), HasSubstr("not well-formed XML"));
  EXPECT_THAT(WhyRefused("<robot/>"), HasSubstr("<robot> is the root element; expected <COLLADA>"));
  EXPECT_THAT(WhyRefused(File(kNode).substr(0, 300)), HasSubstr("not well-formed XML"));
}

TEST(ColladaRefusals, OfPositions) {
  const auto refused = [](const auto&... source) {
    return WhyRefused(File(kNode, Geometry(kTriangles, Source(source...))));
  };
  EXPECT_THAT(refused("0 0 nan"),
              HasSubstr("<float_array> 'a' holds '0 0 nan', where 'nan' is not a finite"));
  EXPECT_THAT(refused("0 0 1e999"), HasSubstr("'1e999' is not a finite number"));
  EXPECT_THAT(refused("0 0,5 0"), HasSubstr("write a decimal point"));
  EXPECT_THAT(refused("0 0 0 1"),
              HasSubstr("<float_array> 'a' has 4 numbers, but the 5 positions of its <accessor> need 15"));
  EXPECT_THAT(refused(kPositions, "count='999999999' stride='1000000000'"),
              HasSubstr("but the 999999999 positions of its <accessor> need"));
  EXPECT_THAT(refused(kPositions, "count='-1' stride='3'"), HasSubstr("count='-1'; expected a whole number"));
  EXPECT_THAT(refused(kPositions, "count='5' stride='2'"), HasSubstr("stride='2'; expected 3 or more"));
  EXPECT_THAT(WhyRefused(File(kNode, Geometry(kTriangles, ""))),
              HasSubstr("source='#s'; expected '#' and the id"));
  EXPECT_THAT(WhyRefused(File(kNode, "<geometry id='g'><spline/></geometry>")),
              HasSubstr("'g' has no <mesh>"));
  EXPECT_THAT(WhyRefused(File(kNode, "<geometry id='g'><mesh/></geometry>")), HasSubstr("has no <vertices>"));
}

TEST(ColladaRefusals, OfFaces) {
  const auto refused = [](const std::string& input, const std::string& indices) {
    return WhyRefused(File(kNode, Geometry("<triangles>" + input + "<p>" + indices + "</p></triangles>")));
  };
  const std::string input = "<input semantic='VERTEX' source='#v' offset='1'/>";
  EXPECT_THAT(refused("", "0 1 2"), HasSubstr("<triangles> has no <input semantic=\"VERTEX\">"));
  EXPECT_THAT(refused(input, "0 1 0"), HasSubstr("<p> has 3 indices; expected a multiple of 2"));
  EXPECT_THAT(refused(input, "0 5"), HasSubstr("<p> has the index 5, but there are 5 positions"));
  EXPECT_THAT(refused(input, "0 -1"), HasSubstr("the index -1"));
  EXPECT_THAT(refused(input, "0 0.5"), HasSubstr("the index 0.5"));
  EXPECT_THAT(refused(input, "0 x"), HasSubstr("'x' is not a finite number"));
  EXPECT_THAT(refused("<input semantic='VERTEX' source='#w'/>", "0"), HasSubstr("source='#w'"));
  EXPECT_THAT(refused("<input semantic='VERTEX' source='#v' offset='1e99'/>", "0"),
              HasSubstr("offset='1e99'"));
}

TEST(ColladaRefusals, OfScenes) {
  const auto refused = [](const std::string& node) { return WhyRefused(File("<node>" + node + "</node>")); };
  EXPECT_THAT(refused("<matrix>1 2 3</matrix>"), HasSubstr("line 3: <matrix> has 3 numbers; expected 16"));
  EXPECT_THAT(refused("<matrix>1 0 0 0  0 1 0 0  0 0 1 0  4 5 6 1</matrix>"), HasSubstr("last row"));
  EXPECT_THAT(refused("<rotate>0 0 0 90</rotate>"), HasSubstr("about the axis 0 0 0"));
  EXPECT_THAT(refused("<instance_geometry url='#x'/>"),
              HasSubstr("url='#x'; expected '#' and the id of a <geometry>"));
  EXPECT_THAT(refused("<instance_geometry/>"), HasSubstr("url=''; expected"));
  EXPECT_THAT(refused("<instance_node url='b.dae#n'/>"), HasSubstr("'b.dae#n', which is not in this file"));
  EXPECT_THAT(refused("<instance_controller url='#c'/>"),
              HasSubstr("skinned or morphed mesh, which is not read"));
  std::string text = File(kNode);
  text.insert(text.find("<library"), "<asset><unit meter='0'/></asset>");
  EXPECT_THAT(WhyRefused(text), HasSubstr("<unit> has meter='0'; expected a number > 0"));
}

// --- files that would take much memory, time or stack

TEST(ColladaRefusals, OfNodesThatContainThemselves) {
  EXPECT_THAT(WhyRefused(File("<node id='n'>" + kInstance + "<instance_node url='#n'/></node>")),
              HasSubstr("<node> 'n' is inside of 100 other nodes"));
}

/// Each of the nodes contains the next one ten times, the last one the content: 10^levels.
std::string Multiplied(int levels, const std::string& content) {
  std::string library = "<library_nodes>";
  for (int i = 0; i < levels; ++i) {
    library += fmt::format("<node id='n{}'>", i);
    for (int k = 0; k < 10; ++k)
      library += i + 1 < levels ? fmt::format("<instance_node url='#n{}'/>", i + 1) : content;
    library += "</node>";
  }
  return File("<node><instance_node url='#n0'/></node>", Geometry(), library + "</library_nodes>");
}

TEST(ColladaRefusals, OfNodesThatMultiply) {
  EXPECT_EQ(Points(Multiplied(3, kInstance)).size(), 4000u);
  EXPECT_THAT(WhyRefused(Multiplied(12, kInstance)), HasSubstr("more than 1000000 corners"));
  EXPECT_THAT(WhyRefused(Multiplied(12, "<instance_light url='#l'/>")), HasSubstr("is used too many times"));
}

TEST(ColladaRefusals, OfManyGeometriesWithOneLargeSource) {
  std::string geometries = Geometry(kTriangles, Source(kPositions + std::string(1 << 20, ' ')));
  std::string nodes = kNode;
  for (int i = 0; i < 2000; ++i) {
    geometries += fmt::format(
        "<geometry id='g{0}'><mesh><vertices id='v{0}'><input semantic='POSITION' source='#s'/></vertices>"
        "</mesh></geometry>",
        i);
    nodes += fmt::format("<node><instance_geometry url='#g{}'/></node>", i);
  }
  EXPECT_THAT(WhyRefused(File(nodes, geometries)), HasSubstr("<float_array> 'a' is used too many times"));
}

}  // namespace
}  // namespace slipstick::geometry
