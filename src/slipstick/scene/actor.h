// Actors: the robots and free bodies of a scene while it is read.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "slipstick/model/model_builder.h"
#include "slipstick/scene/read_materials.h"
#include "slipstick/toml/table_reader.h"

namespace slipstick::scene {

/// One entry of q or v that the scene sets.
struct Preset {
  std::string joint;
  double value;
  toml::SourcePosition place;
};

/// A shape of the world, and the names that a scene may use for it.
struct NamedShape {
  int shape;
  std::string name;
  std::string link;  ///< names all shapes of the link; empty for the world

  bool Is(const std::string& wanted) const { return name == wanted || link == wanted; }
};

/// A material for some of the shapes of a robot.
struct ShapeMaterial {
  std::string of;  ///< a shape, a contact frame, or a link and all its shapes
  std::string material;
  toml::SourcePosition place;
};

/// A robot, a free body or a fixed one before it is part of the world.
struct Actor {
  toml::SourcePosition place;
  std::string what;    ///< "robot 'solo'", for messages
  std::string robot;   ///< its name; empty for a body
  std::string prefix;  ///< of the names of its links and joints in the model
  std::string material;
  std::vector<ShapeMaterial> materials;  ///< exceptions from `material`

  int first_collision = 0;                   ///< of the model
  std::vector<std::string> collision_links;  ///< one per collision shape; with prefix, empty for the world
  std::vector<NamedShape> shapes;            ///< of the world, filled by AddShapes
  int first_shape = 0, end_shape = 0;        ///< of the world
  bool use_collisions = true, self_collision = false;
  bool is_environment = false;  ///< fixed to the world, and in contact with robots fixed to the world

  std::vector<std::string> contacts;  ///< frames whose origins are contact points
  std::vector<Preset> angles, speeds;
  std::string root;  ///< root body with a floating or planar joint; empty if the base is fixed
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero(), angular_velocity = Eigen::Vector3d::Zero();
  bool on_ground = false;
  bool sets_on_ground = false;  ///< the scene sets on_ground explicitly
};

/// Shared by all actors of a scene while they are read.
struct ReadContext {
  std::string folder;               ///< where files are searched; empty if there is none
  const toml::Value* given_models;  ///< texts of robot files by name, used instead of files; may be null
  const Materials& materials;
  bool several_robots;  ///< the names of their links and joints get prefixes
  ModelBuilder& model;
  int num_collisions = 0;                          ///< in the model so far
  std::set<std::string> robots = {};               ///< their names
  std::map<std::string, std::string> models = {};  ///< texts used, by the name in the scene
  std::vector<std::string> notes = {};
};

/// "position" and "rpy".
Pose ReadPose(toml::TableReader& table);
/// "velocity" and "angular_velocity" of a floating body.
void ReadVelocities(toml::TableReader& table, Actor& actor);
/// InputError at the place for a start speed that steppers reject as a failure; m/s or rad/s.
void CheckStartSpeed(double speed, const std::string& name, const toml::SourcePosition& place);

}  // namespace slipstick::scene
