#include "slipstick/steppers/nmdp/contact_response.h"

#include <algorithm>

namespace slipstick::nmdp {

ContactResponse::ContactResponse(const Model& model) : model_(model), tree_(model), T_(0) {}

bool ContactResponse::Prepare(const StepContacts& contacts) {
  rows_ = contacts.num_rows();
  all_rows_ = rows_ + contacts.num_arm_rows();
  if (!dynamics::FactorTree(model_, tree_)) return false;
  FindFixedCornerResponse(contacts);
  return FindFullResponse(contacts);
}

/// Y, C₀ and S Y.
void ContactResponse::FindFixedCornerResponse(const StepContacts& contacts) {
  const int all = all_rows_;
  Y_.assign(static_cast<size_t>(all) * model_.nv(), 0.0);
  for (int i = 0; i < contacts.size(); ++i) {
    const StepContact& contact = contacts[i];
    for (const ContactLever& lever : contacts.levers(i))
      for (int r = 0; r < contact.rows; ++r) Y_[lever.dof * all + contact.row + r] = lever.rows[r];
    const Vec3<double> force{contact.force[0], contact.force[1], contact.force[2]};
    for (const ArmLever& lever : contacts.arm_levers(i)) {
      const Vec3<double> u = Cross(lever.turned_b, force);  // turned_b · (force x axis), for each axis
      double* y = &Y_[lever.dof * all + rows_ + contact.arm_row];
      y[0] += u.x, y[1] += u.y, y[2] += u.z;
    }
  }
  if (all > 0) dynamics::SolveTree(model_, tree_, Y_, all);
  C0_rows_.assign(static_cast<size_t>(all) * all, 0.0);
  C_rows_.assign(static_cast<size_t>(rows_) * all, 0.0);
  const auto add = [&](std::vector<double>& rows, int row, double factor, int dof) {
    double* __restrict sum = &rows[static_cast<size_t>(row) * all];
    const double* __restrict y = &Y_[static_cast<size_t>(dof) * all];
    for (int s = 0; s < all; ++s) sum[s] += factor * y[s];
  };
  for (int i = 0; i < contacts.size(); ++i) {
    const StepContact& contact = contacts[i];
    for (const ContactLever& lever : contacts.levers(i))
      for (int r = 0; r < contact.rows; ++r) {
        add(C0_rows_, contact.row + r, lever.rows[r], lever.dof);
        add(C_rows_, contact.row + r, lever.slip[r], lever.dof);
      }
    const int arm = rows_ + contact.arm_row;
    for (const ArmLever& lever : contacts.arm_levers(i)) {
      add(C0_rows_, arm, lever.arm.x, lever.dof);
      add(C0_rows_, arm + 1, lever.arm.y, lever.dof);
      add(C0_rows_, arm + 2, lever.arm.z, lever.dof);
    }
  }
  C0_.resize(C0_rows_.size());
  C_.resize(C_rows_.size());
  for (int s = 0; s < all; ++s) {
    for (int i = 0; i < all; ++i) C0_[s * all + i] = C0_rows_[i * all + s];
    for (int i = 0; i < rows_; ++i) C_[s * rows_ + i] = C_rows_[i * all + s];
  }
}

bool ContactResponse::FindFullResponse(const StepContacts& contacts) {
  const View<const StepContacts::ForceByPose> corner_terms = contacts.force_by_pose();
  const int all = all_rows_;
  terms_ = corner_terms.size() + all - rows_;
  U_.assign(static_cast<size_t>(all) * terms_, 0.0);
  C0_U_.assign(static_cast<size_t>(all) * terms_, 0.0);
  C_U_.assign(static_cast<size_t>(rows_) * terms_, 0.0);
  term_row_.clear();
  const auto add = [&](int l, int row, double u) {
    U_[l * all + row] = u;
    for (int i = 0; i < all; ++i) C0_U_[l * all + i] += u * C0_[row * all + i];
    for (int i = 0; i < rows_; ++i) C_U_[l * rows_ + i] += u * C_[row * rows_ + i];
  };
  for (int l = 0; l < terms_; ++l) {
    if (l >= corner_terms.size()) {
      term_row_.push_back(rows_ + l - corner_terms.size());
      add(l, term_row_[l], 1.0);
      continue;
    }
    const StepContact& contact = contacts[corner_terms[l].contact];
    term_row_.push_back(corner_terms[l].row);
    for (int r = 0; r < contact.rows; ++r) add(l, contact.row + r, corner_terms[l].force[r]);
  }
  T_.Resize(terms_);
  for (int k = 0; k < terms_; ++k)
    for (int l = 0; l < terms_; ++l) T_.row(k)[l] = (k == l ? 1.0 : 0.0) - C0_U_[l * all + term_row_[k]];
  if (terms_ > 0 && !T_.Factor()) return false;
  Z_.resize(static_cast<size_t>(terms_) * rows_);
  for (int l = 0; l < terms_; ++l)
    for (int s = 0; s < rows_; ++s) Z_[l * rows_ + s] = C0_[s * all + term_row_[l]];
  if (terms_ > 0) T_.Solve(Z_, rows_);
  for (int s = 0; s < rows_; ++s)
    for (int l = 0; l < terms_; ++l) {
      const double z = Z_[l * rows_ + s];
      if (z == 0.0) continue;  // another island
      for (int i = 0; i < rows_; ++i) C_[s * rows_ + i] += C_U_[l * rows_ + i] * z;
    }
  return true;
}

void ContactResponse::Correct(const StepContacts& contacts, const Eigen::VectorXd& residual,
                              Eigen::VectorXd& dx) {
  dx = -residual;
  dynamics::SolveTree(model_, tree_, View<double>(dx), 1);
  if (terms_ == 0) return;
  forces_.assign(all_rows_, 0.0);  // J dx at first
  for (int i = 0; i < contacts.size(); ++i) {
    const StepContact& contact = contacts[i];
    for (const ContactLever& lever : contacts.levers(i))
      for (int r = 0; r < contact.rows; ++r) forces_[contact.row + r] += lever.rows[r] * dx[lever.dof];
    for (const ArmLever& lever : contacts.arm_levers(i)) {
      double* arm = &forces_[rows_ + contact.arm_row];
      const double moved = dx[lever.dof];
      arm[0] += lever.arm.x * moved, arm[1] += lever.arm.y * moved, arm[2] += lever.arm.z * moved;
    }
  }
  changes_.resize(terms_);
  for (int l = 0; l < terms_; ++l) changes_[l] = forces_[term_row_[l]];
  T_.Solve(changes_);
  forces_.assign(all_rows_, 0.0);
  AddForces(dx);
}

void ContactResponse::Move(View<const double> f, Eigen::VectorXd& dx) {
  changes_.assign(terms_, 0.0);
  for (int l = 0; l < terms_; ++l)
    for (int s = 0; s < rows_; ++s) changes_[l] += Z_[l * rows_ + s] * f[s];
  forces_.assign(f.begin(), f.end());
  forces_.resize(all_rows_, 0.0);
  dx.setZero();
  AddForces(dx);
}

/// forces_ += U changes_, dx += Y forces_.
void ContactResponse::AddForces(Eigen::VectorXd& dx) {
  for (int l = 0; l < terms_; ++l)
    for (int r = 0; r < all_rows_; ++r) forces_[r] += changes_[l] * U_[l * all_rows_ + r];
  for (int k = 0; k < model_.nv(); ++k) {
    double sum = 0.0;
    for (int r = 0; r < all_rows_; ++r) sum += Y_[k * all_rows_ + r] * forces_[r];
    dx[k] += sum;
  }
}

void ContactResponse::FindMoveByForce(std::vector<double>& A) const {
  A.resize(static_cast<size_t>(rows_) * model_.nv());
  for (int k = 0; k < model_.nv(); ++k) {
    const double* y = Y_.data() + static_cast<size_t>(k) * all_rows_;
    std::copy_n(y, rows_, A.data() + static_cast<size_t>(k) * rows_);
    for (int l = 0; l < terms_; ++l) {
      double yu = 0.0;
      for (int r = 0; r < all_rows_; ++r) yu += y[r] * U_[l * all_rows_ + r];
      for (int s = 0; s < rows_; ++s) A[k * rows_ + s] += yu * Z_[l * rows_ + s];
    }
  }
}

}  // namespace slipstick::nmdp
