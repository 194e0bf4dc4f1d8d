#include "marks.h"

namespace absolve::html {

std::vector<Candidate> find_marks(std::string_view) { return {}; }

}  // namespace absolve::html
