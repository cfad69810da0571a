// Everything a program needs, from models to whole runs: #include <slipstick/slipstick.h>
#pragma once

#include "slipstick/contact/step_report.h"
#include "slipstick/control/controller.h"
#include "slipstick/control/followers/foot_points.h"
#include "slipstick/control/followers/task_space.h"
#include "slipstick/control/followers/task_space_controller.h"
#include "slipstick/control/followers/tracking_controller.h"
#include "slipstick/control/inverse_kinematics.h"
#include "slipstick/control/plans/motions.h"
#include "slipstick/core/dual.h"
#include "slipstick/core/error.h"
#include "slipstick/core/fields.h"
#include "slipstick/core/pack.h"
#include "slipstick/core/pose.h"
#include "slipstick/dynamics/articulated_bodies.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/derivatives.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/dynamics/mass_matrix.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/geometry/solid_inertia.h"
#include "slipstick/laws/friction_polytopes.h"
#include "slipstick/laws/granular_terrain.h"
#include "slipstick/laws/patch_limit_surface.h"
#include "slipstick/measure/comparison.h"
#include "slipstick/model/inertia.h"
#include "slipstick/model/model.h"
#include "slipstick/model/model_builder.h"
#include "slipstick/model/shape.h"
#include "slipstick/model/urdf/urdf_reader.h"
#include "slipstick/names.h"
#include "slipstick/plot/film.h"
#include "slipstick/plot/report.h"
#include "slipstick/plot/svg_plot.h"
#include "slipstick/record/compare_recordings.h"
#include "slipstick/record/recording.h"
#include "slipstick/record/recording_file.h"
#include "slipstick/record/settings.h"
#include "slipstick/run/recorded_run.h"
#include "slipstick/run/run_statistics.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/steppers/error_controlled_stepper.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/steppers/stepper.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/material.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick {

// The functions and smaller types that programs call, lifted here; names.h lifts the main types.
using contact::Advanced;
using control::CenterOfMassTarget, control::IkResult, control::IkTargets, control::InverseKinematicsOptions,
    control::SolveInverseKinematics;
using control::CenterOfMassTask, control::FrameTask, control::PostureTask, control::TaskContact,
    control::TaskGains, control::TaskSet, control::TaskSpace, control::TaskSpaceSolution,
    control::TaskSpaceStatus;
using control::ControlReport, control::FindFootPoints, control::FootPoints, control::LeggedRobot;
using control::MakeMotion, control::ReferenceMotion, control::TaskSpaceController,
    control::TrackingController;
using control::RestToRest, control::ScalarMotion, control::PlaceOnGround, control::PointMotion,
    control::OrientationMotion;
using dynamics::Bias, dynamics::InverseDynamics, dynamics::ForwardDynamics, dynamics::DenseMassMatrix;
using dynamics::ForwardKinematics, dynamics::FramePose, dynamics::FrameJacobian, dynamics::CenterOfMass;
using dynamics::KineticEnergy, dynamics::PotentialEnergy, dynamics::Integrate, dynamics::Difference;
using laws::ForceBound;
using model::BoxGeometry, model::CapsuleGeometry, model::CylinderGeometry, model::PlaneGeometry,
    model::SphereGeometry;
using model::Continuous, model::Fixed, model::Floating, model::Planar, model::Prismatic, model::Revolute,
    model::Spherical, model::X, model::Y, model::Z;
using model::LoadUrdf, model::ReadUrdf, model::ReadUrdfText;
using plot::LinePlot, plot::WriteSvg;
using record::CheckRecordingPath, record::CompareRecordings, record::ReadRecording, record::ToJson,
    record::WriteRecording;
using run::RunRecorder;
using scene::BuildScene, scene::FindScene;
using steppers::MakeErrorControlled, steppers::MakeStepper, steppers::Steppers;
using world::ContactPose, world::kMoveZ;

}  // namespace slipstick
