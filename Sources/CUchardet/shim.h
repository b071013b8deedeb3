// The one border to uchardet.
#pragma once

#include <uchardet/uchardet.h>
