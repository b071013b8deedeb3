import OverlayRender

/// The cost of drawing captions on the pictures of a movie, in comparison with copying the pictures.
struct CompositingCost {
  /// The numbers of pictures of a measurement, and of measurements of each kind, which alternate.
  private static let (batchLength, batchCount) = (100, 30)
  private static let size = PixelSize(1920, 1080)

  private let overlays: [SampleBuffer]
  private let movie: [PixelBuffer]
  private let pool: PixelBufferPool
  private let compositor: OverlayCompositor

  /// Prepares captions of two lines, and a few pictures that are decoded in turn.
  init() throws {
    let renderer = try Renderer(
      Captions(CaptionTrack(pairsOfLines: 2)).font(size: 60),
      configuration: RenderConfiguration(size: Self.size, frameRate: .fps(30)))
    overlays = try [0, 2].map { try renderer.render(at: .seconds($0)) }
    let format = try VideoFormat(size: Self.size, pixelFormat: .yuv420p)
    movie = try (0..<8).map { seed in
      var draft = try PixelBufferDraft(format: format)
      draft.withUnsafeMutableBytes { bytes in
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: 40 + seed + index * index >> 9 & 63) }
      }
      return draft.freeze()
    }
    pool = PixelBufferPool(format: format, clock: HostClock.shared)
    compositor = try OverlayCompositor(target: format)
  }

  /// Prints the microseconds of a copied picture, of one with captions, and of a change of the captions.
  func measure() throws {
    var (copies, drawings) = ([Double](), [Double]())
    for _ in 0..<Self.batchCount {
      copies.append(try batch { _ in })
      // A caption is on the screen for about three seconds.
      try setOverlay(copies.count)
      drawings.append(try batch { compositor.composite(onto: &$0) })
    }
    let changes = try (0..<Self.batchCount).map { index in
      let start = processorSeconds()
      try setOverlay(index)
      return (processorSeconds() - start) * 1e6
    }
    let pixels = inkedPixels(of: overlays[0].pixelBuffer)
    print(
      #"{"copied": \#(median(copies)), "composited": \#(median(drawings)), "changed": \#(median(changes)), "#
        + #""pixels": \#(pixels)}"#)
  }

  /// Copies pictures and draws on them. Returns the microseconds for one.
  private func batch(_ draw: (inout PixelBufferDraft) -> Void) throws -> Double {
    var latest: PixelBuffer?
    let start = processorSeconds()
    for index in 0..<Self.batchLength {
      var draft = try pool.draft()
      movie[index % movie.count].withUnsafeBytes { source in
        draft.withUnsafeMutableBytes { $0.copyMemory(from: source) }
      }
      draw(&draft)
      latest = draft.freeze()
    }
    withExtendedLifetime(latest) {}
    return (processorSeconds() - start) / Double(Self.batchLength) * 1e6
  }

  private func setOverlay(_ index: Int) throws {
    let overlay = overlays[index % overlays.count]
    guard let picture = overlay.pixelBuffer else { return }
    try compositor.setOverlay(picture, damage: overlays[1].damage)
  }

  private func inkedPixels(of picture: PixelBuffer?) -> Int {
    picture?.withUnsafeBytes { bytes in
      stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + (bytes[$1] > 0 ? 1 : 0) }
    } ?? 0
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
