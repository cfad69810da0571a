#include "slipstick/solvers/exponential/laplace_contour.h"

#include <algorithm>
#include <cmath>

namespace slipstick::solvers::laplace {
namespace {

// Tabulated, so that the bits do not depend on the machine.
constexpr double kPointRe[] = {8.92311388593753207e+00,  8.61249286521728763e+00,  7.98496823975030168e+00,
                               7.02751402986887541e+00,  5.71937160130801203e+00,  4.03038013543139861e+00,
                               1.91835155773238775e+00,  -6.74986360126819562e-01, -3.83030594456184925e+00,
                               -7.66072954696351971e+00, -1.23283499225650708e+01, -1.80725630301163136e+01};
constexpr double kPointIm[] = {1.11395639508538080e+00, 3.34186918525614240e+00, 5.56978197542690445e+00,
                               7.79769476559766517e+00, 1.00256075557684277e+01, 1.22535203459391884e+01,
                               1.44814331361099509e+01, 1.67093459262807116e+01, 1.89372587164514741e+01,
                               2.11651715066222330e+01, 2.33930842967929955e+01, 2.56209970869637544e+01};
// e^z z'(θ) / (12 i): the spacing over 2πi, times two for the conjugates
constexpr double kWeightRe[] = {2.01544672725547184e+03,  -3.65959601793131469e+03, 2.05768535899054723e+03,
                                -3.59345273584617189e+02, -9.64015360834198987e+01, 4.84099166252807365e+01,
                                -6.40724682212384256e+00, 1.95524278064271501e-01,  1.32317978226071092e-02,
                                -6.91154263788309152e-04, 6.63309643921489011e-06,  -4.64464016692273461e-09};
constexpr double kWeightIm[] = {4.93857789662169853e+03,  -1.57800639473749720e+03, -8.04632443305228321e+02,
                                8.20906108804463202e+02,  -2.41584326427079873e+02, 1.99712143107976949e+01,
                                2.83297410909864666e+00,  -5.53890729585942654e-01, 2.52320308706975131e-02,
                                -1.82940166958781497e-04, -4.31382782907598070e-06, 3.01576820276845992e-08};

ComplexPack Group(const double* re, const double* im, int group) {
  ComplexPack r;
  for (int lane = 0; lane < Pack::kLanes; ++lane) {
    r.re.Set(lane, re[group * Pack::kLanes + lane]);
    r.im.Set(lane, im[group * Pack::kLanes + lane]);
  }
  return r;
}

}  // namespace

ComplexPack Points(int group) { return Group(kPointRe, kPointIm, group); }
ComplexPack Weights(int group) { return Group(kWeightRe, kWeightIm, group); }

int CountSubsteps(double frequency, double t) {
  const double substeps = std::ceil(frequency * t / kEnclosed);
  if (!(substeps > 1.0)) return 1;  // also for NaN
  return static_cast<int>(std::min<double>(substeps, kMaxSubsteps));
}

}  // namespace slipstick::solvers::laplace
