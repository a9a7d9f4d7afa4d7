// Thumbnails: small pictures of scenes for the browser, made in the background by the CPU's painter
// and kept in CACHE/thumbnails under a hash of the scene's text.
#pragma once

#include "studio/model/folders.h"

#include "render/image.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace tarn::studio
{

class Thumbnails
{
  public:
    explicit Thumbnails(Folders folders);
    ~Thumbnails(); // waits for the one that is being made
    Thumbnails(const Thumbnails&) = delete;
    Thumbnails& operator=(const Thumbnails&) = delete;

    // The picture of a built-in scene or a file; null: it is not there yet, and will be made; or it
    // cannot be made, see problemOf(). Costs a look into a map.
    std::shared_ptr<const render::Image> find(const std::string& nameOrPath);

    // The file is another one: its picture is made anew; until then the old one is found.
    void renew(const std::string& nameOrPath);

    // Why there is none; empty: there is, or will be.
    std::string problemOf(const std::string& nameOrPath) const;

    // How many are being made or wait for it.
    std::size_t waiting() const;

    // Makes one now, in the calling thread, or takes it from the cache, unless `isAnew`. Throws an
    // Error.
    static render::Image make(const Folders& folders, const std::string& nameOrPath,
                              bool isAnew = false);

  private:
    struct Wish
    {
        std::string scene;
        bool isAnew =
            false; // whatever the cache has: pictures that a scene uses are not in its text
    };
    struct Slot
    {
        std::shared_ptr<const render::Image> image;
        std::string problem;
    };

    void workInBackground();

    Folders folders_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, Slot> slots_;
    std::deque<Wish> wanted_;
    bool isMaking_ = false;
    bool isEnding_ = false;
    std::thread worker_;
};

} // namespace tarn::studio
