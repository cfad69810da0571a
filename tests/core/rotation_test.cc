#include "slipstick/core/rotation.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "slipstick/core/convert.h"
#include "slipstick/core/dual.h"
#include "slipstick/core/random.h"

namespace slipstick {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using std::numbers::pi;

// A handful of roundings of 1e-16 in each of up to nine entries around 1.
constexpr double kRotationRounding = 4e-15;
// Coefficients like (1 - cos a) / a² lose digits towards small angles a: 1e-16 / a², times a from the matrix
// they multiply. At a = 0.01, where the series take over, that is 1e-14.
constexpr double kCancellation = 2e-14;

Vec3<double> UnitAxis(Random& random) {
  Vector3d axis;
  do {
    axis = {random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)};
  } while (axis.norm() < 0.1);
  return FromEigen(axis.normalized());
}

/// Calls check(axis, angle) for angles of all sizes below pi, on both sides of the switch to series at 0.01
/// (Exp, the Jacobians) and 0.02 (Log).
template <class Check>
void OnAnglesBelowPi(Check check) {
  Random random(1);
  for (const double angle :
       {0.0,       1e-300,    1e-160,    1e-20,     1e-9,      1e-5,      1e-3,       0.009,
        0.0099999, 0.0100001, 0.011,     0.0199,    0.0201,    0.1,       0.5,        1.0,
        2.0,       3.0,       pi - 1e-3, pi - 1e-6, pi - 1e-8, pi - 1e-9, pi - 1e-12, pi - 1e-14})
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE("angle " + std::to_string(angle));
      check(UnitAxis(random), angle);
    }
}

double Distance(const Vec3<double>& a, const Vec3<double>& b) { return ToEigen(a - b).norm(); }
double Distance(const Mat3<double>& a, const Mat3<double>& b) { return (ToEigen(a) - ToEigen(b)).norm(); }

TEST(Exp, IsTheQuaternionOfTheHalfAngle) {
  OnAnglesBelowPi([](const Vec3<double>& axis, double angle) {
    const Quaternion<double> q = Exp(angle * axis);
    const long double half = 0.5L * angle;
    const auto s = static_cast<double>(std::sin(half)), c = static_cast<double>(std::cos(half));
    EXPECT_LE(Distance(q.v, s * axis),
              kRotationRounding * s);  // relative: a tiny rotation keeps all its digits
    EXPECT_NEAR(q.w, c, kRotationRounding);
  });
}

TEST(Exp, HasUnitLengthEvenForManyTurns) {
  Random random(2);
  for (const double angle : {1.0, 10.0, 100.0, 1e4}) {
    const Quaternion<double> q = Exp(angle * UnitAxis(random));
    EXPECT_NEAR(Dot(q.v, q.v) + q.w * q.w, 1.0, kRotationRounding);
  }
}

TEST(Log, UndoesExpBelowPi) {
  OnAnglesBelowPi([](const Vec3<double>& axis, double angle) {
    const Vec3<double> r = angle * axis;
    EXPECT_LE(Distance(Log(Exp(r)), r), kRotationRounding * angle);
  });
}

TEST(Log, ReturnsTheShorterRotationBeyondPi) {
  Random random(3);
  for (const double angle : {pi + 1e-6, 3.5, 5.0, 6.2, 2 * pi - 1e-5, 2 * pi + 1.0}) {
    const Vec3<double> axis = UnitAxis(random);
    const double rest = std::remainder(angle, 2 * pi);
    EXPECT_LE(Distance(Log(Exp(angle * axis)), rest * axis),
              2 * kRotationRounding);  // pi itself is rounded, twice here
  }
}

TEST(Log, IsTheSameForAQuaternionAndItsNegative) {
  OnAnglesBelowPi([](const Vec3<double>& axis, double angle) {
    const Quaternion<double> q = Exp(angle * axis);
    EXPECT_LE(Distance(Log(Quaternion<double>{-q.v, -q.w}), Log(q)), kRotationRounding);
  });
}

TEST(Log, OfHalfATurnHasLengthPi) {
  EXPECT_LE(Distance(Log(Quaternion<double>{{0.6, 0.0, 0.8}, 0.0}), {0.6 * pi, 0.0, 0.8 * pi}),
            kRotationRounding);
}

