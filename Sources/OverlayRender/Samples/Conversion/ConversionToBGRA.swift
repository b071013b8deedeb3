import CPixels

/// Converts a picture, or a rectangle of it, from any format that ``ComponentRows`` reads to `bgraPremultiplied`.
///
/// The value of a pixel does not depend on the rectangle in which it is calculated: the arithmetic uses integers, and
/// subsampled color differences are read around the rectangle.
package struct ConversionToBGRA: Sendable {
  /// The format of the picture.
  package let source: VideoFormat

  private let rows: ComponentRows
  private let weights: overlay_color_weights

  /// Prepares the conversion from a format. Returns `nil` if it is not supported.
  package init?(from source: VideoFormat) {
    guard let rows = ComponentRows(source) else { return nil }
    self.init(rows)
  }

  /// Prepares the conversion of components.
  init(_ rows: ComponentRows) {
    source = rows.format
    self.rows = rows
    weights = overlay_color_weights(source, chromaFractionBits: rows.chromaFractionBits)
  }

  /// Returns the pixels that depend on the samples of the pixels of a rectangle.
  func pixels(influencedBy rectangle: PixelRect) -> PixelRect { rows.pixels(influencedBy: rectangle) }

  /// Calculates the pixels of a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: A rectangle within the picture.
  ///   - source: The bytes of the whole picture.
  ///   - output: The bytes of the whole converted picture.
  func convert(
    _ rectangle: PixelRect, from source: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer
  ) {
    guard let first = source.baseAddress, let output = output.baseAddress else { return }
    convert(
      rectangle, from: self.source.sourcePlanes(at: first), to: output, bytesPerRow: 4 * self.source.size.width)
  }

  /// Calculates the pixels of a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: A rectangle within the picture.
  ///   - planes: The planes of the picture, in the order of its pixel format.
  ///   - output: The first pixel of the converted picture.
  ///   - bytesPerRow: The distance in bytes between two rows of the converted picture.
  package func convert(
    _ rectangle: PixelRect, from planes: [SourcePlane], to output: UnsafeMutableRawPointer, bytesPerRow: Int
  ) {
    guard !rectangle.isEmpty else { return }
    let columns = rectangle.minX..<rectangle.maxX
    // Three components, and three rows of scratch memory.
    let length = rectangle.width + ComponentRows.scratchMargin
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 6 * length) { memory in
      guard let first = memory.baseAddress else { return }
      let (second, third, scratch) = (first + length, first + 2 * length, first + 3 * length)
      if source.pixelFormat.colorModel == .gray {
        let neutral = UInt16(1 << (source.pixelFormat.bitsPerComponent - 1 + rows.chromaFractionBits))
        second.initialize(repeating: neutral, count: length)
      }
      for y in rectangle.minY..<rectangle.maxY {
        let pixels = output + y * bytesPerRow + 4 * rectangle.minX
        func read(_ component: PixelFormat.Component, into row: UnsafeMutablePointer<UInt16>) {
          rows.read(component, row: y, columns: columns, of: planes, into: row)
        }
        func readDifference(_ component: PixelFormat.Component, into row: UnsafeMutablePointer<UInt16>) {
          rows.readDifference(component, row: y, columns: columns, of: planes, into: row, scratch: scratch)
        }
        switch source.pixelFormat.colorModel {
        case .rgb:
          read(.blue, into: first)
          read(.green, into: second)
          read(.red, into: third)
          for row in [first, second, third] { limitToBytes(row, rectangle.width) }
          overlay_pack(first, second, third, rectangle.width, pixels)
        case .yCbCr:
          read(.luma, into: first)
          readDifference(.blueDifference, into: second)
          readDifference(.redDifference, into: third)
          withUnsafePointer(to: weights) { overlay_colors(first, second, third, rectangle.width, $0, pixels) }
        case .gray:
          read(.luma, into: first)
          withUnsafePointer(to: weights) { overlay_colors(first, second, second, rectangle.width, $0, pixels) }
        }
        guard source.pixelFormat.hasAlpha else { continue }
        read(.alpha, into: first)
        limitToBytes(first, rectangle.width)
        overlay_set_alpha(first, rectangle.width, source.pixelFormat.alpha == .premultiplied, pixels)
      }
    }
  }

  /// Scales samples of more than 8 bits to 8 bits.
  private func limitToBytes(_ row: UnsafeMutablePointer<UInt16>, _ count: Int) {
    let bits = source.pixelFormat.bitsPerComponent
    guard bits > 8 else { return }
    let maximum = UInt32(1) << UInt32(bits) - 1
    for x in 0..<count { row[x] = UInt16((min(UInt32(row[x]), maximum) * 255 + maximum / 2) / maximum) }
  }
}

extension overlay_color_weights {
  /// The weights for the luma and the color differences of a format: the inverse of ``ColorCoefficients``.
  fileprivate init(_ format: VideoFormat, chromaFractionBits: Int) {
    let (lumaRange, chromaRange) = (ComponentRange(.luma, of: format), ComponentRange(.blueDifference, of: format))
    let (kr, kb) = format.matrix.weights
    let kg = 1 - kr - kb
    let one = Double(1 << 20)
    let lumaScale = 255 / lumaRange.extent * one
    let chromaScale = 255 / chromaRange.extent * one / Double(1 << chromaFractionBits)
    func rounded(_ weight: Double) -> Int32 { Int32(weight.rounded()) }
    let luma = rounded(lumaScale)
    let blueFromBlue = rounded(chromaScale * (2 - 2 * kb))
    let greenFromBlue = rounded(-chromaScale * kb * (2 - 2 * kb) / kg)
    let greenFromRed = rounded(-chromaScale * kr * (2 - 2 * kr) / kg)
    let redFromRed = rounded(chromaScale * (2 - 2 * kr))
    // The whole weights are subtracted, so that neutral colors stay neutral.
    let black = Int32(lumaRange.base)
    let neutral = Int32(chromaRange.base) << Int32(chromaFractionBits)
    let base = Int32(1) << 19 - luma * black
    self.init(
      luma: luma, blue_from_blue: blueFromBlue, green_from_blue: greenFromBlue, green_from_red: greenFromRed,
      red_from_red: redFromRed, blue: base - blueFromBlue * neutral,
      green: base - (greenFromBlue + greenFromRed) * neutral, red: base - redFromRed * neutral)
  }
}
