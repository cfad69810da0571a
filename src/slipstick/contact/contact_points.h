// Between joints and contacts: the points at which contacts act, on either body, and how they move.
//
// A corner is a point of its body. A ball touches with ever new points as it rolls: what counts there is the
// motion of its centre and an arm that keeps its direction, so the centripetal acceleration of the point
// itself is left out.
#pragma once

#include <vector>

#include "slipstick/dynamics/contact_space.h"
#include "slipstick/geometry/contact_point.h"
#include "slipstick/world/world.h"

namespace slipstick::contact {

/// Contacts that steppers have room for from the beginning, if the world has as many shapes.
inline constexpr int kExpectedContacts = 16;

/// Radius of curvature of a shape where its outward normal is this one, world axes; 0 for corners and for
/// what has no one radius. ws holds poses.
double RadiusOfCurvature(const World& world, int shape, const Vec3<double>& outward,
                         const Workspace<double>& ws);

class ContactPoints {
 public:
  explicit ContactPoints(const World& world) : world_(world) {}

  void Reserve(int contacts);
  void Clear();
  /// One more contact, which acts at p on both bodies (world frame); ws holds poses.
  void Add(const ContactPoint& contact, const Vec3<double>& p, const Workspace<double>& ws) {
    Add(contact, p, p, ws);
  }
  /// One that acts on either body where its own surface is.
  void Add(const ContactPoint& contact, const Vec3<double>& p_a, const Vec3<double>& p_b,
           const Workspace<double>& ws);
  /// For FinishEvaluate. What follows needs that it was called with them.
  View<const dynamics::BodyPoint<double>> points() const { return points_; }

  // Of contact c, a against b, world axes, at the (q, v) of ws.
  Vec3<double> Velocity(int c, const double* v, const Workspace<double>& ws) const;  ///< J v for any v
  Vec3<double> Bias(int c, const Workspace<double>& ws) const;                       ///< J̇ v
  /// tau += Jᵀ f.
  void AddForce(int c, const Vec3<double>& f, const Workspace<double>& ws, double* tau) const;
  /// W = J M⁻¹ Jᵀ between all contacts, 3m x 3m, column after column, from that of the points in ws.W.
  void GatherInertia(const Workspace<double>& ws, std::vector<double>& W) const;
  /// The same from the factor in ws.
  void FindInertia(Workspace<double>& ws, std::vector<double>& W) const;

  // The same contact somewhere else: end holds poses, velocities and accelerations.
  Vec3<double> AccelerationIn(int c, const Workspace<double>& end) const;
  void AddForceIn(int c, const Vec3<double>& f, const Workspace<double>& end, double* tau) const;

 private:
  struct Side {
    int point;              ///< -1 for the world
    Vec3<double> centre_B;  ///< of curvature, body frame
    Vec3<double> arm;       ///< from there to the contact, world axes
  };
  struct Sides {
    Side a, b;
  };
  Side AddSide(int body, int shape, const Vec3<double>& p, const Vec3<double>& outward,
               const Workspace<double>& ws);

  const World& world_;
  std::vector<Sides> sides_;
  std::vector<dynamics::BodyPoint<double>> points_;
};

}  // namespace slipstick::contact