// sin(a/2)/a must not become 0/0 in the derivative either.
TEST(Exp, HasADerivativeAtZero) {
  const Vec3<Dual> r{{0.0, 2.0}, {0.0, -4.0}, {0.0, 6.0}};
  const Quaternion<Dual> q = Exp(r);
  EXPECT_EQ(q.v.x.derivative, 1.0);  // half the rate
  EXPECT_EQ(q.v.y.derivative, -2.0);
  EXPECT_EQ(q.v.z.derivative, 3.0);
  EXPECT_EQ(q.w.derivative, 0.0);
  const Vec3<Dual> back = Log(q);
  EXPECT_NEAR(back.x.derivative, 2.0, kRotationRounding);
  EXPECT_NEAR(back.y.derivative, -4.0, kRotationRounding);
  EXPECT_NEAR(back.z.derivative, 6.0, kRotationRounding);
}

TEST(Quaternion, ProductIsTheProductOfMatrices) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const Quaternion<double> a = Exp(2.0 * UnitAxis(random)), b = Exp(1.5 * UnitAxis(random));
    EXPECT_LE(Distance(ToMatrix(a * b), ToMatrix(a) * ToMatrix(b)), kRotationRounding);
    EXPECT_LE(Distance(ToMatrix(Conjugate(a)), Transpose(ToMatrix(a))), kRotationRounding);
  }
}

TEST(Quaternion, MatrixAgreesWithEigens) {
  OnAnglesBelowPi([](const Vec3<double>& axis, double angle) {
    const Matrix3d expected = Eigen::AngleAxisd(angle, ToEigen(axis)).toRotationMatrix();
    EXPECT_LE((ToEigen(ToMatrix(Exp(angle * axis))) - expected).norm(), kRotationRounding);
  });
}

TEST(Quaternion, NormalizedHasUnitLengthAndTheSameDirection) {
  const Quaternion<double> q = Normalized(Quaternion<double>{{2.0, -4.0, 5.0}, -2.0});  // of length 7
  EXPECT_NEAR(q.v.x, 2.0 / 7, kRotationRounding);
  EXPECT_NEAR(q.v.y, -4.0 / 7, kRotationRounding);
  EXPECT_NEAR(q.v.z, 5.0 / 7, kRotationRounding);
  EXPECT_NEAR(q.w, -2.0 / 7, kRotationRounding);
}

// exp(r + h δ) exp(r)⁻¹ = exp(h J δ + O(h²)); the central difference leaves h² = 1e-10 of the third
// derivative, and rounding 1e-16 / h = 1e-11.
constexpr double kStep = 1e-5;
constexpr double kDifferenceTolerance = 1e-9;

TEST(LeftJacobian, IsTheDerivativeOfExp) {
  OnAnglesBelowPi([](const Vec3<double>& axis, double angle) {
    const Vec3<double> r = angle * axis;
    const Quaternion<double> back = Conjugate(Exp(r));
    const auto column = [&](const Vec3<double>& unit) {
      const Vec3<double> ahead = Log(Exp(r + kStep * unit) * back),
                         behind = Log(Exp(r - kStep * unit) * back);
      return (0.5 / kStep) * (ahead - behind);
    };
    using V = Vec3<double>;
    const Mat3<double> differences{column(V::UnitX()), column(V::UnitY()), column(V::UnitZ())};
    EXPECT_LE(Distance(LeftJacobian(r), differences), kDifferenceTolerance);
  });
}

TEST(LeftJacobian, IsAccurateAtSmallAngles) {
  OnAnglesBelowPi([](const Vec3<double>& axis, double angle) {
    if (angle > 0.1 || angle < 1e-30) return;
    // J = 1 + (a/2) [n]× sinc²(a/2) + ..., written with its Taylor series to a¹⁰ in long double
    const long double x = static_cast<long double>(angle) * angle;
    const auto a =
        static_cast<double>(1 / 2.0L - x / 24 + x * x / 720 - x * x * x / 40320 + x * x * x * x / 3628800);
    const auto b = static_cast<double>(1 / 6.0L - x / 120 + x * x / 5040 - x * x * x / 362880 +
                                       x * x * x * x / 39916800);
    const Mat3<double> K = Skew(angle * axis);
    EXPECT_LE(Distance(LeftJacobian(angle * axis), Mat3<double>::Identity() + a * K + b * (K * K)),
              kCancellation);
  });
}

TEST(LeftJacobianInverse, IsTheInverse) {
  OnAnglesBelowPi([](const Vec3<double>& axis, double angle) {
    const Vec3<double> r = angle * axis;
    EXPECT_LE(Distance(LeftJacobianInverse(r) * LeftJacobian(r), Mat3<double>::Identity()), kCancellation);
  });
}

TEST(LeftJacobianInverse, IsTheInverseAtHalfATurn) {
  const Vec3<double> r{0.0, pi, 0.0};
  EXPECT_LE(Distance(LeftJacobianInverse(r) * LeftJacobian(r), Mat3<double>::Identity()), kCancellation);
}

}  // namespace
}  // namespace slipstick
