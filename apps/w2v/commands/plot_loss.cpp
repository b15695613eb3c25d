#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "commands/commands.hpp"
#include "pictures/page.hpp"
#include "pictures/picture_output.hpp"
#include "pictures/templates.hpp"
#include "training/loss_curve.hpp"
#include "w2v/io/atomic_file.hpp"

namespace app {
namespace {

struct Options {
  std::vector<std::string> logs;
  std::string output = "-";
  std::string form;
  std::string title;
  std::string axis = "tokens";
};

std::size_t terminal_width() {
  winsize size{};
  const bool known = console::stdout_is_terminal() && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::clamp<std::size_t>(size.ws_col, 40, 160) : 80;
}

std::string text_of(const std::vector<Chart>& charts) {
  return chart_text(charts[0], terminal_width(), 16) + '\n' + chart_text(charts[1], terminal_width(), 7);
}

/// One chart below the other.
std::string svg_of(const std::vector<Chart>& charts) {
  constexpr ChartSize loss{880, 420};
  constexpr ChartSize rate{880, 260};
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} "
      "{1:g}\">\n<g>{2}</g><g transform=\"translate(0 {3:g})\">{4}</g>\n</svg>\n",
      loss.width, loss.height + rate.height, chart_svg(charts[0], loss, true), loss.height,
      chart_svg(charts[1], rate, true));
}

std::string html_of(const std::vector<Chart>& charts, const std::vector<LossCurve>& curves, const std::string& title) {
  const std::string table = epochs_table(curves);
  const std::string details =
      table.empty() ? "" : "<details><summary>Epochs as a table</summary>\n" + table + "</details>\n";
  return page_html({title,
                    fmt::format("{} over {}", "Loss and learning rate", charts[0].x_label),
                    chart_figure(charts[0], "loss") + chart_figure(charts[1], "rate") + details,
                    {{"loss", chart_data(charts[0])}, {"rate", chart_data(charts[1])}},
                    {templates::chart_css},
                    {templates::chart_js}});
}

void run(const Options& options) {
  std::vector<NamedFile> inputs;
  for (const std::string& log : options.logs) inputs.push_back({"LOG", log});
  check_files(inputs, {{"--output", options.output}});
  const std::string form = picture_form(options.form, options.output, {"text", "html", "svg"});
  w2v::AtomicFile output(options.output);
  std::vector<LossCurve> curves;
  for (const std::string& log : options.logs) curves.push_back(read_loss_curve(log));
  // Logs of one name, of several folders, are told apart by their paths.
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const auto alike = std::ranges::count_if(
        options.logs, [&](const std::string& log) { return title_of(log) == title_of(options.logs[i]); });
    if (alike > 1) curves[i].name = options.logs[i];
  }
  const LossAxis axis = options.axis == "tokens" ? LossAxis::tokens : LossAxis::seconds;
  const std::vector<Chart> charts{loss_chart(curves, axis), rate_chart(curves, axis)};
  const std::string usual =
      curves.size() == 1 ? fmt::format("Training: {}", curves[0].name) : fmt::format("{} trainings", curves.size());
  output.write(form == "text"  ? text_of(charts)
               : form == "svg" ? svg_of(charts)
                               : html_of(charts, curves, options.title.empty() ? usual : options.title));
  output.commit();
}

}  // namespace

void add_plot_loss(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* command =
      program.add_subcommand("plot-loss", "loss and learning rate of trainings: with characters, as a page, or SVG");
  command->add_option("logs", o.logs, "files that train --loss-log has written; - for standard input")
      ->required()
      ->type_name("LOG");
  command->add_option("-o,--output", o.output, "where the picture goes; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command
      ->add_option("--format", o.form,
                   "text (drawn with characters), html or svg [by the ending of --output, else text]")
      ->check(CLI::IsMember({"text", "html", "svg"}));
  command->add_option("--over", o.axis, "to the right: tokens or seconds")
      ->check(CLI::IsMember({"tokens", "seconds"}))
      ->capture_default_str();
  command->add_option("--title", o.title, "heading of the page [the log's name]")->type_name("TITLE");
  command->callback([options] { run(*options); });
}

}  // namespace app
