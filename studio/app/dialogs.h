// Dialogs: questions with buttons, and choosing a file. One at a time, in front of everything;
// Escape closes it.
#pragma once

#include "studio/app/ui.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tarn::studio
{

struct Answer
{
    std::string label;
    std::function<void()> act; // none: only closes
    Emphasis emphasis = Emphasis::normal;
};

struct Question
{
    std::string name; // of its widgets: "question NAME LABEL"
    std::string title;
    std::string text;
    std::vector<Answer> answers;
};

struct FileWish
{
    std::string title;
    std::string button;
    std::string path;                  // to begin with
    std::vector<std::string> suffixes; // of files that are listed
    std::string suffix;                // given to names without one; empty: none
    std::function<void(const std::string& path)> act;
};

class Dialogs
{
  public:
    void ask(Question question);
    void chooseFile(FileWish wish);
    bool isOpen() const { return question_.has_value() || wish_.has_value(); }
    void close();

    // What was chosen is done by `later`.
    using Later = std::function<void(std::function<void()>)>;
    void draw(Ui& ui, const Later& later);

  private:
    struct Entry
    {
        std::string name;
        bool isFolder = false;
    };

    void drawQuestion(Ui& ui, const Later& later);
    void drawFiles(Ui& ui, const Later& later);
    void list();
    void accept(const Later& later);

    std::optional<Question> question_;
    std::optional<FileWish> wish_;
    std::string folder_;
    std::string file_;
    std::vector<Entry> entries_;
    bool isNew_ = false;
};

} // namespace tarn::studio
