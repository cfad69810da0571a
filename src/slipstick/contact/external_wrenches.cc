#include "slipstick/contact/external_wrenches.h"

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/body_frame.h"

namespace slipstick::contact {

void AddExternalWrenches(const Model& model, const Workspace<double>& ws, const Actuation& actuation,
                         double* tau) {
  for (const ExternalWrench& wrench : actuation.wrenches)
    dynamics::AddForceAt(model, ws, wrench.body,
                         dynamics::ToWorld(model, ws, wrench.body, FromEigen(wrench.p_B)),
                         FromEigen(wrench.force), FromEigen(wrench.moment), tau);
}

}  // namespace slipstick::contact
