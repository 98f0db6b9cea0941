#include "watch/event_json.h"
namespace headroom {
std::string to_line(const TimedEvent &) { return {}; }
std::string to_line(TimePoint, const Action &) { return {}; }
std::string_view verb(const Action &a) { constexpr std::string_view v[]={"boost","unboost","freeze","thaw","adopt"}; return v[a.what.index()]; }
}
