#include "torture/generator.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipstick/core/random.h"

namespace slipstick::torture {
namespace {

constexpr int kSteps = 40;
constexpr int kMaxLinks = 30, kMaxBodies = 11;
constexpr double kPi = std::numbers::pi;

class Generator {
 public:
  Generator(uint64_t seed, uint64_t number) : random_(Random(seed).Bits() ^ Random(~number).Bits()) {
    case_.seed = seed, case_.number = number, case_.steps = kSteps;
    case_.dt = std::stod(fmt::format("{:.3g}", LogUniform(1e-4, 5e-2)));
  }

  Case Make() {
    AddGround();
    AddMaterial();
    const bool crowd = Chance(0.3);  // small worlds are many, large ones are slow
    if (Chance(0.7)) AddTree(1 + random_.Index(crowd ? kMaxLinks : 6));
    const int bodies = random_.Index(1 + (crowd ? kMaxBodies : 4));
    const double spread = Chance(0.3) ? 0.02 : 0.6;  // m; the smaller one puts all at one place
    for (int i = 0; i < bodies; ++i) AddBody(i, spread);
    if (movable_.empty()) AddBody(bodies, spread);
    if (!drivable_.empty() && Chance(0.6)) AddController();
    for (int i = random_.Index(4); i > 0; --i) AddPush();
    return std::move(case_);
  }

 private:
  bool Chance(double probability) { return random_.Uniform(0.0, 1.0) < probability; }
  double LogUniform(double lower, double upper) {
    return std::exp(random_.Uniform(std::log(lower), std::log(upper)));
  }
  /// Three numbers within ±size.
  std::string Vector(double size, const char* format = "[{:.4g}, {:.4g}, {:.4g}]") {
    const double x = random_.Uniform(-size, size), y = random_.Uniform(-size, size);
    return fmt::format(fmt::runtime(format), x, y, random_.Uniform(-size, size));
  }
  std::string UrdfVector(double size) { return Vector(size, "{:.4g} {:.4g} {:.4g}"); }
  void Add(PartKind kind, const std::string& owner, std::string text, const std::string& name = "") {
    case_.parts.push_back({kind, name, owner, std::move(text)});
  }

  void AddGround() {
    switch (random_.Index(4)) {
      case 0: return;  // the plane z = 0
      case 1:
        return Add(PartKind::kGround, "",
                   fmt::format("slope = {:.4g}\ndownhill = {:.4g}", random_.Uniform(0.0, 1.2),
                               random_.Uniform(-kPi, kPi)));
      case 2: return AddHeightField();
      default:
        Add(PartKind::kGround, "", "height = -1");
        Add(PartKind::kBody, "",
            "shape = \"box\"\nfixed = true\nsize = [1.5, 1.5, 0.2]\nposition = [0, 0, -0.1]", "table");
    }
  }

  void AddHeightField() {
    const double height = LogUniform(0.01, 0.3);
    std::string rows;
    for (int i = 0; i < 8; ++i) {
      rows += i == 0 ? "[" : ", [";
      for (int j = 0; j < 8; ++j)
        rows += fmt::format("{}{:.3g}", j == 0 ? "" : ", ", random_.Uniform(-height, height));
      rows += "]";
    }
    Add(PartKind::kGround, "", fmt::format("kind = \"height-field\"\nspacing = 0.3\nheights = [{}]", rows));
  }

  void AddMaterial() {
    const auto add = [&](const char* key, double value) {
      Add(PartKind::kMaterial, "", fmt::format("{} = {:.4g}", key, value));
    };
    add("stiffness", LogUniform(1e3, 1e8));
    if (Chance(0.7)) add("damping", LogUniform(1.0, 1e5));
    if (Chance(0.5)) add("dissipation", LogUniform(0.01, 100.0));
    const double mu = Chance(0.2) ? 0.0 : random_.Uniform(0.0, 2.0);
    add("mu_static", mu);
    add("mu_kinetic", mu * random_.Uniform(0.5, 1.0));
    if (Chance(0.5)) add("restitution", random_.Uniform(0.0, 1.0));
    if (Chance(0.3)) add("stiction_speed", LogUniform(1e-5, 1e-2));
  }

  // --- loose bodies ---

  std::string BodyShape() {
    const double a = LogUniform(0.02, 0.3), b = LogUniform(0.02, 0.3), c = LogUniform(0.02, 0.3);
    switch (random_.Index(6)) {
      case 0: return fmt::format("shape = \"sphere\"\nradius = {:.4g}", a);
      case 1: return fmt::format("shape = \"box\"\nsize = [{:.4g}, {:.4g}, {:.4g}]", a, b, c);
      case 2: return fmt::format("shape = \"cylinder\"\nradius = {:.4g}\nlength = {:.4g}", a, b);
      case 3: return fmt::format("shape = \"capsule\"\nradius = {:.4g}\nlength = {:.4g}", a, b);
      case 4: return fmt::format("shape = \"ellipsoid\"\nradii = [{:.4g}, {:.4g}, {:.4g}]", a, b, c);
      default:
        return fmt::format("shape = \"mesh\"\nmesh = \"{}\"\nscale = [{:.4g}, {:.4g}, {:.4g}]", kHullFile, a,
                           b, c);
    }
  }

