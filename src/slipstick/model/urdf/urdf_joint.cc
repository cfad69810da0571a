#include "slipstick/model/urdf/urdf_joint.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::model {

using Eigen::Vector3d;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct NamedKind {
  std::string_view name;
  JointKind kind;
};
constexpr NamedKind kKinds[] = {
    {"revolute", JointKind::kRevolute},   {"continuous", JointKind::kContinuous},
    {"prismatic", JointKind::kPrismatic}, {"fixed", JointKind::kFixed},
    {"floating", JointKind::kFloating},   {"planar", JointKind::kPlanar},
    {"spherical", JointKind::kSpherical},  // Bullet
    {"ball", JointKind::kSpherical},       // Drake
};

class JointReader {
 public:
  JointReader(UrdfXml& xml, const XMLElement& element, const UrdfOptions& options)
      : xml_(xml),
        element_(element),
        options_(options),
        line_(element.GetLineNum()),
        name_(xml.Name(element, "name")),
        kind_(ReadKind()),
        spec_(kind_, name_) {}

  UrdfJoint Read() {
    ReportUnusedChildren();
    const XMLElement& parent = xml_.RequiredChild(element_, "parent");
    const XMLElement& child = xml_.RequiredChild(element_, "child");
    xml_.ReportUnused(parent, {.attributes = {"link"}});
    xml_.ReportUnused(child, {.attributes = {"link"}});
    spec_.At(xml_.Origin(element_));
    if (HasAxis(kind_)) ReadAxis();
    if (kind_ != JointKind::kFixed) {
      ReadLimits();
      ReadDynamics();
      ReadMimic();
    }
    return {.line = line_,
            .name = name_,
            .spec = spec_,
            .kind = kind_,
            .parent = xml_.Name(parent, "link"),
            .child = xml_.Name(child, "link"),
            .parent_line = parent.GetLineNum(),
            .child_line = child.GetLineNum()};
  }

 private:
  bool HasPositionLimits() const { return kind_ == JointKind::kRevolute || kind_ == JointKind::kPrismatic; }
  std::string OfThisKind() const { return fmt::format(" of a {} joint", KindName(kind_)); }

  JointKind ReadKind() const {
    const std::string type = xml_.Text(element_, "type");
    std::vector<std::string> known;
    for (const NamedKind& entry : kKinds) {
      if (entry.name == type) return entry.kind;
      known.emplace_back(entry.name);
    }
    xml_.Refuse(element_.FindAttribute("type")->GetLineNum(),
                fmt::format("joint {} has type {}, which is not known; {}", Quote(name_), Quote(type),
                            Suggest(type, known)));
  }

  void ReportUnusedChildren() {
    if (kind_ == JointKind::kFixed) {
      xml_.ReportUnused(element_, {.attributes = {"name", "type"}, .children = {"parent", "child", "origin"}},
                        OfThisKind());
    } else if (!HasAxis(kind_)) {
      xml_.ReportUnused(element_,
                        {.attributes = {"name", "type"},
                         .children = {"parent", "child", "origin", "limit", "dynamics", "mimic"}},
                        OfThisKind());
    } else {
      xml_.ReportUnused(element_,
                        {.attributes = {"name", "type"},
                         .children = {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"}});
    }
  }

  void ReadAxis() {
    Vector3d axis = Vector3d::UnitX();  // the default of URDF
    if (const XMLElement* element = UrdfXml::Child(element_, "axis")) {
      xml_.ReportUnused(*element, {.attributes = {"xyz"}});
      axis = xml_.Vector(*element, "xyz");
      const double length = axis.stableNorm();  // no overflow on absurd numbers
      if (!(length > 1e-12))
        xml_.Refuse(element->GetLineNum(),
                    fmt::format("joint {} ({}) has the axis {}; expected the direction it moves "
                                "along or about.",
                                Quote(name_), KindName(kind_), Quote(element->Attribute("xyz"))));
      if (std::abs(length - 1.0) > 1e-3)
        xml_.notes.Warn(element->GetLineNum(), "joint", name_, "the axis does not have length 1; normalised");
      axis /= length;
    }
    spec_.About(axis);
  }

  void ReadLimits() {
    const XMLElement* limit = UrdfXml::Child(element_, "limit");
    if (!limit) {
      if (HasPositionLimits()) Warn(line_, "there is no <limit>, so it moves without limits");
      return;
    }
    if (HasPositionLimits()) {
      xml_.ReportUnused(*limit, {.attributes = {"lower", "upper", "effort", "velocity"}});
      ReadPositionLimits(*limit);
    } else {
      xml_.ReportUnused(*limit, {.attributes = {"effort", "velocity"}}, OfThisKind());
    }
    spec_.EffortLimit(LimitOrNone(*limit, "effort"));
    spec_.VelocityLimit(LimitOrNone(*limit, "velocity"));
  }

  /// Exporters write lower = upper = 0 if no limits are given, and the default of a missing limit is 0 too.
  /// Taken literally the joint could not move, which would be a fixed joint.
  void ReadPositionLimits(const XMLElement& limit) {
    const double lower = xml_.NumberOr(limit, "lower", 0.0), upper = xml_.NumberOr(limit, "upper", 0.0);
    if (lower > upper)
      xml_.Refuse(limit.GetLineNum(),
                  fmt::format("joint {} has the limits lower={:g}, upper={:g}; expected lower <= "
                              "upper, swap them.",
                              Quote(name_), lower, upper));
    if (lower == 0.0 && upper == 0.0) {
      Warn(limit.GetLineNum(), "the position limits are 0 to 0 or missing; taken as none given");
    } else {
      spec_.Limits(lower, upper);
    }
  }

  /// Exporters write zero for "none given", and a joint with a speed limit of zero could never move.
  double LimitOrNone(const XMLElement& limit, const char* attribute) {
    const double value = xml_.SizeOr(limit, attribute, 0.0);
    if (value > 0.0) return value;
    Warn(limit.GetLineNum(), fmt::format("the {} limit is 0 or missing; taken as none given", attribute));
    return kInf;
  }

  void ReadDynamics() {
    const XMLElement* dynamics = UrdfXml::Child(element_, "dynamics");
    if (!dynamics) return;
    xml_.ReportUnused(*dynamics, {.attributes = {"damping", "friction"}});
    spec_.Damping(xml_.SizeOr(*dynamics, "damping", 0.0)).Friction(xml_.SizeOr(*dynamics, "friction", 0.0));
  }

  void ReadMimic() {
    const XMLElement* mimic = UrdfXml::Child(element_, "mimic");
    if (!mimic) return;
    if (options_.mimic == UrdfOptions::Mimic::kRefuse)
      xml_.Refuse(
          mimic->GetLineNum(),
          fmt::format(
              "joint {} follows joint {} by <mimic>, and coupled joints are not simulated; remove the "
              "<mimic>, or load with mimic = independent (--mimic independent), which moves each joint "
              "on its own.",
              Quote(name_), Quote(xml_.Text(*mimic, "joint"))));
    Warn(mimic->GetLineNum(), "<mimic> is not simulated; it moves on its own");
  }

  void Warn(int line, const std::string& remark) { xml_.notes.Warn(line, "joint", name_, remark); }

  UrdfXml& xml_;
  const XMLElement& element_;
  const UrdfOptions& options_;
  int line_;
  std::string name_;
  JointKind kind_;
  JointSpec spec_;
};

}  // namespace

UrdfJoint ReadUrdfJoint(UrdfXml& xml, const XMLElement& element, const UrdfOptions& options) {
  return JointReader(xml, element, options).Read();
}

}  // namespace slipstick::model
