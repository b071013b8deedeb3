/// Blocks of sound in the order of their times, which are counted in frames: a frame has a sample of each channel.
///
/// Blocks stay until they are heard, so that what has been written to a device can be written again.
struct SoundQueue: Sendable {
  private struct Block {
    let start: Int64
    let samples: [Float]
  }

  private let channelCount: Int
  private var blocks: [Block] = []
  /// The end of the sound; `nil` if there is none.
  private(set) var end: Int64?

  init(channelCount: Int) {
    self.channelCount = channelCount
  }

  /// Adds a block.
  mutating func append(_ samples: [Float], at start: Int64) {
    blocks.append(Block(start: start, samples: samples))
    end = max(end ?? .min, self.end(of: blocks[blocks.count - 1]))
  }

  /// Removes all blocks.
  mutating func removeAll() {
    blocks = []
    end = nil
  }

  /// Removes the blocks that end before or at a frame.
  mutating func removeBlocks(endingBy frame: Int64) {
    let count = blocks.prefix { self.end(of: $0) <= frame }.count
    guard count > 0 else { return }
    blocks.removeFirst(count)
    if blocks.isEmpty { end = nil }
  }

  /// Replaces `samples` with a number of frames. Where there is no block, they are silent.
  func read(_ samples: inout [Float], from start: Int64, frameCount: Int, gain: Float) {
    samples.removeAll(keepingCapacity: true)
    samples.append(contentsOf: repeatElement(0, count: frameCount * channelCount))
    for block in blocks {
      let (first, last) = (max(block.start, start), min(self.end(of: block), start + Int64(frameCount)))
      guard first < last else { continue }
      let (source, target) = (Int(first - block.start) * channelCount, Int(first - start) * channelCount)
      for index in 0..<(Int(last - first) * channelCount) {
        samples[target + index] = block.samples[source + index] * gain
      }
    }
  }

  private func end(of block: Block) -> Int64 { block.start + Int64(block.samples.count / channelCount) }
}
