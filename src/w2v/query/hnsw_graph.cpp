#include "w2v/query/hnsw_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

// Without its own vector instructions: distances are simd::dot()'s, and its prefetching reads behind the end
// of a list, for no measurable gain.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/simd/dot_products.hpp"

namespace w2v {
namespace {

constexpr std::uint64_t most_rows = std::numeric_limits<std::int32_t>::max();  // hnswlib has them as int

float distance(const void* a, const void* b, const void* dim) {
  return 1 -
         simd::dot(static_cast<const float*>(a), static_cast<const float*>(b), *static_cast<const std::size_t*>(dim));
}

class InnerProduct : public hnswlib::SpaceInterface<float> {
 public:
  explicit InnerProduct(std::size_t dim) : dim_(dim) {}
  std::size_t get_data_size() override { return dim_ * sizeof(float); }
  hnswlib::DISTFUNC<float> get_dist_func() override { return distance; }
  void* get_dist_func_param() override { return &dim_; }

 private:
  std::size_t dim_;
};

/// What hnswlib writes first.
struct SavedHead {
  std::uint64_t level0_offset;
  std::uint64_t most_elements;
  std::uint64_t elements;
  std::uint64_t element_bytes;
  std::uint64_t label_offset;
  std::uint64_t data_offset;
  std::int32_t highest_level;
  std::uint32_t entry;
  std::uint64_t most_m;
  std::uint64_t most_m0;
  std::uint64_t m;
  double mult;
  std::uint64_t ef_construction;
};
static_assert(sizeof(SavedHead) == 96 && std::is_trivially_copyable_v<SavedHead>);

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

constexpr std::uint64_t list_bytes(std::uint64_t most) {
  return sizeof(std::uint32_t) * (1 + most);
}

Error damaged(std::string_view what) {
  return Error(fmt::format("damaged graph: {}", what));
}

/// Reads a saved graph from its begin to its end.
class SavedBytes {
 public:
  explicit SavedBytes(std::string_view bytes) : rest_(bytes) {}

  const char* take(std::uint64_t size) {
    if (size > rest_.size()) throw damaged("it is cut");
    const char* taken = rest_.data();
    rest_.remove_prefix(size);
    return taken;
  }
  template <class T>
  T take() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  [[nodiscard]] bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

SavedHead checked_head(SavedBytes& saved, std::uint64_t rows, std::size_t dim) {
  const auto head = saved.take<SavedHead>();
  const bool right = rows > 0 && rows <= most_rows && head.level0_offset == 0 && head.most_elements == rows &&
                     head.elements == rows && head.entry < rows && head.highest_level >= 0 && head.m >= 2 &&
                     head.m <= HnswConfig::most_m && head.most_m == head.m && head.most_m0 == 2 * head.m &&
                     head.data_offset == list_bytes(head.most_m0) &&
                     head.label_offset == head.data_offset + dim * sizeof(float) &&
                     head.element_bytes == head.label_offset + sizeof(hnswlib::labeltype);
  if (!right) throw damaged("impossible numbers at its begin");
  return head;
}

}  // namespace

/// hnswlib's graph, in memory of its own or in saved bytes.
class HnswGraph::Graph {
 public:
  Graph(std::size_t rows, std::size_t dim, const HnswConfig& config)
      : space_(dim), hnsw_(&space_, rows, config), dim_(dim) {}
  Graph(std::string_view saved, std::uint64_t rows, std::size_t dim)
      : space_(dim), hnsw_(&space_, saved, rows, dim), dim_(dim) {}

  [[nodiscard]] std::size_t dim() const { return dim_; }

  void add(const WordVectors& vectors, std::size_t row) {
    const std::vector<float> values = unit(vectors.row(row));
    hnsw_.addPoint(values.data(), row);
  }

  void save(const std::function<void(std::string_view)>& write) const { hnsw_.save(write); }

  [[nodiscard]] std::vector<std::uint32_t> search(const float* direction, std::size_t ef) const {
    auto found = hnsw_.searchKnn(direction, ef);  // the farthest first
    std::vector<std::uint32_t> rows(found.size());
    for (std::size_t i = rows.size(); i-- > 0; found.pop()) rows[i] = static_cast<std::uint32_t>(found.top().second);
    return rows;
  }

 private:
  /// What hnswlib's own saving and loading do, which know only whole files and believe what they read.
  class Hnsw : public hnswlib::HierarchicalNSW<float> {
   public:
    Hnsw(InnerProduct* space, std::size_t rows, const HnswConfig& config)
        : HierarchicalNSW(space, rows, config.m, config.ef_construction, config.seed) {}

    /// For searching only: what is needed for adding rows is left out.
    Hnsw(InnerProduct* space, std::string_view bytes, std::uint64_t rows, std::size_t dim) : Hnsw(space) {
      SavedBytes saved(bytes);
      const SavedHead head = checked_head(saved, rows, dim);
      take_head(head, *space);
      data_level0_memory_ = const_cast<char*>(saved.take(rows * head.element_bytes));  // is only read
      take_lists(saved, rows);
      check_labels(rows);
      check_links(rows, head);
      visited_list_pool_ = decltype(visited_list_pool_)(new hnswlib::VisitedListPool(1, static_cast<int>(rows)));
      cur_element_count = rows;
    }
    Hnsw(const Hnsw&) = delete;
    Hnsw& operator=(const Hnsw&) = delete;
    ~Hnsw() {
      if (borrowed_) detach();
    }

