#include "oracle/mujoco_model.h"

#include <fmt/core.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <stdexcept>

namespace slipstick::oracle {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Numbers are written with as many digits as it takes to read the same double back.
std::string Numbers(const Vector3d& v) { return fmt::format("{} {} {}", v.x(), v.y(), v.z()); }

std::string Quaternion(const Matrix3d& R) {
  const Quaterniond q(R);
  return fmt::format("{} {} {} {}", q.w(), q.x(), q.y(), q.z());
}

/// Principal moments and axes by Eigen. MuJoCo would also take a full matrix, but diagonalises it only to
/// about 1e-8.
std::string Inertial(const Inertia& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> principal(inertia.rotational);
  Matrix3d axes = principal.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
  return fmt::format("<inertial pos=\"{}\" quat=\"{}\" mass=\"{}\" diaginertia=\"{}\"/>\n",
                     Numbers(inertia.com), Quaternion(axes), inertia.mass, Numbers(principal.eigenvalues()));
}

std::string JointElement(const char* type, double armature) {
  return fmt::format("<joint type=\"{}\" armature=\"{}\"/>\n", type, armature);
}
std::string JointElement(const char* type, const Vector3d& axis, double armature) {
  return fmt::format("<joint type=\"{}\" axis=\"{}\" armature=\"{}\"/>\n", type, Numbers(axis), armature);
}

/// First in-plane axis of a planar joint, after docs/conventions.md: the coordinate axis that follows the
/// normal's largest component, made perpendicular.
Vector3d FirstPlanarAxis(const Vector3d& normal) {
  int largest;
  normal.cwiseAbs().maxCoeff(&largest);
  const Vector3d next = Vector3d::Unit((largest + 1) % 3);
  return (next - next.dot(normal) * normal).normalized();
}

std::string Slides(const Matrix3d& axes, int count, double armature) {
  std::string text;
  for (int k = 0; k < count; ++k) text += JointElement("slide", axes.col(k), armature);
  return text;
}

std::string Joints(const Joint& joint, bool on_world, double armature) {
  switch (joint.kind) {
    case JointKind::kRevolute:
    case JointKind::kContinuous: return JointElement("hinge", joint.axis, armature);
    case JointKind::kPrismatic: return JointElement("slide", joint.axis, armature);
    case JointKind::kSpherical: return JointElement("ball", armature);
    case JointKind::kPlanar: {
      const Vector3d first = FirstPlanarAxis(joint.axis);
      const Matrix3d axes = (Matrix3d() << first, joint.axis.cross(first), joint.axis).finished();
      return Slides(axes, 2, armature) + JointElement("hinge", joint.axis, armature);
    }
    case JointKind::kFloating:
      if (on_world) return JointElement("free", armature);
      return Slides(Matrix3d::Identity(), 3, armature) + JointElement("ball", armature);
    case JointKind::kFixed: break;
  }
  throw std::logic_error("a model holds no fixed joints");
}

/// The body with its subtree. Names are left out: MuJoCo numbers bodies and joints in our order.
std::string BodyElement(const Model& model, int i) {
  const Joint& joint = model.joints()[i];
  const bool on_world = model.bodies()[i].parent == model::kWorld;
  std::string text =
      fmt::format("<body pos=\"{}\" quat=\"{}\">\n", Numbers(joint.X_PJ.p), Quaternion(joint.X_PJ.R));
  text += Joints(joint, on_world, model.dofs()[joint.v].armature);
  text += Inertial(model.bodies()[i].inertia);
  for (int child = i + 1; child < model.subtree_end()[i]; child = model.subtree_end()[child])
    text += BodyElement(model, child);
  return text + "</body>\n";
}

/// Offset of the quaternion in the q of a joint, or -1.
int QuaternionStart(const Joint& joint) { return joint.nq > joint.nv ? joint.nq - 4 : -1; }

}  // namespace

std::string ToMjcf(const Model& model) {
  std::string text = fmt::format(
      "<mujoco>\n<compiler angle=\"radian\" inertiafromgeom=\"false\"/>\n"
      "<option gravity=\"{}\"><flag contact=\"disable\" constraint=\"disable\"/></option>\n<worldbody>\n",
      Numbers(model.gravity()));
  for (int root = 0; root < model.num_bodies(); root = model.subtree_end()[root])
    text += BodyElement(model, root);
  return text + "</worldbody>\n</mujoco>\n";
}

VectorXd ToMujocoConfiguration(const Model& model, const VectorXd& q) {
  VectorXd qpos = q;
  for (const Joint& joint : model.joints())
    if (const int start = QuaternionStart(joint); start >= 0) {
      const double* xyzw = &q(joint.q + start);
      qpos.segment<4>(joint.q + start) << xyzw[3], xyzw[0], xyzw[1], xyzw[2];
    }
  return qpos;
}

VectorXd FromMujocoConfiguration(const Model& model, const VectorXd& qpos) {
  VectorXd q = qpos;
  for (const Joint& joint : model.joints())
    if (const int start = QuaternionStart(joint); start >= 0) {
      const double* wxyz = &qpos(joint.q + start);
      q.segment<4>(joint.q + start) << wxyz[1], wxyz[2], wxyz[3], wxyz[0];
    }
  return q;
}

MatrixXd MujocoVelocityMap(const Model& model, const VectorXd& q) {
  MatrixXd T = MatrixXd::Identity(model.nv(), model.nv());
  for (const Joint& joint : model.joints())
    if (const int start = QuaternionStart(joint); start >= 0) {
      const Quaterniond R_JB(q.segment<4>(joint.q + start));
      const int angular = joint.v + joint.nv - 3;
      T.block<3, 3>(angular, angular) = R_JB.normalized().toRotationMatrix().transpose();
    }
  return T;
}

}  // namespace slipstick::oracle
