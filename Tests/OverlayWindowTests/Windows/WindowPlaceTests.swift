import Foundation
import Testing

@testable import OverlayWindow

@Suite("WindowPlace")
struct WindowPlaceTests {
  @Test("Each window has the first place at which no other one has opened, until that is closed or released")
  func places() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func place(_ start: Int = 0) -> WindowPlace {
      WindowPlace(folder: folder) { (x: 500 - 32 * (start + $0), y: -40) }
    }
    let first = place()
    var second: WindowPlace? = place()
    let other = place(2)
    let third = place()
    // The third place of these windows is the first one of the other window.
    #expect(first.number == 0 && second?.number == 1 && other.number == 0 && third.number == 3)
    first.release()
    #expect(place().number == 0)
    second = nil
    let fourth = place()
    let fifth = place()
    #expect(fourth.number == 0 && fifth.number == 1)
    let occupied = (0..<12).map { _ in place() }
    #expect(occupied.map(\.number) == Array(4..<16))
    // Without a free place or a folder, a window opens at the first one.
    #expect(place().number == 0)
    #expect(WindowPlace(folder: nil) { _ in (0, 0) }.number == 0)
    #expect(WindowPlace(folder: "/dev/null") { _ in (0, 0) }.number == 0)
    for place in [first, other, third, fourth, fifth] + occupied { place.release() }
    withExtendedLifetime(second) {}
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
