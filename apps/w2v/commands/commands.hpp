#pragma once

namespace CLI {
class App;
}

/// Each adds one subcommand to the program. Its callback does the work; it returns normally for exit code 0 and sets
/// `exit_code` for another, or throws one of the classes of w2v/base/error.hpp.
namespace app {

void add_train(CLI::App& program, int& exit_code);
void add_vocab(CLI::App& program, int& exit_code);
void add_tokenize(CLI::App& program, int& exit_code);
void add_phrases(CLI::App& program, int& exit_code);
void add_neighbors(CLI::App& program, int& exit_code);
void add_analogy(CLI::App& program, int& exit_code);
void add_similarity(CLI::App& program, int& exit_code);
void add_vectors(CLI::App& program, int& exit_code);
void add_odd(CLI::App& program, int& exit_code);
void add_eval(CLI::App& program, int& exit_code);
void add_convert(CLI::App& program, int& exit_code);
void add_pool(CLI::App& program, int& exit_code);
void add_cluster(CLI::App& program, int& exit_code);
void add_map(CLI::App& program, int& exit_code);
void add_heatmap(CLI::App& program, int& exit_code);
void add_plot_loss(CLI::App& program, int& exit_code);
void add_report(CLI::App& program, int& exit_code);
void add_index(CLI::App& program, int& exit_code);
void add_info(CLI::App& program, int& exit_code);

}  // namespace app
