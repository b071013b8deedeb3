import OverlayRender
import TestTools
import Testing

/// A format in which movies are decoded.
struct MovieFormat: Sendable, CustomTestStringConvertible {
  var pixelFormat: PixelFormat
  var matrix = ColorMatrix.bt709
  var range = ColorRange.limited
  var transfer = TransferFunction.standard
  var siting = ChromaSiting.left

  var testDescription: String { "\(pixelFormat) \(matrix) \(range) \(transfer) \(siting)" }

  /// Every pixel format, and every other property with some of them.
  static let all: [MovieFormat] =
    [
      .yuv420p, .yuv422p, .yuv444p, .nv12, .gray, .yuv420p10, .yuv422p10, .yuv444p10, yuv444p12, yuv440p, gbrp16, .bgra,
      .rgba, .bgraPremultiplied, .yuva420p, yuva444p10, .rgb24, grayAlpha, yuv411p, yuva410p16,
    ].map { MovieFormat(pixelFormat: $0) } + [
      MovieFormat(pixelFormat: yuv411p, matrix: .bt601, siting: .center),
      MovieFormat(pixelFormat: yuv411p, matrix: .bt601, siting: .topLeft),
      MovieFormat(pixelFormat: .yuv420p, matrix: .bt601, range: .full),
      MovieFormat(pixelFormat: .yuv420p, siting: .center),
      MovieFormat(pixelFormat: .yuv420p, matrix: .bt2020, siting: .topLeft),
      MovieFormat(pixelFormat: .yuv422p, range: .full, siting: .center),
      MovieFormat(pixelFormat: .yuva420p, range: .full, siting: .center),
      MovieFormat(pixelFormat: .yuv422p10, matrix: .bt601, range: .full),
      MovieFormat(pixelFormat: .yuv420p10, matrix: .bt2020, transfer: .perceptualQuantizer, siting: .topLeft),
      MovieFormat(pixelFormat: yuv444p12, matrix: .bt2020, range: .full, transfer: .perceptualQuantizer),
      MovieFormat(pixelFormat: .yuv420p10, matrix: .bt2020, transfer: .hybridLogGamma, siting: .topLeft),
      MovieFormat(pixelFormat: .yuv420p, matrix: .bt2020, transfer: .hybridLogGamma),
    ]

  static let yuv444p12 = PixelFormat("yuv444p12le", planes: PixelFormat.yuv444p.planes, bitsPerComponent: 12)
  static let yuv440p = PixelFormat(
    "yuv440p",
    planes: [
      PixelFormat.Plane(.luma), PixelFormat.Plane(.blueDifference, verticalSubsampling: 2),
      PixelFormat.Plane(.redDifference, verticalSubsampling: 2),
    ])
  static let yuv411p = PixelFormat("yuv411p", planes: quarter(1))
  static let yuva410p16 = PixelFormat(
    "yuva410p16le", planes: quarter(4) + [PixelFormat.Plane(.alpha)], bitsPerComponent: 16)
  static let gbrp16 = PixelFormat(
    "gbrp16le", planes: [PixelFormat.Plane(.green), PixelFormat.Plane(.blue), PixelFormat.Plane(.red)],
    bitsPerComponent: 16)
  static let yuva444p10 = PixelFormat(
    "yuva444p10le", planes: PixelFormat.yuv444p.planes + [PixelFormat.Plane(.alpha)], bitsPerComponent: 10)
  static let grayAlpha = PixelFormat("ya8", planes: [PixelFormat.Plane(.luma, .alpha)])

  private static func quarter(_ down: Int) -> [PixelFormat.Plane] {
    [
      PixelFormat.Plane(.luma),
      PixelFormat.Plane(.blueDifference, horizontalSubsampling: 4, verticalSubsampling: down),
      PixelFormat.Plane(.redDifference, horizontalSubsampling: 4, verticalSubsampling: down),
    ]
  }

  func format(_ size: PixelSize) throws -> VideoFormat {
    try VideoFormat(size: size, pixelFormat: pixelFormat, matrix: matrix, range: range)
  }

