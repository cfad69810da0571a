#include "slipstick/steppers/nmdp/contact_response.h"

#include <algorithm>

namespace slipstick::nmdp {

ContactResponse::ContactResponse(const Model& model) : model_(model), tree_(model), T_(0) {}

bool ContactResponse::Prepare(const StepContacts& contacts) {
  rows_ = contacts.num_rows();
  if (!dynamics::FactorTree(model_, tree_)) return false;
  FindFixedCornerResponse(contacts);
  return FindFullResponse(contacts);
}

void ContactResponse::FindFixedCornerResponse(const StepContacts& contacts) {
  Y_.assign(static_cast<size_t>(rows_) * model_.nv(), 0.0);
  for (int i = 0; i < contacts.size(); ++i) {
    const StepContact& contact = contacts[i];
    for (const ContactLever& lever : contacts.levers(i))
      for (int r = 0; r < contact.rows; ++r) Y_[lever.dof * rows_ + contact.row + r] = lever.rows[r];
  }
  if (rows_ > 0) dynamics::SolveTree(model_, tree_, Y_, rows_);
  C0_.assign(static_cast<size_t>(rows_) * rows_, 0.0);
  C_.assign(static_cast<size_t>(rows_) * rows_, 0.0);
  for (int i = 0; i < contacts.size(); ++i) {
    const StepContact& contact = contacts[i];
    for (const ContactLever& lever : contacts.levers(i)) {
      const double* y = &Y_[lever.dof * rows_];
      for (int s = 0; s < rows_; ++s) {
        if (y[s] == 0.0) continue;  // another tree
        for (int r = 0; r < contact.rows; ++r) {
          C0_[s * rows_ + contact.row + r] += lever.rows[r] * y[s];
          C_[s * rows_ + contact.row + r] += lever.slip[r] * y[s];
        }
      }
    }
  }
}

bool ContactResponse::FindFullResponse(const StepContacts& contacts) {
  const View<const StepContacts::ForceByPose> terms = contacts.force_by_pose();
  terms_ = terms.size();
  U_.assign(static_cast<size_t>(rows_) * terms_, 0.0);
  C0_U_.assign(static_cast<size_t>(rows_) * terms_, 0.0);
  C_U_.assign(static_cast<size_t>(rows_) * terms_, 0.0);
  term_row_.clear();
  for (int l = 0; l < terms_; ++l) {
    const StepContact& contact = contacts[terms[l].contact];
    term_row_.push_back(terms[l].row);
    for (int r = 0; r < contact.rows; ++r) {
      const double u = U_[l * rows_ + contact.row + r] = terms[l].force[r];
      const int column = (contact.row + r) * rows_;
      for (int i = 0; i < rows_; ++i) {
        C0_U_[l * rows_ + i] += u * C0_[column + i];
        C_U_[l * rows_ + i] += u * C_[column + i];
      }
    }
  }
  T_.Resize(terms_);
  for (int k = 0; k < terms_; ++k)
    for (int l = 0; l < terms_; ++l) T_.row(k)[l] = (k == l ? 1.0 : 0.0) - C0_U_[l * rows_ + term_row_[k]];
  if (terms_ > 0 && !T_.Factor()) return false;
  Z_.resize(static_cast<size_t>(terms_) * rows_);
  for (int s = 0; s < rows_ && terms_ > 0; ++s) {
    double* z = &Z_[s * terms_];
    for (int k = 0; k < terms_; ++k) z[k] = C0_[s * rows_ + term_row_[k]];
    T_.Solve({z, terms_});
    for (int l = 0; l < terms_; ++l) {
      if (z[l] == 0.0) continue;  // another island
      for (int i = 0; i < rows_; ++i) C_[s * rows_ + i] += C_U_[l * rows_ + i] * z[l];
    }
  }
  return true;
}

void ContactResponse::Correct(const StepContacts& contacts, const Eigen::VectorXd& residual,
                              Eigen::VectorXd& dx) {
  dx = -residual;
  dynamics::SolveTree(model_, tree_, View<double>(dx), 1);
  if (terms_ == 0) return;
  forces_.assign(rows_, 0.0);  // J dx at first
  for (int i = 0; i < contacts.size(); ++i) {
    const StepContact& contact = contacts[i];
    for (const ContactLever& lever : contacts.levers(i))
      for (int r = 0; r < contact.rows; ++r) forces_[contact.row + r] += lever.rows[r] * dx[lever.dof];
  }
  changes_.resize(terms_);
  for (int l = 0; l < terms_; ++l) changes_[l] = forces_[term_row_[l]];
  T_.Solve(changes_);
  forces_.assign(rows_, 0.0);
  for (int l = 0; l < terms_; ++l)
    for (int r = 0; r < rows_; ++r) forces_[r] += changes_[l] * U_[l * rows_ + r];
  for (int k = 0; k < model_.nv(); ++k)
    for (int r = 0; r < rows_; ++r) dx[k] += Y_[k * rows_ + r] * forces_[r];
}

void ContactResponse::Move(View<double> f, Eigen::VectorXd& dx) {
  changes_.assign(terms_, 0.0);
  for (int s = 0; s < rows_; ++s)
    for (int l = 0; l < terms_; ++l) changes_[l] += Z_[s * terms_ + l] * f[s];
  for (int l = 0; l < terms_; ++l)
    for (int r = 0; r < rows_; ++r) f[r] += changes_[l] * U_[l * rows_ + r];
  for (int k = 0; k < model_.nv(); ++k) {
    dx[k] = 0.0;
    for (int r = 0; r < rows_; ++r) dx[k] += Y_[k * rows_ + r] * f[r];
  }
}

void ContactResponse::FindMoveByForce(std::vector<double>& A) const {
  A = Y_;
  for (int k = 0; k < model_.nv(); ++k)
    for (int l = 0; l < terms_; ++l) {
      double yu = 0.0;
      for (int r = 0; r < rows_; ++r) yu += Y_[k * rows_ + r] * U_[l * rows_ + r];
      for (int s = 0; s < rows_; ++s) A[k * rows_ + s] += yu * Z_[s * terms_ + l];
    }
}

}  // namespace slipstick::nmdp
