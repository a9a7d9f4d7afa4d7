// A thread's work with something that several take turns at: enter, and leave at the end of a
// block.
#pragma once

namespace tarn
{

template <class T>
class WorkScope
{
  public:
    explicit WorkScope(T& with) : with_(with) { with.enter(); }
    ~WorkScope() { with_.leave(); }
    WorkScope(const WorkScope&) = delete;
    WorkScope& operator=(const WorkScope&) = delete;

  private:
    T& with_;
};

} // namespace tarn