  func compositor(_ size: PixelSize) throws -> OverlayCompositor {
    try OverlayCompositor(target: format(size), transfer: transfer, siting: siting)
  }
}

/// A decoded picture of noise.
private struct MoviePicture {
  let format: VideoFormat
  var bytes: [UInt8]

  init(_ format: VideoFormat, using random: inout PictureGenerator) {
    self.format = format
    let maximum = 1 << format.pixelFormat.bitsPerComponent - 1
    bytes = []
    while bytes.count < format.byteCount {
      // Both limits are frequent, so that alpha is also transparent and opaque.
      let sample = [0, maximum, .random(in: 0...maximum, using: &random)].randomElement(using: &random) ?? 0
      bytes.append(UInt8(sample & 0xff))
      if maximum > 255 { bytes.append(UInt8(sample >> 8)) }
    }
  }

  var samples: [Int] {
    guard format.pixelFormat.bytesPerComponent == 2 else { return bytes.map(Int.init) }
    return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
  }

  func composited(with compositor: OverlayCompositor) throws -> MoviePicture {
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    compositor.composite(onto: &draft)
    var picture = self
    picture.bytes = draft.freeze().withUnsafeBytes { Array($0) }
    return picture
  }
}

@Suite("OverlayCompositor")
struct OverlayCompositorTests {
  static let sizes = [PixelSize(37, 23), PixelSize(70, 6), PixelSize(1, 1), PixelSize(2, 5), PixelSize(5, 2)]

  /// An overlay with a few patches of ink.
  private func overlay(_ size: PixelSize, using random: inout PictureGenerator) throws -> TestPicture {
    var picture = try TestPicture(width: size.width, height: size.height)
    for _ in 0..<3 { picture.fillWithNoise(patch(in: size, using: &random), using: &random) }
    return picture
  }

  private func patch(in size: PixelSize, using random: inout PictureGenerator) -> PixelRect {
    let x = Int.random(in: 0..<size.width, using: &random)
    let y = Int.random(in: 0..<size.height, using: &random)
    return PixelRect(
      x: x, y: y, width: .random(in: 1...max(1, min(20, size.width - x)), using: &random),
      height: .random(in: 1...max(1, min(7, size.height - y)), using: &random))
  }

  @Test(
    "Samples with ink are within 1 of the exact result, and no other sample is touched", arguments: MovieFormat.all)
  func exactness(movie: MovieFormat) throws {
    var random = PictureGenerator(state: 21)
    for size in Self.sizes {
      for _ in 0..<3 {
        let overlay = try overlay(size, using: &random)
        let before = MoviePicture(try movie.format(size), using: &random)
        let compositor = try movie.compositor(size)
        try compositor.setOverlay(overlay.frozen(), damage: .nothing)
        let after = try before.composited(with: compositor).samples
        let exact = ReferenceCompositor(
          overlay: overlay, target: before.format, transfer: movie.transfer, siting: movie.siting
        ).values(over: before.samples)
        var (worst, touched) = (0.0, 0)
        for (index, sample) in before.samples.enumerated() {
          if let value = exact[index] {
            worst = max(worst, abs(Double(after[index]) - value))
          } else if after[index] != sample {
            touched += 1
          }
        }
        #expect(worst <= 1, "\(size)")
        #expect(touched == 0, "\(size)")
      }
    }
  }

  @Test(
    "An opaque overlay has the samples of a converted picture",
    arguments: [PixelFormat.yuv420p, .nv12, .yuv444p, .gray, .bgra, .rgba, .yuva420p], ColorConversionTests.encodings)
  func opaque(pixelFormat: PixelFormat, encoding: (ColorMatrix, ColorRange)) throws {
    var random = PictureGenerator(state: 22)
    for size in Self.sizes {
      var overlay = try TestPicture(width: size.width, height: size.height)
      overlay.fillWithNoise(PixelRect(size), using: &random)
      for index in stride(from: 3, to: overlay.bytes.count, by: 4) { overlay.bytes[index] = 255 }
      let movie = MovieFormat(pixelFormat: pixelFormat, matrix: encoding.0, range: encoding.1)
      let compositor = try movie.compositor(size)
      try compositor.setOverlay(overlay.frozen(), damage: .nothing)
      let before = MoviePicture(try movie.format(size), using: &random)
      let converted = try overlay.converted(to: pixelFormat, matrix: encoding.0, range: encoding.1)
      #expect(try before.composited(with: compositor).bytes == converted, "\(size)")
    }
  }

