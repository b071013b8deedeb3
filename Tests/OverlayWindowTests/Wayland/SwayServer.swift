import Foundation
import OverlayRender
import TestTools

/// A sway whose background is gray: a headless one with one screen, or one with screens in windows of another sway.
final class SwayServer {
  /// The size of the screen in pixels.
  static let screenSize = PixelSize(1280, 720)

  /// What the screen shows without windows.
  private(set) var emptyScreen = Screenshot()
  /// The value of all channels of the background.
  var background: UInt8 { emptyScreen.pixel(0, 0)[0] }
  /// The name of a theme of cursors, in which the arrow is transparent, so that the pointer is not in screenshots.
  ///
  /// libwayland-cursor looks for themes in some folders: a path that leads from them to the theme.
  let cursorTheme: String
  private let server: TestServer
  /// The path of the socket for clients.
  let displayName: String
  private let commandSocket: String

  /// Starts sway, and waits until it answers.
  ///
  /// - Parameters:
  ///   - outer: A sway in whose windows the screens are; `nil` for a headless one.
  ///   - screenCount: The number of screens in windows.
  ///   - configuration: More lines of the configuration.
  ///   - cursors: The names and the colors of more cursors of the theme, each of one point.
  init(
    inside outer: SwayServer? = nil, screenCount: Int = 1, configuration: [String] = [], cursors: [String: UInt32] = [:]
  ) throws {
    var environment = ["WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]
    if let outer {
      environment["WLR_BACKENDS"] = "wayland"
      environment["WAYLAND_DISPLAY"] = outer.displayName
      environment["WLR_WL_OUTPUTS"] = "\(screenCount)"
    }
    server = try TestServer(.sway, environment: environment, isUnprivileged: true) { folder in
      let file = folder.appending(path: "config")
      let (width, height) = (Self.screenSize.width, Self.screenSize.height)
      let screen = "output HEADLESS-1 resolution \(width)x\(height)"
      let lines = ["xwayland disable", "default_border none", screen] + configuration
      try? Data(lines.joined(separator: "\n").utf8).write(to: file)
      let theme = folder.appending(path: ".icons/default/cursors")
      try? FileManager.default.createDirectory(at: theme, withIntermediateDirectories: true)
      for (name, color) in cursors.merging(["left_ptr": 0], uniquingKeysWith: { $1 }) {
        try? Self.cursor(color).write(to: theme.appending(path: name))
      }
      return ["-c", file.path]
    }
    let folder = server.folder
    cursorTheme = String(repeating: "../", count: 16) + folder.path + "/.icons/default"
    func socket(_ prefix: String) -> String? {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.first { $0.hasPrefix(prefix) && !$0.hasSuffix(".lock") }.map { folder.appending(path: $0).path }
    }
    _ = waitUntil { socket("wayland-") != nil && socket("sway-ipc") != nil }
    displayName = socket("wayland-") ?? ""
    commandSocket = socket("sway-ipc") ?? ""
    _ = waitUntil { (try? outputs.count) == screenCount }
    emptyScreen = try screenshot(of: outputs.first ?? "")
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

  /// Presses keys one after another, twice, on a virtual keyboard with a layout of its own.
  func press(_ keys: String...) throws {
    // The window may miss keys while it gets to know the keyboard.
    _ = try TestTool.wtype.output((keys + keys).flatMap { ["-k", $0] }, environment: environment)
  }

  /// Holds down a key of a virtual keyboard for a second.
  func hold(_ key: String) throws {
    _ = try TestTool.wtype.output(["-k", "x", "-k", "x", "-P", key, "-s", "1000", "-p", key], environment: environment)
  }

  /// Returns what a screen shows.
  func screenshot(of output: String = "HEADLESS-1") throws -> Screenshot {
    let data = try TestTool.grim.output(["-t", "ppm", "-o", output, "-"], environment: environment)
    return try Screenshot(ppm: data)
  }

  /// Returns whether a screen shows a picture within some seconds, where the window has a frame in pixels.
  func shows(
    _ picture: PixelBuffer, at frame: PixelRect, on output: String = "HEADLESS-1", opacity: Double = 1,
    over background: UInt8? = nil
  ) throws -> Bool {
    let background = background ?? self.background
    return try waitUntil(within: 10) {
      try screenshot(of: output).shows(picture, at: frame, opacity: opacity, over: background)
    }
  }

  /// Returns a cursor of one point (Xcursor(3)), with images for the scales 1 and 2.
  private static func cursor(_ color: UInt32) -> Data {
    let header: [UInt32] = [0x7275_6358, 16, 0x1_0000, 2]
    let contents: [UInt32] = [0xfffd_0002, 24, 40, 0xfffd_0002, 48, 80]
    let images = [1, 2].flatMap { scale -> [UInt32] in
      [36, 0xfffd_0002, 24 * scale, 1, scale, scale, 0, 0, 0] + Array(repeating: color, count: Int(scale * scale))
    }
    return (header + contents + images).withUnsafeBytes { Data($0) }
  }

  private var environment: [String: String] {
    ["XDG_RUNTIME_DIR": server.folder.path, "WAYLAND_DISPLAY": displayName]
  }
}

/// The pixels of a screen.
struct Screenshot: Equatable {
  private struct Malformed: Error {}

  let size: PixelSize
  private let bytes: [UInt8]

  /// Creates an empty one.
  init() {
    size = PixelSize(0, 0)
    bytes = []
  }

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
    let bytesPerRow = picture.format.planes[0].bytesPerRow
    return picture.withUnsafeBytes { source in
      bytes.withUnsafeBufferPointer { shown in
        for y in 0..<frame.height {
          for x in 0..<frame.width {
            let from = y * bytesPerRow + 4 * x
            let to = 3 * ((frame.y + y) * size.width + frame.x + x)
            let rest = Double(background) * (255 - Double(source[from + 3]) * opacity) / 255
            for channel in 0..<3 {
              let expected = Double(source[from + 2 - channel]) * opacity + rest
              // Products are rounded to bytes.
              if abs(expected - Double(shown[to + channel])) > 1.5 { return false }
            }
          }
        }
        return true
      }
    }
  }
}
