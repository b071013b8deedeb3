// The revision of the source from which the program is built.
#pragma once

/// The commit, such as `c899e42d`, or `c899e42d-dirty` if the source is changed; empty if the build does not set it.
extern const char *_Nonnull const overlay_revision;