  @Test("Chroma below opaque ink is the same as in a converted picture, up to the reach of the filter")
  func opaquePart() throws {
    var random = PictureGenerator(state: 23)
    let size = PixelSize(40, 24)
    var overlay = try TestPicture(width: 40, height: 24)
    let panel = PixelRect(x: 8, y: 6, width: 20, height: 12)
    overlay.fillWithNoise(panel, using: &random)
    for y in panel.minY..<panel.maxY { for x in panel.minX..<panel.maxX { overlay.bytes[4 * (40 * y + x) + 3] = 255 } }
    let movie = MovieFormat(pixelFormat: .yuv420p)
    let compositor = try movie.compositor(size)
    try compositor.setOverlay(overlay.frozen(), damage: .nothing)
    let before = MoviePicture(try movie.format(size), using: &random)
    let after = try before.composited(with: compositor).bytes
    let converted = try overlay.converted(to: .yuv420p)
    for plane in before.format.planes.dropFirst() {
      for row in 0..<12 {
        for column in 0..<20 {
          let index = plane.offset + row * 20 + column
          if (5..<14).contains(column), (4..<8).contains(row) { #expect(after[index] == converted[index]) }
          if !(4..<14).contains(column) || !(3..<9).contains(row) { #expect(after[index] == before.bytes[index]) }
        }
      }
    }
  }

  @Test("Updating only the damage gives the same samples as a new compositor", arguments: MovieFormat.all)
  func incremental(movie: MovieFormat) throws {
    var random = PictureGenerator(state: 24)
    for size in Self.sizes {
      var overlay = try overlay(size, using: &random)
      let compositor = try movie.compositor(size)
      try compositor.setOverlay(overlay.frozen(), damage: .nothing)
      for _ in 0..<6 {
        var damage = Damage()
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let rectangle = patch(in: size, using: &random)
          damage.insert(rectangle)
          let isErased = Bool.random(using: &random)
          for y in rectangle.minY..<rectangle.maxY {
            for x in rectangle.minX..<rectangle.maxX {
              overlay.setPixel(x, y, blue: 0, green: 0, red: 0, alpha: 0)
            }
          }
          if !isErased { overlay.fillWithNoise(rectangle, using: &random) }
        }
        try compositor.setOverlay(overlay.frozen(), damage: damage)
        let new = try movie.compositor(size)
        try new.setOverlay(overlay.frozen(), damage: .nothing)
        let before = MoviePicture(try movie.format(size), using: &random)
        #expect(try before.composited(with: compositor).bytes == before.composited(with: new).bytes, "\(size)")
        #expect(compositor.isEmpty == new.isEmpty)
      }
    }
  }

  @Test("An empty overlay, an erased one and none change nothing", arguments: MovieFormat.all)
  func empty(movie: MovieFormat) throws {
    var random = PictureGenerator(state: 25)
    let size = PixelSize(37, 9)
    let before = MoviePicture(try movie.format(size), using: &random)
    let compositor = try movie.compositor(size)
    #expect(compositor.isEmpty)
    #expect(try before.composited(with: compositor).bytes == before.bytes)
    let empty = try TestPicture(width: 37, height: 9)
    try compositor.setOverlay(empty.frozen(), damage: .nothing)
    #expect(compositor.isEmpty)
    var inked = empty
    inked.setPixel(20, 4, blue: 3, green: 2, red: 1, alpha: 7)
    let damage = Damage(PixelRect(x: 20, y: 4, width: 1, height: 1))
    try compositor.setOverlay(inked.frozen(), damage: damage)
    #expect(!compositor.isEmpty)
    #expect(try before.composited(with: compositor).bytes != before.bytes)
    try compositor.setOverlay(empty.frozen(), damage: damage)
    #expect(compositor.isEmpty)
    #expect(try before.composited(with: compositor).bytes == before.bytes)
  }

  @Test("Only the damage is read, whether it is within the ink, beside it, or outside the picture")
  func damage() throws {
    var random = PictureGenerator(state: 26)
    let size = PixelSize(32, 16)
    let movie = MovieFormat(pixelFormat: .yuv420p)
    let compositor = try movie.compositor(size)
    let first = try overlay(size, using: &random)
    try compositor.setOverlay(first.frozen(), damage: .nothing)
    let before = MoviePicture(try movie.format(size), using: &random)
    let expected = try before.composited(with: compositor).bytes
    let other = try overlay(size, using: &random)
    let outside = [PixelRect(x: 32, y: 0, width: 9, height: 9), PixelRect(x: 0, y: -5, width: 3, height: 5)]
    for damage in [.nothing] + outside.map(Damage.init) {
      try compositor.setOverlay(other.frozen(), damage: damage)
      #expect(try before.composited(with: compositor).bytes == expected)
    }
    let picture = try other.frozen()
    try compositor.setOverlay(picture, damage: Damage(PixelRect(size)))
    let changed = try before.composited(with: compositor).bytes
    #expect(changed != expected)
    try compositor.setOverlay(picture, damage: Damage(PixelRect(size)))
    #expect(try before.composited(with: compositor).bytes == changed)
  }

  @Test(
    "Rows can be padded, and can be in reverse order in memory", arguments: [PixelFormat.yuv420p, .yuv422p10, .bgra])
  func paddedRows(pixelFormat: PixelFormat) throws {
    var random = PictureGenerator(state: 27)
    let size = PixelSize(37, 23)
    let movie = MovieFormat(pixelFormat: pixelFormat)
    let compositor = try movie.compositor(size)
    var opaque = try TestPicture(width: 37, height: 23)
    opaque.fillWithNoise(PixelRect(size), using: &random)
    try compositor.setOverlay(opaque.frozen(), damage: .nothing)
    let before = MoviePicture(try movie.format(size), using: &random)
    let expected = try before.composited(with: compositor).bytes
    let padding = 11
    for isReversed in [false, true] {
      var memory = before.format.planes.map { plane in
        [UInt8](repeating: 0xa5, count: (plane.bytesPerRow + padding) * plane.size.height)
      }
      func start(_ row: Int, _ plane: PlaneLayout) -> Int {
        (isReversed ? plane.size.height - 1 - row : row) * (plane.bytesPerRow + padding)
      }
      for (index, plane) in before.format.planes.enumerated() {
        for row in 0..<plane.size.height {
          for byte in 0..<plane.bytesPerRow {
            memory[index][start(row, plane) + byte] = before.bytes[plane.offset + row * plane.bytesPerRow + byte]
          }
        }
      }
      composite(&memory, of: before.format, isReversed: isReversed, padding: padding, with: compositor)
      for (index, plane) in before.format.planes.enumerated() {
        for row in 0..<plane.size.height {
          let line = memory[index][start(row, plane)...].prefix(plane.bytesPerRow + padding)
          let expectedLine = expected[(plane.offset + row * plane.bytesPerRow)...].prefix(plane.bytesPerRow)
          #expect(Array(line.prefix(plane.bytesPerRow)) == Array(expectedLine))
          #expect(line.dropFirst(plane.bytesPerRow).allSatisfy { $0 == 0xa5 })
        }
      }
    }
  }

  /// Draws on planes in arrays.
  private func composite(
    _ memory: inout [[UInt8]], of format: VideoFormat, isReversed: Bool, padding: Int,
    with compositor: OverlayCompositor
  ) {
    let copies = memory.map { plane in
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: plane.count)
      _ = copy.initialize(from: plane)
      return copy
    }
    defer { copies.forEach { $0.deallocate() } }
    var planes: [PlaneMemory] = []
    for (copy, layout) in zip(copies, format.planes) {
      guard let base = copy.baseAddress else { return }
      let bytesPerRow = layout.bytesPerRow + padding
      planes.append(
        PlaneMemory(
          base: UnsafeMutableRawPointer(base + (isReversed ? (layout.size.height - 1) * bytesPerRow : 0)),
          bytesPerRow: isReversed ? -bytesPerRow : bytesPerRow))
    }
    compositor.composite(onto: planes)
    memory = copies.map { Array($0) }
  }

