import Glibc
import TestTools
import Testing

@testable import OverlayWindow

@Suite("WaylandKeymap")
struct WaylandKeymapTests {
  @Test("A layout that is empty, cut off or no layout at all is not used", arguments: ["", "x", "xkb_keymap {"])
  func damaged(text: String) throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    fputs(text, file)
    fputc(0, file)
    fflush(file)
    #expect(WaylandKeymap(file: fileno(file), byteCount: text.utf8.count + 1) == nil)
    #expect(WaylandKeymap(file: -1, byteCount: 100) == nil)
  }

  @Test("Without a layout, keys are known by their places")
  func places() {
    #expect([1, 57, 33, 105, 106].map { WaylandKey(place: $0) } == [.escape, .space, .f, .leftArrow, .rightArrow])
    #expect(WaylandKey(place: 2) == nil && WaylandKey(place: .max) == nil)
  }
}