  void AddBody(int number, double spread) {
    const std::string name = fmt::format("body{}", number);
    const double height = random_.Uniform(spread < 0.1 ? -0.1 : 0.0, 0.6);
    Add(PartKind::kBody, "",
        fmt::format("{}\nmass = {:.4g}\nposition = [{:.4g}, {:.4g}, {:.4g}]", BodyShape(),
                    LogUniform(0.01, 100.0), random_.Uniform(-spread, spread),
                    random_.Uniform(-spread, spread), height),
        name);
    if (Chance(0.7)) Add(PartKind::kBodyKey, name, "rpy = " + Vector(kPi));
    if (Chance(0.4)) Add(PartKind::kBodyKey, name, "velocity = " + Vector(LogUniform(0.1, 30.0)));
    if (Chance(0.4)) Add(PartKind::kBodyKey, name, "angular_velocity = " + Vector(LogUniform(0.1, 30.0)));
    movable_.push_back(name);
  }

  // --- the tree of links ---

  /// Radii of gyration of about `size`; any a, b, c >= 0 fulfil the triangle inequality.
  std::string Inertial(double size) {
    const double mass = LogUniform(0.01, 100.0), scale = 0.2 * mass * size * size;
    const double a = random_.Uniform(0.1, 1.0), b = random_.Uniform(0.1, 1.0), c = random_.Uniform(0.1, 1.0);
    return fmt::format(
        "<inertial><origin xyz=\"{}\"/><mass value=\"{:.4g}\"/><inertia ixx=\"{:.6g}\" iyy=\"{:.6g}\" "
        "izz=\"{:.6g}\"/></inertial>",
        UrdfVector(0.5 * size), mass, scale * (b + c), scale * (a + c), scale * (a + b));
  }

  std::string LinkShape(double size) {
    const double a = size * random_.Uniform(0.2, 1.0), b = size * random_.Uniform(0.2, 1.0),
                 c = size * random_.Uniform(0.2, 1.0);
    switch (random_.Index(6)) {
      case 0: return fmt::format("<sphere radius=\"{:.4g}\"/>", 0.5 * a);
      case 1: return fmt::format("<box size=\"{:.4g} {:.4g} {:.4g}\"/>", a, b, c);
      case 2: return fmt::format("<cylinder radius=\"{:.4g}\" length=\"{:.4g}\"/>", 0.5 * a, b);
      case 3: return fmt::format("<capsule radius=\"{:.4g}\" length=\"{:.4g}\"/>", 0.5 * a, b);
      case 4: return fmt::format("<ellipsoid a=\"{:.4g}\" b=\"{:.4g}\" c=\"{:.4g}\"/>", a, b, c);
      default:
        return fmt::format("<mesh filename=\"{}\" scale=\"{:.4g} {:.4g} {:.4g}\"/>", kHullFile, a, b, c);
    }
  }

  void AddTree(int count) {
    const int base = random_.Index(3);  // floating, fixed, planar
    const char* const bases[] = {"floating", "fixed", "planar"};
    std::vector<std::string> names;
    std::vector<bool> moves;
    for (int i = 0; i < count; ++i) {
      const std::string name = fmt::format("link{}", i);
      const int parent = i == 0 ? -1 : Chance(0.6) ? i - 1 : random_.Index(i);
      moves.push_back(i == 0 ? base != 1 : static_cast<bool>(moves[parent]));
      const bool turned = AddLink(name, parent < 0 ? "" : names[parent]);
      if (turned) moves[i] = true;
      if (moves[i]) movable_.push_back(name);
      names.push_back(name);
    }
    Add(PartKind::kRobotKey, "", fmt::format("base = \"{}\"", bases[base]));
    Add(PartKind::kRobotKey, "",
        fmt::format("position = [{:.4g}, {:.4g}, {:.4g}]", random_.Uniform(-0.3, 0.3),
                    random_.Uniform(-0.3, 0.3), random_.Uniform(-0.1, 1.0)));
    if (Chance(0.5)) Add(PartKind::kRobotKey, "", "rpy = " + Vector(kPi));
    if (Chance(0.4)) Add(PartKind::kRobotKey, "", "self_collision = true");
    if (base == 0 && Chance(0.5)) {
      Add(PartKind::kRobotKey, "", "velocity = " + Vector(LogUniform(0.1, 30.0)));
      Add(PartKind::kRobotKey, "", "angular_velocity = " + Vector(LogUniform(0.1, 30.0)));
    }
  }

  /// True if it moves relative to its parent.
  bool AddLink(const std::string& name, const std::string& parent) {
    const double size = LogUniform(0.05, 0.5);
    std::string text = Inertial(size);
    if (Chance(0.8))
      text += fmt::format("<collision><origin xyz=\"{}\" rpy=\"{}\"/><geometry>{}</geometry></collision>",
                          UrdfVector(0.5 * size), UrdfVector(kPi), LinkShape(size));
    Add(PartKind::kLink, parent, text, name);
    if (Chance(0.2)) Add(PartKind::kContact, name, fmt::format("\"{}\"", name));
    return !parent.empty() && AddJoint(name);
  }