  @Test(
    "White is 203 cd/m², which is 58 % of PQ and 75 % of HLG",
    arguments: [(TransferFunction.standard, 940), (.perceptualQuantizer, 573), (.hybridLogGamma, 721)])
  func white(transfer: TransferFunction, luma: Int) throws {
    var random = PictureGenerator(state: 28)
    let movie = MovieFormat(pixelFormat: .yuv420p10, matrix: .bt2020, transfer: transfer)
    let size = PixelSize(4, 2)
    var overlay = try TestPicture(width: 4, height: 2)
    for index in overlay.bytes.indices { overlay.bytes[index] = 255 }
    let compositor = try movie.compositor(size)
    try compositor.setOverlay(overlay.frozen(), damage: .nothing)
    let samples = try MoviePicture(try movie.format(size), using: &random).composited(with: compositor).samples
    #expect(samples == Array(repeating: luma, count: 8) + [512, 512, 512, 512])
  }

  @Test("Half transparent black halves a color, and gray ink leaves no trace of color in a gray movie")
  func nominalSamples() throws {
    var random = PictureGenerator(state: 29)
    let movie = MovieFormat(pixelFormat: .yuv420p)
    let size = PixelSize(4, 4)
    var overlay = try TestPicture(width: 4, height: 4)
    for x in 0..<4 { for y in 0..<4 { overlay.setPixel(x, y, blue: 0, green: 0, red: 0, alpha: 128) } }
    overlay.setPixel(3, 3, blue: 60, green: 60, red: 60, alpha: 77)
    let compositor = try movie.compositor(size)
    try compositor.setOverlay(overlay.frozen(), damage: .nothing)
    var before = MoviePicture(try movie.format(size), using: &random)
    before.bytes = Array(repeating: 216, count: 16) + Array(repeating: 128, count: 8)
    let after = try before.composited(with: compositor).bytes
    // 16 * 128 / 255 + 216 * 127 / 255
    #expect(after.prefix(15).allSatisfy { $0 == 116 })
    #expect(after.suffix(8).allSatisfy { $0 == 128 })
  }

