#include "validation/report.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>

namespace tarn::validation
{

namespace
{

// Lines in the order of their curves, then marks; readable for the colour-blind and on paper.
constexpr const char* kLineColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
constexpr const char* kMarkColour = "#222222";

std::string quoted(const std::string& words)
{
    std::string text = "\"";
    for (const char c : words)
    {
        text += c == '"' || c == '\\' ? "\\" : "";
        text += c;
    }
    return text + "\"";
}

void plotPanel(std::ostream& script, const Panel& panel, size_t number)
{
    for (size_t k = 0; k < panel.curves.size(); ++k)
    {
        script << "$curve" << number << "_" << k << " << END\n";
        for (const Point& point : panel.curves[k].points)
        {
            script << point.x << " " << point.y << "\n";
        }
        script << "END\n";
    }
    script << "set xlabel " << quoted(panel.xLabel) << "\nset ylabel " << quoted(panel.yLabel)
           << "\n"
           << (panel.logX ? "set logscale x 2\n" : "unset logscale x\n")
           << (panel.logY ? "set logscale y\n" : "unset logscale y\n") << "plot ";
    size_t line = 0;
    for (size_t k = 0; k < panel.curves.size(); ++k)
    {
        const Curve& curve = panel.curves[k];
        script << (k > 0 ? ", " : "") << "$curve" << number << "_" << k << " with ";
        const bool many = curve.points.size() > 40; // marks would hide each other
        if (curve.look == Curve::Look::marks && many)
        {
            script << "lines linewidth 1 dashtype 2 linecolor rgb '" << kMarkColour << "'";
        }
        else if (curve.look == Curve::Look::marks)
        {
            script << "points pointtype 6 pointsize 0.9 linecolor rgb '" << kMarkColour << "'";
        }
        else
        {
            const bool few = curve.points.size() < 10;
            script << (few ? "linespoints pointtype 7 pointsize 0.6" : "lines")
                   << " linewidth 1.6 linecolor rgb '" << kLineColours[line++ % 4] << "'";
        }
        script << " title " << quoted(curve.name);
    }
    script << "\n";
}

std::string scriptFor(const std::vector<Panel>& panels, const std::string& path)
{
    std::ostringstream script;
    script.precision(8);
    script << "set terminal pngcairo size " << 460 * panels.size() << ",340 font 'Sans,9'\n"
           << "set output " << quoted(path) << "\n"
           << "set grid linetype 1 linewidth 0.5 linecolor rgb '#cccccc'\n"
           << "set key below noenhanced samplen 1.5\nset bmargin 6\nset format y '%g'\n"
           << "set offsets 0, 0, graph 0.04, graph 0.04\n"
           << "set xlabel noenhanced\nset ylabel noenhanced\n"
           << "set multiplot layout 1," << panels.size() << "\n";
    for (size_t k = 0; k < panels.size(); ++k)
    {
        plotPanel(script, panels[k], k);
    }
    script << "unset multiplot\n";
    return script.str();
}

// How far a measured number is from its reference, where that says something.
std::string offBy(const Check& check)
{
    if (!check.hasReference())
    {
        return "";
    }
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%+.2f %%",
                  100.0 * (check.measured / check.reference - 1.0));
    return buffer;
}

std::string anchorOf(const std::string& title)
{
    std::string anchor;
    for (const char c : title)
    {
        if (c == ' ' || c == '-')
        {
            anchor += '-';
        }
        else if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        {
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return anchor;
}

// What the page has about a case: rows of the table, and a section.
struct PagePart
{
    std::string rows;
    std::string section;
};

std::string linkTo(const std::string& title)
{
    return "[" + title + "](#" + anchorOf(title) + ")";
}

PagePart partOf(const Report& report, const std::string& pictures)
{
    std::ostringstream rows;
    std::string title = linkTo(report.which.title);
    for (const Check& check : report.outcome.checks)
    {
        rows << "| " << title << " | " << check.what << " | " << text(check.measured) << " | "
             << (check.hasReference() ? text(check.reference) : "") << " | " << offBy(check)
             << " | " << check.allowed() << " | " << (check.holds() ? "holds" : "**missed**")
             << " |\n";
        title.clear();
    }
    const std::string& name = report.which.title;
    return {rows.str(), "\n## " + name + "\n\n" + report.outcome.setUp + "\n\n![" + name + "](" +
                            pictures + "/" + report.which.name + ".png)\n"};
}

constexpr const char* kOnDevice = "## On a GPU\n";

constexpr const char* kColumns = "| case | what | measured | reference | off by | allowed | |\n"
                                 "|---|---|---|---|---|---|---|\n";

// A page in two: what was computed on the CPU, and the last section, about a GPU.
struct Halves
{
    std::string cpu;
    std::string device; // from its heading on; may be empty
};

Halves halvesOf(const std::string& page)
{
    const size_t at = page.find(kOnDevice);
    return at == std::string::npos ? Halves{page, ""} : Halves{page.substr(0, at), page.substr(at)};
}

// From an older page: the case's row in the table and those below it without a title, and what
// follows its heading up to the next.
PagePart partOf(const std::string& title, const std::string& page)
{
    PagePart part;
    const std::string first = "| " + linkTo(title) + " |";
    const std::string heading = "## " + title;
    bool inRows = false;
    bool inSection = false;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);)
    {
        inRows = line.starts_with(first) || (inRows && line.starts_with("|  |"));
        inSection = line == heading || (inSection && !line.starts_with("## "));
        part.rows += inRows ? line + "\n" : "";
        part.section += line == heading ? "\n" : "";
        part.section += inSection ? line + "\n" : "";
    }
    while (part.section.ends_with("\n\n"))
    {
        part.section.pop_back();
    }
    return part;
}

// Of all cases: those reported, the others as on an older page.
PagePart partsOf(const std::vector<Report>& reports, const std::string& pictures,
                 const std::string& before)
{
    PagePart all;
    for (const Case& each : allCases())
    {
        const auto made =
            std::find_if(reports.begin(), reports.end(),
                         [&each](const Report& report) { return report.which.name == each.name; });
        const PagePart part =
            made != reports.end() ? partOf(*made, pictures) : partOf(each.title, before);
        all.rows += part.rows;
        all.section += part.section;
    }
    return all;
}

} // namespace

