#include "slipstick/model/urdf/urdf_tree.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::model {
namespace {

using IndexByName = std::unordered_map<std::string, int>;

class TreeBuilder {
 public:
  TreeBuilder(UrdfXml& xml, UrdfRobot& robot) : xml_(xml), robot_(robot) {}

  UrdfTree Build() {
    IndexNames(robot_.links, "link", links_);
    CheckJointNames();
    AddUndeclaredWorld();
    Connect();
    FindRoot();
    OrderDepthFirst();
    AttachFrames();
    return std::move(tree_);
  }

 private:
  template <class Item>
  void IndexNames(const std::vector<Item>& items, const char* what, IndexByName& indices) const {
    for (const Item& item : items) {
      const auto [first, is_new] = indices.emplace(item.name, static_cast<int>(indices.size()));
      if (!is_new)
        xml_.Refuse(item.line,
                    fmt::format("a second {} is named {}, the first is at line {}; names must differ, rename "
                                "one.",
                                what, Quote(item.name), items[first->second].line));
    }
  }

  void CheckJointNames() const {
    IndexByName joints;
    IndexNames(robot_.joints, "joint", joints);
  }

  /// Many files, especially Drake's, fix links to a world that they do not declare.
  void AddUndeclaredWorld() {
    if (links_.contains("world")) return;
    for (const UrdfJoint& joint : robot_.joints) {
      if (joint.parent != "world") continue;
      xml_.notes.Warn(joint.parent_line, "joint", joint.name,
                      "its parent 'world' is not declared as a link; taken as the fixed world");
      if (links_.contains("world")) continue;
      links_["world"] = static_cast<int>(robot_.links.size());
      robot_.links.push_back({joint.parent_line, "world", Inertia::None(), {}, {}});
    }
  }

  int FindLink(const std::string& name, int line, const std::string& subject) const {
    if (const auto found = links_.find(name); found != links_.end()) return found->second;
    constexpr size_t kMaxCompared = 10'000;  // links; suggesting a name compares it with each of them
    std::vector<std::string> known;
    for (size_t i = 0; i < std::min(robot_.links.size(), kMaxCompared); ++i)
      known.push_back(robot_.links[i].name);
    xml_.Refuse(line, fmt::format("{} {}, and there is no such link; {}", subject, Quote(name),
                                  Suggest(name, known)));
  }

  void Connect() {
    tree_.parent_joint.assign(robot_.links.size(), -1);
    for (size_t i = 0; i < robot_.joints.size(); ++i) {
      const UrdfJoint& joint = robot_.joints[i];
      const std::string subject = fmt::format("joint {} has the", Quote(joint.name));
      tree_.parent_link.push_back(FindLink(joint.parent, joint.parent_line, subject + " parent"));
      const int child = FindLink(joint.child, joint.child_line, subject + " child");
      if (tree_.parent_link.back() == child)
        xml_.Refuse(joint.line,
                    fmt::format("joint {} connects link {} to itself; parent and child must differ.",
                                Quote(joint.name), Quote(joint.child)));
      if (const int other = tree_.parent_joint[child]; other >= 0)
        xml_.Refuse(joint.line,
                    fmt::format("link {} is the child of joint {} and, at line {}, of joint {}; a link has "
                                "one parent (loops are not supported), remove one of the joints.",
                                Quote(joint.child), Quote(joint.name), robot_.joints[other].line,
                                Quote(robot_.joints[other].name)));
      tree_.parent_joint[child] = static_cast<int>(i);
    }
  }

  int ParentOf(int link) const {
    const int joint = tree_.parent_joint[link];
    return joint < 0 ? -1 : tree_.parent_link[joint];
  }

  void FindRoot() {
    std::vector<int> roots;
    for (size_t i = 0; i < robot_.links.size(); ++i)
      if (tree_.parent_joint[i] < 0) roots.push_back(static_cast<int>(i));
    if (roots.empty()) RefuseLoop(0);  // there is at least one link (ReadUrdfElements)
    if (roots.size() > 1)
      xml_.Refuse(
          robot_.links[roots[1]].line,
          fmt::format("{} links have no parent: {}; expected one root, connect the others to it by joints.",
                      roots.size(), List(roots, ", ")));
    tree_.root = roots[0];
  }

  void OrderDepthFirst() {
    std::vector<std::vector<int>> children(robot_.links.size());
    for (size_t i = robot_.joints.size(); i-- > 0;)  // backwards, so that the first is on top of the stack
      children[tree_.parent_link[i]].push_back(links_.at(robot_.joints[i].child));
    std::vector<int> stack = {tree_.root};
    std::vector<bool> reached(robot_.links.size(), false);
    while (!stack.empty()) {
      const int link = stack.back();
      stack.pop_back();
      reached[link] = true;
      tree_.order.push_back(link);
      stack.insert(stack.end(), children[link].begin(), children[link].end());
    }
    const auto lost = std::find(reached.begin(), reached.end(), false);
    if (lost != reached.end()) RefuseLoop(static_cast<int>(lost - reached.begin()));
  }

  /// Every ancestor of this link has a parent, so walking up ends in a loop.
  [[noreturn]] void RefuseLoop(int link) const {
    std::vector<bool> seen(robot_.links.size(), false);
    for (; !seen[link]; link = ParentOf(link)) seen[link] = true;
    std::vector<int> loop = {link};
    int closing = tree_.parent_joint[link];  // the last joint of the loop in the file
    for (int up = ParentOf(link); up != link; up = ParentOf(up)) {
      loop.push_back(up);
      closing = std::max(closing, tree_.parent_joint[up]);
    }
    loop.push_back(link);
    std::reverse(loop.begin(), loop.end());  // from parent to child
    const UrdfJoint& joint = robot_.joints[closing];
    xml_.Refuse(joint.line,
                fmt::format("the joints form a loop of links, {}, that joint {} closes; expected a tree, "
                            "remove one of the joints.",
                            List(loop, " -> "), Quote(joint.name)));
  }

  std::string List(const std::vector<int>& links, const char* separator) const {
    constexpr size_t kMaxListedLinks = 8;
    std::string text;
    for (size_t i = 0; i < std::min(links.size(), kMaxListedLinks); ++i)
      text += (i == 0 ? "" : separator) + Quote(robot_.links[links[i]].name);
    return links.size() > kMaxListedLinks
               ? fmt::format("{} and {} more", text, links.size() - kMaxListedLinks)
               : text;
  }

  void AttachFrames() {
    IndexByName frames;
    IndexNames(robot_.frames, "frame", frames);
    for (const UrdfFrame& frame : robot_.frames) {
      if (links_.contains(frame.name))
        xml_.Refuse(frame.line,
                    fmt::format("a frame has the name of link {}; links are frames too, rename it.",
                                Quote(frame.name)));
      tree_.frame_link.push_back(
          FindLink(frame.link, frame.line, fmt::format("frame {} is on", Quote(frame.name))));
    }
  }

  UrdfXml& xml_;
  UrdfRobot& robot_;
  IndexByName links_ = {};
  UrdfTree tree_ = {};
};

}  // namespace

UrdfTree ArrangeUrdfTree(UrdfXml& xml, UrdfRobot& robot) { return TreeBuilder(xml, robot).Build(); }

}  // namespace slipstick::model
