import Glibc
import OverlayPictureInPicture
import OverlayRender
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
    let keys: [WaylandKey?] = [1, 57, 33, 105, 106, 103, 108, 47, 50, 51, 52].map { WaylandKey(place: $0) }
    let expected: [PictureInPictureKey] = [.leftArrow, .rightArrow, .upArrow, .downArrow, .v, .m, .comma, .period]
    #expect(keys == [.content(.escape), .content(.space), .f] + expected.map { .content($0) })
    #expect(WaylandKey(place: 2) == nil && WaylandKey(place: .max) == nil)
  }
}