    void save(const std::function<void(std::string_view)>& write) const {
      const SavedHead head{offsetLevel0_,
                           max_elements_,
                           cur_element_count,
                           size_data_per_element_,
                           label_offset_,
                           offsetData_,
                           maxlevel_,
                           enterpoint_node_,
                           maxM_,
                           maxM0_,
                           M_,
                           mult_,
                           ef_construction_};
      write(bytes_of(head));
      write({data_level0_memory_, cur_element_count * size_data_per_element_});
      for (std::size_t i = 0; i < cur_element_count; ++i) {
        const auto size =
            static_cast<std::uint32_t>(size_links_per_element_ * static_cast<std::size_t>(element_levels_[i]));
        write(bytes_of(size));
        if (size > 0) write({linkLists_[i], size});
      }
    }

   private:
    /// A graph of nothing, whose memory will not be its own. hnswlib's constructor leaves its members as they
    /// are.
    explicit Hnsw(InnerProduct* space) : HierarchicalNSW(space), borrowed_(true) {
      detach();
      linkLists_ = nullptr;
      visited_list_pool_ = nullptr;
      num_deleted_ = 0;
    }

    /// Leaves hnswlib's destructor nothing that it would free and does not own.
    void detach() {
      cur_element_count = 0;
      data_level0_memory_ = nullptr;
    }

    void take_head(const SavedHead& head, InnerProduct& space) {
      offsetLevel0_ = 0;
      max_elements_ = head.most_elements;
      size_data_per_element_ = head.element_bytes;
      label_offset_ = head.label_offset;
      offsetData_ = head.data_offset;
      maxlevel_ = head.highest_level;
      enterpoint_node_ = head.entry;
      maxM_ = head.most_m;
      maxM0_ = head.most_m0;
      M_ = head.m;
      mult_ = head.mult;
      revSize_ = 1 / head.mult;
      ef_construction_ = head.ef_construction;
      ef_ = 1;
      size_links_per_element_ = list_bytes(maxM_);
      size_links_level0_ = list_bytes(maxM0_);
      data_size_ = space.get_data_size();
      fstdistfunc_ = space.get_dist_func();
      dist_func_param_ = space.get_dist_func_param();
    }

    void take_lists(SavedBytes& saved, std::uint64_t rows) {
      element_levels_.resize(rows);
      linkLists_ = static_cast<char**>(std::calloc(rows, sizeof(char*)));  // hnswlib frees it
      if (linkLists_ == nullptr) throw std::bad_alloc();
      for (std::uint64_t i = 0; i < rows; ++i) {
        const auto size = saved.take<std::uint32_t>();
        if (size % size_links_per_element_ != 0) throw damaged("a list of another length");
        element_levels_[i] = static_cast<int>(size / size_links_per_element_);
        if (size > 0) linkLists_[i] = const_cast<char*>(saved.take(size));  // is only read
      }
      if (!saved.empty()) throw damaged("bytes behind its end");
    }

    /// Each row must be there once.
    void check_labels(std::uint64_t rows) const {
      std::vector<bool> met(rows);
      for (std::uint64_t i = 0; i < rows; ++i) {
        const std::uint64_t row = getExternalLabel(static_cast<hnswlib::tableint>(i));
        if (row >= rows || met[row]) throw damaged("a row that is not there, or twice");
        met[row] = true;
      }
    }

    /// Every link must lead to an element that has a list in the same layer.
    void check_links(std::uint64_t rows, const SavedHead& head) const {
      if (head.highest_level > element_levels_[head.entry]) throw damaged("no list at the entry");
      for (std::uint64_t i = 0; i < rows; ++i) {
        const auto element = static_cast<hnswlib::tableint>(i);
        check_list(get_linklist0(element), maxM0_, 0);
        for (int level = 1; level <= element_levels_[i]; ++level)
          check_list(get_linklist(element, level), maxM_, level);
      }
    }

    void check_list(hnswlib::linklistsizeint* list, std::size_t most, int level) const {
      const std::size_t links = getListCount(list);
      if (links > most) throw damaged("a list that is too long");
      for (std::size_t j = 1; j <= links; ++j) {
        if (list[j] >= max_elements_ || element_levels_[list[j]] < level) throw damaged("a link to nowhere");
      }
    }

    bool borrowed_ = false;
  };

  InnerProduct space_;
  Hnsw hnsw_;
  std::size_t dim_;
};

HnswGraph::HnswGraph(std::unique_ptr<Graph> graph) : graph_(std::move(graph)) {}
HnswGraph::HnswGraph(HnswGraph&&) noexcept = default;
HnswGraph& HnswGraph::operator=(HnswGraph&&) noexcept = default;
HnswGraph::~HnswGraph() = default;

HnswGraph HnswGraph::build(const WordVectors& vectors, const HnswConfig& config, const Observer& observer) {
  const std::size_t rows = vectors.size();
  if (rows == 0 || rows > most_rows) {
    throw Error(fmt::format("no graph of {} rows: expected 1 to {}", rows, most_rows));
  }
  try {
    auto graph = std::make_unique<Graph>(rows, vectors.dim(), config);
    graph->add(vectors, 0);  // alone, for the others begin their search there
    std::atomic<std::size_t> next{1};
    parallel(config.threads, [&](const Worker& worker) {
      for (std::size_t row = next++; row < rows && !worker.failed; row = next++) {
        if (observer.stop_requested()) throw Interrupted();
        graph->add(vectors, row);
      }
    });
    return HnswGraph(std::move(graph));
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error&) {  // hnswlib's way to say it
    throw std::bad_alloc();
  }
}

HnswGraph HnswGraph::over(std::string_view saved, std::uint64_t rows, std::size_t dim) {
  return HnswGraph(std::make_unique<Graph>(saved, rows, dim));
}

void HnswGraph::save(const std::function<void(std::string_view)>& write) const {
  graph_->save(write);
}

std::vector<std::uint32_t> HnswGraph::search(std::span<const float> direction, std::size_t ef) const {
  return graph_->search(direction.data(), ef);
}

}  // namespace w2v
