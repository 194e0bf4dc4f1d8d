#include "members.h"

#include <cstddef>

#include "../url/scopes.h"

namespace absolve::inline detail {

std::vector<Layer> layers_in(const Plan& plan, const Document& document) {
  const Scopes& scopes = scopes_of(plan);
  std::vector<Layer> layers;
  for (std::uint32_t at = document.end_scope; at-- > document.first_scope;) {
    if (!scopes[at].is_layer) continue;
    layers.push_back(layer_of(scopes[at], scopes[at].base ? Layer::Status::used : Layer::Status::ignored));
  }
  return layers;
}

/// The layers around a document. The innermost ones may be scopes of the document itself that cover the whole of it (an
/// xml:base of the root): these are left out.
std::vector<Layer> layers_around(const Plan& plan, const Document& document) {
  const Scopes& scopes = scopes_of(plan);
  std::vector<Layer> layers = scopes.layers(document.scope);
  std::ptrdiff_t own = 0;
  for (std::uint32_t at = document.scope; at != Scope::none && is_own(document, at); at = scopes[at].around) {
    if (scopes[at].is_layer) ++own;
  }
  layers.erase(layers.begin(), layers.begin() + own);
  return layers;
}

}  // namespace absolve::inline detail
