#include "slipstick/steppers/nmdp/contact_response.h"

#include <algorithm>
#include <array>

#include "slipstick/solvers/linear/padded_vectors.h"

namespace slipstick::nmdp {
namespace {

/// product := J X or S X, rows x rows; X: row_of(dof) has `rows` entries.
template <class RowOf>
void MultiplyByLevers(const StepContacts& contacts, std::array<double, 6> ContactLever::*levers, int rows,
                      const RowOf& row_of, std::vector<double>& product) {
  product.assign(static_cast<size_t>(rows) * rows, 0.0);
  for (int i = 0; i < contacts.size(); ++i)
    for (const ContactLever& lever : contacts.levers(i)) {
      const double* x = row_of(lever.dof);
      for (int r = 0; r < contacts[i].rows; ++r)
        solvers::padded::AddMultiple(rows, (lever.*levers)[r], x,
                                     &product[static_cast<size_t>(contacts[i].row + r) * rows]);
    }
}

/// X := Jᵀ, nv x rows.
template <class RowOf>
void SetToLevers(const StepContacts& contacts, const RowOf& row_of) {
  for (int i = 0; i < contacts.size(); ++i)
    for (const ContactLever& lever : contacts.levers(i))
      std::copy_n(lever.rows.data(), contacts[i].rows, row_of(lever.dof) + contacts[i].row);
}

}  // namespace

ContactResponse::ContactResponse(const Model& model)
    : model_(model), tree_(model), B_(model.nv()), dx_(model.nv()) {}

bool ContactResponse::Factor(const StepContacts& contacts) {
  AssembleTree();
  SubtractForceByPose(contacts);
  is_found_ = false;
  return B_.Factor();
}

void ContactResponse::FindResponse(const StepContacts& contacts) {
  if (is_found_) return;
  is_found_ = true;
  rows_ = contacts.num_rows();
  A_.assign(static_cast<size_t>(model_.nv()) * rows_, 0.0);
  const auto row_of = [&](int dof) { return A_.data() + static_cast<size_t>(Place(dof)) * rows_; };
  SetToLevers(contacts, row_of);
  B_.Solve(A_, rows_);
  MultiplyByLevers(contacts, &ContactLever::slip, rows_, row_of, C_);
}

void ContactResponse::AssembleTree() {
  const int nv = model_.nv();
  for (int k = 0; k < nv; ++k) std::fill_n(B_.row(k), nv, 0.0);
  for (int k = 0; k < nv; ++k) {
    int entry = model_.diagonal_entry(k);
    B(k, k) = tree_.lower[entry];
    for (int i = model_.dof_parent()[k]; i >= 0; i = model_.dof_parent()[i]) {
      --entry;
      B(k, i) = tree_.lower[entry];
      B(i, k) = tree_.upper[entry];
    }
  }
}

void ContactResponse::SubtractForceByPose(const StepContacts& contacts) {
  has_fixed_corners_ = true;
  for (const StepContacts::ForceByPose& term : contacts.force_by_pose()) {
    has_fixed_corners_ = false;
    const int rows = contacts[term.contact].rows;
    const Vec3<double> axis{1.0 * (term.change == 0), 1.0 * (term.change == 1), 1.0 * (term.change == 2)};
    for (const ContactLever& lever : contacts.levers(term.contact)) {
      double force = 0.0;
      for (int r = 0; r < rows; ++r) force += lever.rows[r] * term.force[r];
      if (const auto arms = contacts.arm_levers(term.contact); !arms.empty())
        for (const ArmLever& arm : arms) B(lever.dof, arm.dof) -= force * Dot(axis, arm.arm);
      else
        for (const ContactLever& by : contacts.levers(term.contact))
          B(lever.dof, by.dof) -= force * by.rows[term.change];
    }
  }
  for (int i = 0; i < contacts.size(); ++i) {
    const auto& f = contacts[i].force;
    for (const ArmLever& lever : contacts.arm_levers(i)) {
      has_fixed_corners_ = false;
      const Vec3<double> moment = Cross(lever.turned_b, Vec3<double>{f[0], f[1], f[2]});
      for (const ArmLever& by : contacts.arm_levers(i)) B(lever.dof, by.dof) -= Dot(moment, by.arm);
    }
  }
}

bool ContactResponse::FindFixedCornerResponse(const StepContacts& contacts, std::vector<double>& C0) {
  if (has_fixed_corners_) {
    MultiplyByLevers(
        contacts, &ContactLever::rows, rows_, [&](int dof) { return move_by_force(dof); }, C0);
    return true;
  }
  if (!dynamics::FactorTree(model_, tree_)) return false;
  Y_.assign(A_.size(), 0.0);
  const auto row_of = [&](int dof) { return Y_.data() + static_cast<size_t>(dof) * rows_; };
  SetToLevers(contacts, row_of);
  if (rows_ > 0) dynamics::SolveTree(model_, tree_, Y_, rows_);
  MultiplyByLevers(contacts, &ContactLever::rows, rows_, row_of, C0);
  return true;
}

void ContactResponse::Correct(const Eigen::VectorXd& residual, Eigen::VectorXd& dx) {
  for (int k = 0; k < model_.nv(); ++k) dx_[Place(k)] = -residual[k];
  B_.Solve(dx_);
  for (int k = 0; k < model_.nv(); ++k) dx[k] = dx_[Place(k)];
}

void ContactResponse::Move(View<const double> f, Eigen::VectorXd& dx) const {
  for (int k = 0; k < model_.nv(); ++k) {
    const double* a = move_by_force(k);
    dx[k] = 0.0;
    for (int r = 0; r < rows_; ++r) dx[k] += a[r] * f[r];
  }
}

}  // namespace slipstick::nmdp
