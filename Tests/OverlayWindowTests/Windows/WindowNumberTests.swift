import Foundation
import Testing

@testable import OverlayWindow

@Suite("WindowNumber")
struct WindowNumberTests {
  @Test("Each open window has the smallest free number, until it is closed or released")
  func numbers() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "overlay-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = WindowNumber(folder: folder)
    var second: WindowNumber? = WindowNumber(folder: folder)
    let third = WindowNumber(folder: folder)
    #expect([first.value, second?.value, third.value] == [0, 1, 2])
    first.release()
    #expect(WindowNumber(folder: folder).value == 0)
    second = nil
    let fourth = WindowNumber(folder: folder)
    let fifth = WindowNumber(folder: folder)
    #expect(fourth.value == 0 && fifth.value == 1)
    // Beyond the limit, and without a folder, windows are not moved apart.
    let others = (3..<16).map { _ in WindowNumber(folder: folder) }
    #expect(others.map(\.value) == Array(3..<16))
    #expect(WindowNumber(folder: folder).value == 0)
    #expect(WindowNumber(folder: nil).value == 0 && WindowNumber(folder: "/dev/null").value == 0)
    withExtendedLifetime((second, third, fourth, fifth, others)) {}
  }
}
