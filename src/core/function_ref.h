// FunctionRef: a callable passed down a call, without owning or allocating anything.
//
// Holds a pointer to the callable, so it must not outlive the call it is an argument of.
#pragma once

#include <type_traits>
#include <utility>

namespace tarn
{

template <class Signature>
class FunctionRef;

template <class Return, class... Args>
class FunctionRef<Return(Args...)>
{
  public:
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>) FunctionRef(F&& callable)
    noexcept // implicit, so that a lambda can be the argument
        : object_(const_cast<void*>(static_cast<const void*>(&callable))),
          call_([](void* object, Args... args) -> Return {
              return (*static_cast<std::remove_reference_t<F>*>(object))(
                  std::forward<Args>(args)...);
          })
    {
    }

    Return operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

  private:
    void* object_;
    Return (*call_)(void*, Args...);
};

} // namespace tarn
