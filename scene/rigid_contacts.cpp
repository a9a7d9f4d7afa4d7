// Contact points, field by field.
#include "scene/rigid_contacts.h"

#include <map>
#include <utility>

namespace tarn::scene
{
namespace
{

using Pair = std::pair<std::int32_t, std::int32_t>;

Pair pairOf(const btPersistentManifold& manifold)
{
    return {manifold.getBody0()->getUserIndex(), manifold.getBody1()->getUserIndex()};
}

// Calls `visit` for every number of a point, in one order for writing and reading.
template <typename Point, typename Visit>
void visitNumbers(Point& point, const Visit& visit)
{
    for (auto* vector : {&point.m_localPointA, &point.m_localPointB, &point.m_positionWorldOnB,
                         &point.m_positionWorldOnA, &point.m_normalWorldOnB,
                         &point.m_lateralFrictionDir1, &point.m_lateralFrictionDir2})
    {
        for (int k = 0; k < 3; ++k)
        {
            visit(vector->m_floats[k]);
        }
    }
    for (auto* number :
         {&point.m_distance1, &point.m_combinedFriction, &point.m_combinedRollingFriction,
          &point.m_combinedSpinningFriction, &point.m_combinedRestitution, &point.m_appliedImpulse,
          &point.m_prevRHS, &point.m_appliedImpulseLateral1, &point.m_appliedImpulseLateral2,
          &point.m_contactMotion1, &point.m_contactMotion2, &point.m_contactCFM,
          &point.m_contactERP, &point.m_frictionCFM})
    {
        visit(*number);
    }
    for (auto* number : {&point.m_partId0, &point.m_partId1, &point.m_index0, &point.m_index1,
                         &point.m_contactPointFlags, &point.m_lifeTime})
    {
        visit(*number);
    }
}

} // namespace

void saveContacts(const btCollisionDispatcher& dispatcher, ByteWriter& out)
{
    std::map<Pair, const btPersistentManifold*> touching;
    for (int k = 0; k < dispatcher.getNumManifolds(); ++k)
    {
        const btPersistentManifold* manifold = dispatcher.getManifoldByIndexInternal(k);
        if (manifold->getNumContacts() > 0)
        {
            touching[pairOf(*manifold)] = manifold;
        }
    }
    out.put(static_cast<std::uint32_t>(touching.size()));
    for (const auto& [pair, manifold] : touching)
    {
        out.put(pair.first);
        out.put(pair.second);
        out.put(static_cast<std::int32_t>(manifold->getNumContacts()));
        for (int k = 0; k < manifold->getNumContacts(); ++k)
        {
            visitNumbers(manifold->getContactPoint(k),
                         [&](const auto& number) { out.put(number); });
        }
    }
}

void restoreContacts(btCollisionDispatcher& dispatcher, ByteReader& in)
{
    std::map<Pair, btPersistentManifold*> known;
    for (int k = 0; k < dispatcher.getNumManifolds(); ++k)
    {
        btPersistentManifold* manifold = dispatcher.getManifoldByIndexInternal(k);
        manifold->clearManifold();
        known[pairOf(*manifold)] = manifold;
    }
    const auto count = in.get<std::uint32_t>();
    for (std::uint32_t k = 0; k < count; ++k)
    {
        const auto first = in.get<std::int32_t>();
        const auto second = in.get<std::int32_t>();
        const auto points = in.get<std::int32_t>();
        if (points < 0 || points > MANIFOLD_CACHE_SIZE)
        {
            throw Error("what was saved has a contact of too many points; save it anew");
        }
        const auto found = known.find({first, second});
        for (std::int32_t at = 0; at < points; ++at)
        {
            btManifoldPoint point;
            visitNumbers(point, [&](auto& number) {
                number = in.get<std::remove_reference_t<decltype(number)>>();
            });
            if (found != known.end())
            {
                found->second->setNumContacts(at + 1);
                found->second->getContactPoint(at) = point;
            }
        }
    }
}

} // namespace tarn::scene
