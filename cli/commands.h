// The commands of `tarn`; each has a file of its own.
//
// add...Command puts the command, its options and what it runs into the program.
#pragma once

namespace CLI
{
class App;
}

namespace tarn::cli
{

void addInfoCommand(CLI::App& program);
void addBenchCommand(CLI::App& program);
void addRenderCommand(CLI::App& program);
void addRunCommand(CLI::App& program);
void addScenesCommand(CLI::App& program);

} // namespace tarn::cli