  @Test("What cannot be drawn is refused with its cause")
  func refusals() throws {
    let size = PixelSize(8, 8)
    let subsampledAlpha = PixelFormat(
      "subsampledAlpha", planes: [PixelFormat.Plane(.luma), PixelFormat.Plane(.alpha, horizontalSubsampling: 2)])
    let eighth = PixelFormat(
      "eighth",
      planes: [
        PixelFormat.Plane(.luma), PixelFormat.Plane(.blueDifference, horizontalSubsampling: 8),
        PixelFormat.Plane(.redDifference, horizontalSubsampling: 8),
      ])
    let coarse = PixelFormat("gray4", planes: PixelFormat.gray.planes, bitsPerComponent: 4)
    for pixelFormat in [subsampledAlpha, eighth, coarse] {
      #expect(throws: OverlayCompositorError.unsupportedTarget(pixelFormat)) {
        try MovieFormat(pixelFormat: pixelFormat).compositor(size)
      }
    }
    let compositor = try MovieFormat(pixelFormat: .yuv420p).compositor(size)
    let planar = try PixelBufferDraft(format: VideoFormat(size: size, pixelFormat: .yuv420p)).freeze()
    #expect(throws: OverlayCompositorError.unsupportedOverlay(.yuv420p)) {
      try compositor.setOverlay(planar, damage: .nothing)
    }
    let small = try TestPicture(width: 4, height: 8)
    #expect(throws: OverlayCompositorError.differentSizes(overlay: PixelSize(4, 8), movie: size)) {
      try compositor.setOverlay(small.frozen(), damage: .nothing)
    }
  }
}
