import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("The state of a sound feeder, without threads")
struct SoundFeederStateTests {
  private static let format = AudioFormat(sampleRate: 8000, channelCount: 1)

  private static func time(_ frame: Int64) -> MediaTime { MediaTime(value: frame, timescale: 8000) }

  /// A file whose samples are their own numbers, and a renderer that checks what it gets.
  private struct Model {
    var generator: SeededGenerator
    var state = SoundFeederState(format: SoundFeederStateTests.format)
    /// The number of samples of the item, and the end of its pictures.
    let length: Int64
    let picturesEnd: Int64
    var end: Int64?
    var isLooping = false
    /// The next sample that the source returns.
    var sourcePosition: Int64 = 0
    var anchor: SoundFeederState.Start?
    /// The position on the timeline that follows, since the latest start.
    var expected: Int64 = 0
    var reportCount = 0

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      length = Int64.random(in: 1000...6000, using: &generator)
      picturesEnd = length + Int64.random(in: -900...900, using: &generator)
    }

    /// The position at which the sound of each round ends.
    var soundEnd: Int64 { min(length, end ?? length) }

    mutating func start() {
      let round = isLooping && end != nil ? Int64.random(in: 0...3, using: &generator) * (end ?? 0) : 0
      // The end is at most a tenth of a second before the end of the sound.
      start(at: round + Int64.random(in: 0...(end ?? length - 900), using: &generator), inRound: round)
    }

    mutating func start(at position: Int64, inRound round: Int64 = 0) {
      let rendererFrame = Int64.random(in: 0...100_000, using: &generator)
      let start = SoundFeederState.Start(
        position: SoundFeederStateTests.time(position), round: SoundFeederStateTests.time(round),
        rendererTime: SoundFeederStateTests.time(rendererFrame))
      state.start(start)
      (anchor, expected, reportCount) = (start, position, 0)
    }

    mutating func stop() {
      state.stop()
      anchor = nil
    }

    /// Does a piece of work. Returns `false` if there is none.
    mutating func step(isRendererReady: Bool) throws -> Bool {
      guard let work = state.nextWork(isRendererReady: isRendererReady) else { return false }
      switch work {
      case .begin(let time, _):
        sourcePosition = max(time.value * 8000 / Int64(time.timescale) - Int64.random(in: 0..<50, using: &generator), 0)
      case .flush: try #require(anchor == nil)
      case .rewind: sourcePosition = 0
      case .decode: try decode()
      case .enqueue(let block): try enqueue(block, isRendererReady)
      case .report:
        reportCount += 1
        try #require(state.isSufficient)
      }
      return true
    }

    private mutating func decode() throws {
      let count = min(Int64.random(in: 1...700, using: &generator), length - sourcePosition)
      let block = SoundBlock(
        start: sourcePosition, samples: (0..<max(count, 0)).map { Float(sourcePosition + $0) })
      if count > 0 { sourcePosition += count }
      // The player may start the sound elsewhere in the meantime.
      if generator.chance(30) { start() }
      guard let time = state.add(count > 0 ? block : nil) else { return }
      try #require(count <= 0)
      // An item ends with its pictures, or with sound that is much longer.
      if anchor != nil, end == nil, time == SoundFeederStateTests.time(length) {
        let cut = ItemEnding.cutDuration.value * 8000 / Int64(ItemEnding.cutDuration.timescale)
        end = length - picturesEnd < cut ? picturesEnd : length
      }
    }

    private mutating func enqueue(_ block: AudioBlock, _ isRendererReady: Bool) throws {
      guard let first = block.samples.first else { return }
      let anchor = try #require(anchor)
      try #require(isRendererReady)
      let rendererFrame = block.presentationTime.value * 8000 / Int64(block.presentationTime.timescale)
      let position = rendererFrame - anchor.rendererTime.value + anchor.position.value
      let item = Int64(first)
      try #require(block.samples == (0..<Int64(block.samples.count)).map { Float(item + $0) })
      try #require(item + Int64(block.samples.count) <= soundEnd)
      let round = position - item
      if position != expected {
        // The next round begins when the item ends.
        let end = try #require(end)
        try #require(isLooping && item == 0 && round > anchor.round.value && round % end == 0)
        try #require(expected >= round - end + soundEnd && expected <= round)
      }
      try #require(end.map { round % $0 == 0 } ?? (round == 0))
      expected = position + Int64(block.samples.count)
    }
  }

  @Test(
    "Sound follows without a gap from each start, ends with the item, and goes on in the next round",
    arguments: 1...300 as ClosedRange<UInt64>)
  func sequence(seed: UInt64) throws {
    var model = Model(seed: seed)
    for _ in 0..<400 {
      switch Int.random(in: 0..<40, using: &model.generator) {
      case 0: model.start()
      case 1: model.stop()
      case 2: if let end = model.end { model.state.setEnd(SoundFeederStateTests.time(end)) }
      case 3:
        model.isLooping = Bool.random(using: &model.generator)
        let round = model.anchor?.round ?? .zero
        // Sound of later rounds is not played any more, so the player starts the sound anew.
        if model.state.setLooping(model.isLooping, inRound: round) { model.start() }
      default: _ = try model.step(isRendererReady: Bool.random(using: &model.generator))
      }
      try #require(model.reportCount <= 1)
    }
    // Played to its end.
    model.isLooping = false
    _ = model.state.setLooping(false, inRound: .zero)
    model.start()
    for _ in 0..<2 {
      while try model.step(isRendererReady: true) {}
      let end = try #require(model.end)
      model.state.setEnd(SoundFeederStateTests.time(end))
    }
    let position = try #require(model.anchor?.position.value)
    #expect(model.expected == max(position, model.soundEnd))
    #expect(model.reportCount == 1 && model.state.isSufficient)
  }

  @Test("Enough is reported once, and again after the renderer ran dry")
  func reports() throws {
    var model = Model(seed: 7)
    model.start(at: 0)
    while try model.step(isRendererReady: false) {}
    #expect(model.reportCount == 1)
    _ = try model.step(isRendererReady: true)
    while try model.step(isRendererReady: false) {}
    #expect(model.reportCount == 1)
    let end = try #require(model.state.remainingEnd)
    let isDryBefore = model.state.runsDry(at: end - SoundFeederStateTests.time(1))
    let isDry = model.state.runsDry(at: end)
    #expect(!isDryBefore && isDry && !model.state.isSufficient)
    while try model.step(isRendererReady: false) {}
    #expect(model.reportCount == 2)
  }

  @Test("Sound that cannot be decoded is sufficient, and is tried again after its track has changed")
  func failure() throws {
    var state = SoundFeederState(format: Self.format)
    let start = SoundFeederState.Start(position: .zero, round: .zero, rendererTime: .zero)
    state.start(start)
    guard case .begin(.zero, reopens: false) = state.nextWork(isRendererReady: true) else {
      Issue.record("no begin")
      return
    }
    state.fail()
    #expect(state.isSufficient)
    guard case .report = state.nextWork(isRendererReady: true) else {
      Issue.record("no report")
      return
    }
    let next = state.nextWork(isRendererReady: true)
    #expect(next == nil)
    state.reopen()
    state.start(start)
    guard case .begin(.zero, reopens: true) = state.nextWork(isRendererReady: true) else {
      Issue.record("no begin")
      return
    }
    #expect(!state.isSufficient)
  }
}
