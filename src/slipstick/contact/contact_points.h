// Contact Jacobians: the points at which contacts act on both bodies, with their velocities, bias
// accelerations, generalised forces and inverse inertia.
//
// A corner is a fixed point of its body. The contact point of a rolling ball moves over its surface. Its
// acceleration is that of the centre plus that of an arm with a constant direction, without the centripetal
// acceleration of the material point.
#pragma once

#include <vector>

#include "slipstick/core/pack.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/geometry/contact_point.h"
#include "slipstick/world/world.h"

namespace slipstick::contact {

/// Number of contacts that steppers reserve memory for at construction, if the world has as many shapes.
inline constexpr int kExpectedContacts = 16;

/// Radius of curvature of a shape at the point with this outward normal, world axes; 0 for corners and for
/// surfaces without a single radius. ws holds poses.
double RadiusOfCurvature(const World& world, int shape, const Vec3<double>& outward,
                         const Workspace<double>& ws);

class ContactPoints {
 public:
  explicit ContactPoints(const World& world) : world_(world) {}

  void Reserve(int contacts);
  void Clear();
  /// Adds a contact that acts at p on both bodies (world frame); ws holds poses.
  void Add(const ContactPoint& contact, const Vec3<double>& p, const Workspace<double>& ws) {
    Add(contact, p, p, ws);
  }
  /// Adds a contact that acts on each body at its own surface point.
  void Add(const ContactPoint& contact, const Vec3<double>& p_a, const Vec3<double>& p_b,
           const Workspace<double>& ws);
  /// Input of FinishEvaluate, which must be called before the functions below.
  View<const dynamics::BodyPoint<double>> points() const { return points_; }

  // Contact c, a relative to b, world axes, at the (q, v) of ws.
  Vec3<double> Velocity(int c, const double* v, const Workspace<double>& ws) const;  ///< J v for any v
  Vec3<double> Bias(int c, const Workspace<double>& ws) const;                       ///< J̇ v
  /// tau += Jᵀ f.
  void AddForce(int c, const Vec3<double>& f, const Workspace<double>& ws, double* tau) const;
  // In whitened coordinates (dynamics::WhitenForces), for several vectors in the lanes of packs. Call after
  // StepProblem::FindInertia.
  /// Yᵀ y.
  Vec3<Pack> WhitenedVelocity(int c, const Pack* y, const Workspace<double>& ws) const;
  /// y += D⁻¹ Y f.
  void AddWhitenedForces(int c, const Vec3<Pack>& f, const Workspace<double>& ws, Pack* y) const;
  /// W = J M⁻¹ Jᵀ of all contacts, 3m x 3m, column-major, from the matrix of the points in ws.W.
  void GatherInertia(const Workspace<double>& ws, std::vector<double>& W) const;

  // The same contact at another configuration: end holds poses, velocities and accelerations.
  Vec3<double> AccelerationIn(int c, const Workspace<double>& end) const;
  void AddForceIn(int c, const Vec3<double>& f, const Workspace<double>& end, double* tau) const;

 private:
  struct Side {
    int point;              ///< -1 for the world
    Vec3<double> centre_B;  ///< centre of curvature, body frame
    Vec3<double> arm;       ///< from the centre to the contact, world axes
  };
  struct Sides {
    Side a, b;
  };
  template <class T>
  Vec3<T> VelocityBy(const std::vector<Vec3<double>>& columns, int c, const T* v,
                     const Workspace<double>& ws) const;
  template <class T>
  void AddForceBy(const std::vector<Vec3<double>>& columns, int c, const Vec3<T>& f,
                  const Workspace<double>& ws, T* tau) const;
  Side AddSide(int body, int shape, const Vec3<double>& p, const Vec3<double>& outward,
               const Workspace<double>& ws);

  const World& world_;
  std::vector<Sides> sides_;
  std::vector<dynamics::BodyPoint<double>> points_;
};

}  // namespace slipstick::contact
