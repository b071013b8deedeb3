import TestTools
import Testing

/// Tests on X servers. One runs at a time: they wait for what users see within a limit.
@Suite("X11", .serialized, .requires(.xvfb), .requires(.xdotool), .timeLimit(.minutes(10)))
enum X11Tests {}
