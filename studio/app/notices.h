// Notices: what the studio has to tell: cards over the picture. Good news goes by itself; errors
// stay, with their whole text, until they are closed.
#pragma once

#include "studio/app/ui.h"

#include <string>
#include <vector>

namespace tarn::studio
{

enum class NoticeKind
{
    info,
    warning,
    error
};

struct Notice
{
    int number = 0;
    NoticeKind kind = NoticeKind::info;
    std::string text;
    double since = 0.0; // s
    int times = 1;      // it was told
};

class Notices
{
  public:
    void tell(NoticeKind kind, std::string text);
    void info(std::string text) { tell(NoticeKind::info, std::move(text)); }
    void warn(std::string text) { tell(NoticeKind::warning, std::move(text)); }
    void fail(std::string text) { tell(NoticeKind::error, std::move(text)); }

    // Cards from the upper right corner down.
    void draw(Ui& ui, ImVec2 corner, double now);

    const std::vector<Notice>& shown() const { return notices_; }
    int errorsTold() const { return errorsTold_; }

  private:
    bool drawCard(Ui& ui, const Notice& notice, ImVec2 corner, float& height) const;

    std::vector<Notice> notices_;
    int next_ = 1;
    int errorsTold_ = 0;
    double now_ = 0.0;
};

} // namespace tarn::studio