  bool AddJoint(const std::string& link) {
    const char* const types[] = {"revolute",  "revolute", "continuous", "prismatic",
                                 "spherical", "planar",   "floating",   "fixed"};
    const std::string type = types[random_.Index(8)];
    const bool single = type == "revolute" || type == "continuous" || type == "prismatic";
    const bool has_axis = single || type == "planar";
    const std::string axis = fmt::format("<axis xyz=\"{}\"/>", Axis());
    Add(PartKind::kJoint, link,
        fmt::format("{}\n<origin xyz=\"{}\" rpy=\"{}\"/>{}", type, UrdfVector(0.3), UrdfVector(kPi),
                    has_axis ? axis : ""));
    if (single) AddJointDetails(link, type);
    return type != "fixed";
  }

  /// Of any length but zero.
  std::string Axis() {
    const char* const simple[] = {"1 0 0", "0 1 0", "0 0 -1"};
    return Chance(0.5) ? simple[random_.Index(3)]
                       : fmt::format("1 {:.4g} {:.4g}", random_.Uniform(-1, 1), random_.Uniform(-1, 1));
  }

  void AddJointDetails(const std::string& link, const std::string& type) {
    const std::string joint = "j_" + link;
    double lower = -1.0, upper = 1.0;
    if (type != "continuous" && Chance(0.6)) {
      lower = -LogUniform(1e-3, 1.0), upper = LogUniform(1e-3, 1.0);
      Add(PartKind::kJointElement, link,
          fmt::format("<limit lower=\"{:.4g}\" upper=\"{:.4g}\" effort=\"{:.4g}\" velocity=\"100\"/>", lower,
                      upper, LogUniform(1.0, 1e3)));
    }
    if (Chance(0.5))
      Add(PartKind::kJointElement, link,
          fmt::format("<dynamics damping=\"{:.4g}\" friction=\"{:.4g}\"/>",
                      Chance(0.5) ? LogUniform(1e-3, 1e2) : 0.0, Chance(0.5) ? LogUniform(1e-2, 1e2) : 0.0));
    if (Chance(0.3))
      Add(PartKind::kTransmission, link,
          fmt::format("<transmission name=\"t_{0}\"><type>transmission_interface/SimpleTransmission</type>"
                      "<joint name=\"{0}\"/><actuator name=\"a_{0}\"><drake:gear_ratio value=\"10\"/>"
                      "<drake:rotor_inertia value=\"{1:.4g}\"/></actuator></transmission>",
                      joint, LogUniform(1e-6, 1e-2)));
    if (Chance(0.5))
      Add(PartKind::kJointStart, link,
          fmt::format("{} = {:.4g}", joint, random_.Uniform(0.99 * lower, 0.99 * upper)));
    if (Chance(0.4))
      Add(PartKind::kJointSpeed, link,
          fmt::format("{} = {:.4g}", joint, LogUniform(0.1, 30.0) * (Chance(0.5) ? 1 : -1)));
    drivable_.push_back(link);
  }

  // --- joint torques and disturbance forces ---

  void AddController() {
    const bool waves = Chance(0.5);
    Add(PartKind::kController, "",
        fmt::format("kind = \"{}\"\nkp = {:.4g}\nkd = {:.4g}\nfeedback_by = \"{}\"", waves ? "waves" : "hold",
                    LogUniform(1.0, 1e5), LogUniform(1e-2, 1e3), Chance(0.7) ? "stepper" : "controller"));
    if (!waves) return;
    const size_t always = static_cast<size_t>(random_.Index(static_cast<int>(drivable_.size())));
    for (size_t i = 0; i < drivable_.size(); ++i)
      if (i == always || Chance(0.5))
        Add(PartKind::kDrive, drivable_[i],
            fmt::format("joint = \"j_{}\"\nforce = {:.4g}\namplitude = {:.4g}\nfrequency = {:.4g}",
                        drivable_[i], random_.Uniform(-10.0, 10.0), LogUniform(0.1, 1e3),
                        LogUniform(0.1, 100.0)));
  }

  void AddPush() {
    const std::string& body = movable_[static_cast<size_t>(random_.Index(static_cast<int>(movable_.size())))];
    const double duration = kSteps * case_.dt;
    Add(PartKind::kPush, body,
        fmt::format("body = \"{}\"\nforce = {}\nmoment = {}\nat = {:.4g}\nover = {:.4g}", body,
                    Vector(LogUniform(1.0, 1e4)), Vector(LogUniform(0.1, 1e3)),
                    random_.Uniform(0.0, 0.5 * duration), random_.Uniform(0.1, 0.5) * duration));
  }

  Random random_;
  Case case_;
  std::vector<std::string> movable_;   ///< bodies and links that can be pushed
  std::vector<std::string> drivable_;  ///< links on joints of one dof
};

}  // namespace

Case Generate(uint64_t seed, uint64_t number) { return Generator(seed, number).Make(); }

}  // namespace slipstick::torture