void drawPicture(const std::vector<Panel>& panels, const std::string& path)
{
    const std::string unfinished = path + ".part";
    std::FILE* gnuplot = popen("gnuplot", "w");
    if (gnuplot == nullptr)
    {
        throw std::runtime_error("gnuplot did not start: no pipe");
    }
    const std::string script = scriptFor(panels, unfinished);
    const bool written = std::fwrite(script.data(), 1, script.size(), gnuplot) == script.size();
    const int status = pclose(gnuplot);
    if (!written || status != 0)
    {
        std::filesystem::remove(unfinished);
        const bool missing = WIFEXITED(status) && WEXITSTATUS(status) == 127;
        throw std::runtime_error(path + (missing ? ": there is no gnuplot; install gnuplot-nox"
                                                 : ": gnuplot refused; it says why above"));
    }
    std::filesystem::rename(unfinished, path);
}

std::string csvOf(const std::vector<Panel>& panels)
{
    std::ostringstream csv;
    csv.precision(9);
    csv << "panel,curve,x,y\n";
    for (size_t k = 0; k < panels.size(); ++k)
    {
        for (const Curve& curve : panels[k].curves)
        {
            for (const Point& point : curve.points)
            {
                csv << k << ",\"" << curve.name << "\"," << point.x << "," << point.y << "\n";
            }
        }
    }
    return csv.str();
}

std::string pageOf(const std::vector<Report>& reports, const std::string& pictures,
                   const std::string& before)
{
    const Halves old = halvesOf(before);
    const PagePart all = partsOf(reports, pictures, old.cpu);
    return "# Validation\n\n"
           "What Tarn computes, against what is known: exact solutions, published tables, other\n"
           "codes. Sources are named in `tests/data/validation`, the set-ups are in\n"
           "`tests/validation`. This page is written by `./dev validate`; coarser versions of "
           "every\n"
           "case run with the tests. Results are the same bits on every machine.\n\n" +
           std::string(kColumns) + all.rows + all.section +
           (old.device.empty() ? "" : "\n" + old.device);
}

std::string pageOnDevice(const std::vector<Report>& reports, const std::string& device,
                         const std::string& before)
{
    const Halves old = halvesOf(before);
    const bool ends = old.cpu.empty() || old.cpu.ends_with("\n\n");
    return old.cpu + (ends ? "" : "\n") + kOnDevice +
           "\nThe same cases with the same bounds, by `./dev validate --backend gl --docs docs` "
           "on\n" +
           device +
           ". Where cases move bodies, forces are those\nof the step itself (`sameStep`). The "
           "numbers are this device's; another one rounds otherwise.\n\n" +
           kColumns + partsOf(reports, "", old.device).rows;
}

} // namespace tarn::validation
