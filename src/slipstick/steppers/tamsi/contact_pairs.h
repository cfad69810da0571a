// Contacts of one step, grouped by pairs of bodies and in islands, with the configuration frozen at the start
// of the step.
//
// Each dof moves body a relative to body b by one spatial motion, about the origin of the tree of a. Contacts
// between the same two bodies, such as the spheres of a finger pad, share these motions.
#pragma once

#include <vector>

#include "slipstick/contact/contact_islands.h"
#include "slipstick/contact/step_problem.h"

namespace slipstick::tamsi {

struct RegularizedContact : contact::Contact {
  Vec3<double> r;  ///< contact point, from the origin of the tree of a
  double pi_0;     ///< normal force at the start of the step, N

  // the Newton iterate
  Vec3<double> v_c;          ///< velocity of a relative to b
  Vec3<double> Delta_v;      ///< change of v_c in the full Newton step, before the line search
  Vec3<double> force;        ///< on a
  Vec3<double> trial_force;  ///< on a, at a trial velocity of the backtracking search
  Mat3<double> df_dv;        ///< ∂force/∂v_c
  bool is_open;              ///< force and derivative are zero
};

/// A dof that moves a relative to b.
struct Lever {
  int dof;
  Motion<double> motion;  ///< per unit speed
};

struct ContactPair {
  contact::TouchingBodies bodies;
  int first_contact, end_contact;
  int first_lever, end_lever;

  bool has_one_contact() const { return end_contact - first_contact == 1; }
};

class ContactPairs {
 public:
  explicit ContactPairs(const World& world);

  void Clear();
  /// Adds a contact at the instant of the problem. Contacts between the same bodies should be added one after
  /// the other.
  void Add(const ContactPoint& point, const contact::StepProblem& problem);

  View<const ContactPair> pairs() const { return pairs_; }
  View<const contact::TouchingBodies> bodies() const { return bodies_; }
  View<RegularizedContact> contacts() { return contacts_; }
  View<RegularizedContact> contacts(const ContactPair& pair) {
    return {contacts_.data() + pair.first_contact, pair.end_contact - pair.first_contact};
  }
  View<const Lever> levers(const ContactPair& pair) const {
    return {levers_.data() + pair.first_lever, pair.end_lever - pair.first_lever};
  }

  /// Motion of a relative to b for generalised velocities x.
  Motion<double> RelativeMotion(const ContactPair& pair, const double* x) const {
    Motion<double> sum = Motion<double>::Zero();
    for (const Lever& lever : levers(pair)) sum += x[lever.dof] * lever.motion;
    return sum;
  }

 private:
  void AddPair(const contact::TouchingBodies& bodies, const Workspace<double>& ws);

  const World& world_;
  std::vector<RegularizedContact> contacts_;
  std::vector<ContactPair> pairs_;
  std::vector<contact::TouchingBodies> bodies_;  ///< of the pairs
  std::vector<Lever> levers_;
};

/// The problem of one contact island for Newton's method.
struct IslandProblem {
  double h;
  const Workspace<double>& ws;     ///< holds M̂, its factor and motion subspaces
  const Eigen::VectorXd& impulse;  ///< of all forces except contacts, per dof of the model
  ContactPairs& contacts;          ///< of the whole world
  View<const int> pairs;           ///< of the island
  View<const int> trees;           ///< roots of the trees that they connect

  const ContactPair& pair(int i) const { return contacts.pairs()[pairs[i]]; }
};

/// The dofs of an island, numbered tree by tree, roots before leaves.
struct IslandDofs {
  std::vector<int> list;    ///< dofs of the model
  std::vector<int> number;  ///< per dof of the model: its number in the island
};

/// Derivative of a wrench by a motion, both about one point.
struct PairStiffness {
  Mat3<double> ll = Mat3<double>::Zero(), la = ll, al = ll, aa = ll;  ///< force and moment by lin and ang

  /// For a force at r whose derivative by the velocity of that point is G: adds its terms to all but ll.
  SLIPSTICK_INLINE void AddMoments(const Mat3<double>& G, const Vec3<double>& r) {
    const Mat3<double> turn{r.y * G.z - r.z * G.y, r.z * G.x - r.x * G.z, r.x * G.y - r.y * G.x};
    la += turn;
    al += Mat3<double>{Cross(r, G.x), Cross(r, G.y), Cross(r, G.z)};
    aa += Mat3<double>{Cross(r, turn.x), Cross(r, turn.y), Cross(r, turn.z)};
  }
  SLIPSTICK_INLINE Force<double> operator*(const Motion<double>& m) const {
    return {ll * m.lin + la * m.ang, al * m.lin + aa * m.ang};
  }
};

/// The linearised wrench on a of all contacts of a pair at a Newton iterate: at_start + by_motion u, where u
/// is the change of the motion of a relative to b since the start of the step.
struct PairResponse {
  Force<double> at_start = Force<double>::Zero();
  PairStiffness by_motion;
  bool is_active = false;  ///< some contact exerts a force; otherwise all is zero
};

}  // namespace slipstick::tamsi
