// What Bullet remembers of contacts from one step to the next, as bytes and back.
//
// Bullet keeps up to four points of two bodies that touch, with the impulses that held them apart:
// what lies still owes it to that. This header knows Bullet; it is for RigidWorld.
#pragma once

#include "scene/bytes.h"
#include "scene/rigid_shapes.h"

namespace tarn::scene
{

// Bodies are told apart by their user indices. The order of what is written depends on them alone.
void saveContacts(const btCollisionDispatcher& dispatcher, ByteWriter& out);

// For pairs that the dispatcher knows already; those that were not saved have no contacts then.
void restoreContacts(btCollisionDispatcher& dispatcher, ByteReader& in);

} // namespace tarn::scene
