/// Blurs coverage or color in place as ``Blur`` specifies, with three box filters for the rows and three for the
/// columns.
///
/// It uses only integers, and a pixel depends only on the pixels within reach. So a part that is blurred alone, with
/// its surroundings, equals the same part of the whole.
struct BoxBlur {
  /// The number of pixels on each side that count completely.
  private let halfWidth: Int
  /// The weights of these pixels and of the two outer ones, as fractions of 2²³. Multiplied by the largest possible
  /// sums they stay below 2³².
  private let weight: UInt32
  private let outerWeight: UInt32

  init(_ blur: Blur) {
    halfWidth = blur.halfWidth
    let whole = 2 * halfWidth + 1
    weight = UInt32(Double(1 << 23) / (Double(whole) + 2 * blur.share))
    outerWeight = blur.share > 0 ? ((1 << 23) - weight * UInt32(whole)) / 2 : 0
  }

  /// Blurs an image of `width` by `height` pixels with `channels` bytes each.
  func apply(to bytes: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, width: Int, height: Int, channels: Int) {
    guard halfWidth > 0 || outerWeight > 0, width > 0, height > 0 else { return }
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
      let (first, last) = (index - halfWidth, index + halfWidth)
      if last < count { sum &+= UInt32(input[last * stride]) }
      let before = first > 0 ? UInt32(input[(first - 1) * stride]) : 0
      let after = last + 1 < count ? UInt32(input[(last + 1) * stride]) : 0
      output[index * stride] = mean(of: sum, and: before &+ after)
      if first >= 0 { sum &-= UInt32(input[first * stride]) }
    }
  }

  private func averageColumns(
    _ input: UnsafePointer<UInt8>, _ inputStride: Int, into output: UnsafeMutablePointer<UInt8>, _ outputStride: Int,
    rowLength: Int, height: Int
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rowLength) { zeros in
      zeros.initialize(repeating: 0)
      guard let zeros = zeros.baseAddress else { return }
      func row(_ y: Int) -> UnsafePointer<UInt8> {
        y >= 0 && y < height ? input + y * inputStride : UnsafePointer(zeros)
      }
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: rowLength) { sums in
        sums.initialize(repeating: 0)
        for y in 0..<min(halfWidth, height) { add(row(y), to: sums) }
        for y in 0..<height {
          add(row(y + halfWidth), to: sums)
          let (before, after) = (row(y - halfWidth - 1), row(y + halfWidth + 1))
          let means = output + y * outputStride
          for x in 0..<rowLength { means[x] = mean(of: sums[x], and: UInt32(before[x]) &+ UInt32(after[x])) }
          subtract(row(y - halfWidth), from: sums)
        }
      }
    }
  }

  private func add(_ row: UnsafePointer<UInt8>, to sums: UnsafeMutableBufferPointer<UInt32>) {
    for x in sums.indices { sums[x] &+= UInt32(row[x]) }
  }

  private func subtract(_ row: UnsafePointer<UInt8>, from sums: UnsafeMutableBufferPointer<UInt32>) {
    for x in sums.indices { sums[x] &-= UInt32(row[x]) }
  }

  private func mean(of sum: UInt32, and outer: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (sum &* weight &+ outer &* outerWeight &+ (1 << 22)) >> 23)
  }
}
