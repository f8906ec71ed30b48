// All queries about points. They take points of the numeric domain; points outside the bounds are
// blocked. None of them writes: any number of threads may query at once.
//
// Boundaries are free: a point may touch a wall, a disc may be exactly its radius away from it.
#pragma once

#include "clearway/query/clearance.hpp"
#include "clearway/query/free.hpp"
#include "clearway/query/free_end.hpp"
#include "clearway/query/free_sampler.hpp"
#include "clearway/query/raycast.hpp"
#include "clearway/query/snap.hpp"
