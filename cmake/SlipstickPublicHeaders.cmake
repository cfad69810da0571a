# The headers that programs may rely on (docs/api.md describes each; tests/install checks that they agree).
set(SLIPSTICK_PUBLIC_HEADERS
  # Basics
  slipstick/core/error.h
  slipstick/core/pose.h
  slipstick/core/dual.h
  slipstick/core/pack.h
  slipstick/core/fields.h
  # Models
  slipstick/model/model.h
  slipstick/model/model_builder.h
  slipstick/model/inertia.h
  slipstick/model/shape.h
  slipstick/model/urdf/urdf_reader.h
  # Dynamics
  slipstick/dynamics/workspace.h
  slipstick/dynamics/kinematics.h
  slipstick/dynamics/inverse_dynamics.h
  slipstick/dynamics/mass_matrix.h
  slipstick/dynamics/articulated_bodies.h
  slipstick/dynamics/contact_space.h
  slipstick/dynamics/derivatives.h
  slipstick/dynamics/configuration.h
  slipstick/dynamics/energy.h
  # Worlds and contact
  slipstick/world/world.h
  slipstick/world/state.h
  slipstick/world/actuation.h
  slipstick/world/material.h
  slipstick/world/wrench_space.h
  slipstick/geometry/contact_finder.h
  slipstick/geometry/solid_inertia.h
  slipstick/laws/friction_polytopes.h
  slipstick/laws/granular_terrain.h
  slipstick/laws/patch_limit_surface.h
  # Time stepping
  slipstick/steppers/stepper.h
  slipstick/steppers/registry.h
  slipstick/steppers/error_controlled_stepper.h
  slipstick/contact/step_report.h
  # Control
  slipstick/control/controller.h
  slipstick/control/inverse_kinematics.h
  slipstick/control/plans/motions.h
  slipstick/control/followers/foot_points.h
  slipstick/control/followers/tracking_controller.h
  slipstick/control/followers/task_space.h
  slipstick/control/followers/task_space_controller.h
  # Scenes, runs, recordings, pictures
  slipstick/scene/scene.h
  slipstick/scene/scene_library.h
  slipstick/scene/scene_reader.h
  slipstick/run/simulation.h
  slipstick/run/run_statistics.h
  slipstick/run/recorded_run.h
  slipstick/record/recording.h
  slipstick/record/recording_file.h
  slipstick/record/compare_recordings.h
  slipstick/record/settings.h
  slipstick/plot/svg_plot.h
  slipstick/plot/film.h
  # Measuring
  slipstick/measure/comparison.h
  slipstick/plot/report.h
)
