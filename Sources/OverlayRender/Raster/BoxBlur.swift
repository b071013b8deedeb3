/// Blurs coverage or colour in place, as ``Blur`` says: three running means along the rows and three down the columns.
///
/// Whole numbers all along: a pixel depends on those within reach and on nothing else, so a part that is blurred alone,
/// with its surroundings, is what it is in the whole.
struct BoxBlur {
  /// How many pixels to each side a mean takes in.
  private let halfWidth: Int
  /// 2²³ divided by the pixels of a mean: a sum of bytes times this is below 2³².
  private let reciprocal: UInt32

  init(_ blur: Blur) {
    halfWidth = blur.halfWidth
    reciprocal = UInt32((Double(1 << 23) / Double(2 * halfWidth + 1)).rounded())
  }

  /// Blurs an image of `width` times `height` pixels of `channels` bytes each.
  func apply(to bytes: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, width: Int, height: Int, channels: Int) {
    guard halfWidth > 0, width > 0, height > 0 else { return }
    let rowLength = width * channels
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * rowLength) { rows in
      guard let spare = rows.baseAddress else { return }
      for y in 0..<height {
        let row = bytes + y * bytesPerRow
        for channel in 0..<channels {
          average(row + channel, into: spare + channel, count: width, stride: channels)
          average(spare + channel, into: spare + rowLength + channel, count: width, stride: channels)
          average(spare + rowLength + channel, into: row + channel, count: width, stride: channels)
        }
      }
    }
    let spare = UnsafeMutablePointer<UInt8>.allocate(capacity: rowLength * height)
    defer { spare.deallocate() }
    averageColumns(bytes, bytesPerRow, into: spare, rowLength, rowLength: rowLength, height: height)
    averageColumns(spare, rowLength, into: bytes, bytesPerRow, rowLength: rowLength, height: height)
    averageColumns(bytes, bytesPerRow, into: spare, rowLength, rowLength: rowLength, height: height)
    for y in 0..<height { (bytes + y * bytesPerRow).update(from: spare + y * rowLength, count: rowLength) }
  }

  private func average(
    _ input: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, count: Int, stride: Int
  ) {
    var sum: UInt32 = 0
    for index in 0..<min(halfWidth, count) { sum &+= UInt32(input[index * stride]) }
    for index in 0..<count {
      if index + halfWidth < count { sum &+= UInt32(input[(index + halfWidth) * stride]) }
      output[index * stride] = mean(of: sum)
      if index >= halfWidth { sum &-= UInt32(input[(index - halfWidth) * stride]) }
    }
  }

  private func averageColumns(
    _ input: UnsafePointer<UInt8>, _ inputStride: Int, into output: UnsafeMutablePointer<UInt8>, _ outputStride: Int,
    rowLength: Int, height: Int
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: rowLength) { sums in
      sums.initialize(repeating: 0)
      for y in 0..<min(halfWidth, height) { add(input + y * inputStride, to: sums) }
      for y in 0..<height {
        if y + halfWidth < height { add(input + (y + halfWidth) * inputStride, to: sums) }
        let row = output + y * outputStride
        for x in 0..<rowLength { row[x] = mean(of: sums[x]) }
        if y >= halfWidth { subtract(input + (y - halfWidth) * inputStride, from: sums) }
      }
    }
  }

  private func add(_ row: UnsafePointer<UInt8>, to sums: UnsafeMutableBufferPointer<UInt32>) {
    for x in sums.indices { sums[x] &+= UInt32(row[x]) }
  }

  private func subtract(_ row: UnsafePointer<UInt8>, from sums: UnsafeMutableBufferPointer<UInt32>) {
    for x in sums.indices { sums[x] &-= UInt32(row[x]) }
  }

  private func mean(of sum: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (sum &* reciprocal &+ (1 << 22)) >> 23)
  }
}
