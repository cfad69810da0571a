// Everything a program needs of the model and its dynamics: #include <slipstick/slipstick.h>
#pragma once

#include "core/dual.h"
#include "core/error.h"
#include "core/pack.h"
#include "core/random.h"
#include "dynamics/articulated_bodies.h"
#include "dynamics/configuration.h"
#include "dynamics/contact_space.h"
#include "dynamics/derivatives.h"
#include "dynamics/energy.h"
#include "dynamics/inverse_dynamics.h"
#include "dynamics/kinematics.h"
#include "dynamics/mass_matrix.h"
#include "model/generators.h"
#include "model/model_builder.h"
#include "model/urdf_reader.h"
