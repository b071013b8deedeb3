import Foundation
import OverlayRender
import TestTools

/// A headless sway with one screen, whose background is gray.
final class SwayServer {
  /// The size of the screen in pixels.
  static let screenSize = PixelSize(1280, 720)
  /// The value of all channels of the background.
  static let background: UInt8 = 64

  private let server: TestServer
  /// The path of the socket for clients.
  let displayName: String
  private let commandSocket: String

  /// Starts sway, and waits until it answers.
  init() throws {
    let environment = [
      "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "SWAYSOCK": "",
    ]
    server = try TestServer(.sway, environment: environment, isUnprivileged: true) { folder in
      let configuration = folder.appending(path: "config")
      let (width, height) = (Self.screenSize.width, Self.screenSize.height)
      let lines = ["xwayland disable", "output HEADLESS-1 resolution \(width)x\(height)", "default_border none"]
      FileManager.default.createFile(atPath: configuration.path, contents: Data(lines.joined(separator: "\n").utf8))
      return ["-c", configuration.path]
    }
    let folder = server.folder
    func socket(_ prefix: String) -> String? {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.first { $0.hasPrefix(prefix) && !$0.hasSuffix(".lock") }.map { folder.appending(path: $0).path }
    }
    _ = waitUntil { socket("wayland-") != nil && socket("sway-ipc") != nil }
    displayName = socket("wayland-") ?? ""
    commandSocket = socket("sway-ipc") ?? ""
    _ = waitUntil { (try? outputs.count) == 1 }
  }

  /// Ends sway at once, as a crash does.
  func kill() { server.kill() }

  /// Runs a command of sway.
  func run(_ command: String...) throws {
    _ = try TestTool.swaymsg.output(["-s", commandSocket, "--"] + command)
  }

  /// The names of the screens that are in use.
  var outputs: [String] {
    get throws {
      struct Output: Decodable {
        var name: String
        var active: Bool
      }
      let data = try TestTool.swaymsg.output(["-s", commandSocket, "-r", "-t", "get_outputs"])
      return try JSONDecoder().decode([Output].self, from: data).filter(\.active).map(\.name)
    }
  }

  /// Types a text with a virtual keyboard, whose first key has the first character of the text, and so on.
  func type(_ text: String) throws {
    _ = try TestTool.wtype.output([text], environment: environment)
  }

  /// Returns what a screen shows.
  func screenshot(of output: String = "HEADLESS-1") throws -> Screenshot {
    let data = try TestTool.grim.output(["-t", "ppm", "-s", "1", "-o", output, "-"], environment: environment)
    return try Screenshot(ppm: data)
  }

  /// Returns whether a screen shows a picture within some seconds, where the window has a frame in pixels.
  func shows(
    _ picture: PixelBuffer, at frame: PixelRect, on output: String = "HEADLESS-1", opacity: Double = 1,
    over background: UInt8 = SwayServer.background
  ) throws -> Bool {
    try waitUntil { try screenshot(of: output).shows(picture, at: frame, opacity: opacity, over: background) }
  }

  private var environment: [String: String] {
    ["XDG_RUNTIME_DIR": server.folder.path, "WAYLAND_DISPLAY": displayName]
  }
}

/// The pixels of a screen.
struct Screenshot {
  private struct Malformed: Error {}

  let size: PixelSize
  private let bytes: [UInt8]

  /// Reads a file of grim: `P6`, the size, the maximum, and three bytes for each pixel.
  init(ppm data: Data) throws {
    let fields = data.prefix(64).split(separator: UInt8(ascii: "\n"), maxSplits: 3).prefix(3)
      .flatMap { String(decoding: $0, as: UTF8.self).split(separator: " ") }
    guard fields.count == 4, fields[0] == "P6", let width = Int(fields[1]), let height = Int(fields[2]) else {
      throw Malformed()
    }
    size = PixelSize(width, height)
    bytes = Array(data.suffix(3 * width * height))
  }

  /// Returns red, green and blue of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let offset = 3 * (y * size.width + x)
    return Array(bytes[offset..<offset + 3])
  }

  /// Returns whether a part shows a picture over a background, and the pixels around it show the background.
  func shows(_ picture: PixelBuffer, at frame: PixelRect, opacity: Double, over background: UInt8) -> Bool {
    guard picture.format.size == frame.size, PixelRect(size).contains(frame) else { return false }
    let around = [
      (frame.minX - 1, frame.minY), (frame.maxX, frame.minY), (frame.minX, frame.minY - 1), (frame.minX, frame.maxY),
    ]
    for (x, y) in around where PixelRect(size).contains(x: x, y: y) {
      guard pixel(x, y) == [background, background, background] else { return false }
    }
    return picture.withUnsafeBytes { source in
      (0..<frame.height).allSatisfy { y in
        (0..<frame.width).allSatisfy { x in
          let offset = y * picture.format.planes[0].bytesPerRow + 4 * x
          let alpha = Double(source[offset + 3]) * opacity
          return zip([2, 1, 0], pixel(frame.x + x, frame.y + y)).allSatisfy { channel, shown in
            let expected = Double(source[offset + channel]) * opacity + Double(background) * (255 - alpha) / 255
            // Products are rounded to bytes.
            return abs(expected - Double(shown)) <= 1.5
          }
        }
      }
    }
  }
}
