// The one border to GIO, which Pango brings into every process.
#pragma once

#include <gio/gio.h>
