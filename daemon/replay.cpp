#include "replay.h"
int headroom::replay(const std::string &) { return 1; }
