// The types that users write, lifted into namespace slipstick. This is the one place: a header that defines
// one of them includes this file. Functions are lifted in slipstick.h.
#pragma once

#include <cstdint>

namespace slipstick::model {
class Model;
class ModelBuilder;
class ModelError;
class JointSpec;
enum class JointKind;
struct Joint;
struct Body;
struct Frame;
struct Inertia;
struct Shape;
struct UrdfOptions;
struct UrdfResult;
}  // namespace slipstick::model

namespace slipstick::dynamics {
template <class S>
class Workspace;
template <class S>
struct DynamicsDerivatives;
}  // namespace slipstick::dynamics

namespace slipstick::geometry {
struct ContactPoint;
}  // namespace slipstick::geometry

namespace slipstick::world {
class World;
class WorldBuilder;
struct State;
struct Actuation;
struct ExternalWrench;
struct ContactMaterial;
struct ContactMemory;
class WrenchSpace;
}  // namespace slipstick::world

namespace slipstick::contact {
struct StepReport;
enum class StepStatus;
struct ContactReport;
enum class ContactMode : uint8_t;
struct EnergyReport;
}  // namespace slipstick::contact

namespace slipstick::steppers {
class Stepper;
struct StepperTraits;
struct StepperEntry;
}  // namespace slipstick::steppers

namespace slipstick::control {
class Controller;
}  // namespace slipstick::control

namespace slipstick::record {
struct Recording;
class Recorder;
}  // namespace slipstick::record

namespace slipstick::scene {
struct Scene;
}  // namespace slipstick::scene

namespace slipstick::toml {
struct SceneEdit;
}  // namespace slipstick::toml

namespace slipstick::run {
class Simulation;
struct StepView;
struct RunSummary;
}  // namespace slipstick::run

namespace slipstick {
using contact::ContactMode;
using contact::ContactReport;
using contact::EnergyReport;
using contact::StepReport;
using contact::StepStatus;
using control::Controller;
using dynamics::DynamicsDerivatives;
using dynamics::Workspace;
using geometry::ContactPoint;
using model::Body;
using model::Frame;
using model::Inertia;
using model::Joint;
using model::JointKind;
using model::JointSpec;
using model::Model;
using model::ModelBuilder;
using model::ModelError;
using model::Shape;
using model::UrdfOptions;
using model::UrdfResult;
using record::Recorder;
using record::Recording;
using run::RunSummary;
using run::Simulation;
using run::StepView;
using scene::Scene;
using steppers::Stepper;
using steppers::StepperEntry;
using steppers::StepperTraits;
using toml::SceneEdit;
using world::Actuation;
using world::ContactMaterial;
using world::ContactMemory;
using world::ExternalWrench;
using world::State;
using world::World;
using world::WorldBuilder;
using world::WrenchSpace;
}  // namespace slipstick
