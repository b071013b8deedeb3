import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("The state of a player, without threads")
struct PlaybackStateTests {
  /// A player that carries out the effects in numbers, and checks them.
  private struct Model {
    var state = PlaybackState()
    var openItem: Int?
    var generation: Int?
    var clockRate = 0.0
    var openSeeks: Set<Int> = []
    var seekCount = 0

    mutating func handle(_ event: PlaybackState.Event) throws {
      let before = state
      for effect in state.handle(event) { try apply(effect) }
      try check(before)
    }

    private mutating func apply(_ effect: PlaybackState.Effect) throws {
      switch effect {
      case .close: (openItem, clockRate, generation) = (nil, 0, nil)
      case .open(let item): openItem = item
      case .decode(let number, let target):
        try #require(openItem != nil && number > generation ?? 0)
        try #require(target.time >= .zero && target.time.isNumeric)
        generation = number
      case .jump(let number, _):
        try #require(number == generation && clockRate == 0)
      case .setClockRate(let rate):
        try #require(rate != clockRate && openItem != nil)
        clockRate = rate
      case .holdAtEnd:
        try #require(clockRate > 0)
        clockRate = 0
      case .startNextRound: try #require(clockRate > 0 && state.actionAtItemEnd == .loop)
      case .finishSeek(let number, _): try #require(openSeeks.remove(number) != nil)
      case .setLooping, .setEnd, .report: break
      }
    }

    private func check(_ before: PlaybackState) throws {
      try #require(clockRate == state.clockRate)
      // At most one seek is in progress, and it is known.
      try #require(openSeeks.count <= 1 && state.seek?.number == openSeeks.first)
      try #require((state.timeControlStatus == .paused) == (state.rate == 0))
      try #require((state.reasonForWaitingToPlay != nil) == (state.timeControlStatus == .waitingToPlayAtSpecifiedRate))
      if clockRate > 0 {
        try #require(clockRate == state.rate && state.timeControlStatus == .playing && state.status == .ready)
        try #require(state.isBuffered && !state.isSearching && !state.isAtEnd)
      }
      if state.timeControlStatus == .playing { try #require(clockRate > 0 || state.isAtEnd) }
      try #require(state.item >= before.item && state.generation >= before.generation)
      if before.item == state.item, let end = before.ending.end { try #require(state.ending.end == end) }
      if case .failed = state.status { try #require(state.rate == 0 && openSeeks.isEmpty) }
    }
  }

  @Test("Random events keep the state consistent, and every seek is answered once", arguments: 0..<40 as Range<UInt64>)
  func randomEvents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    var playedCount = 0
    for _ in 0..<5000 {
      let event = randomEvent(&model, &random)
      do { try model.handle(event) } catch {
        Issue.record("after \(event)")
        return
      }
      if model.clockRate > 0 { playedCount += 1 }
    }
    #expect(playedCount > 100)
    try model.handle(.itemReplaced(hasItem: false))
    #expect(model.openSeeks.isEmpty && model.openItem == nil && model.clockRate == 0)
  }

  private func randomEvent(_ model: inout Model, _ random: inout SeededGenerator) -> PlaybackState.Event {
    let state = model.state
    // Some numbers belong to earlier items and starts.
    let item = Int.random(in: 0..<4, using: &random) == 0 ? max(state.item - 1, 0) : state.item
    let generation = Int.random(in: 0..<4, using: &random) == 0 ? max(state.generation - 1, 0) : state.generation
    let time = MediaTime.milliseconds(Int64.random(in: -500..<5000, using: &random))
    switch Int.random(in: 0..<100, using: &random) {
    case 0: return .itemReplaced(hasItem: Int.random(in: 0..<5, using: &random) > 0)
    case 1..<10:
      return .opened(
        item: item, duration: Bool.random(using: &random) ? .seconds(4) : .indefinite,
        playsSound: Bool.random(using: &random), hasPictures: Int.random(in: 0..<4, using: &random) > 0)
    case 10: return .failed(item: item, .noPictures(path: "movie"))
    case 11..<20: return .rateSet([0, 0.5, 1, 1, 2].randomElement(using: &random) ?? 1)
    case 20..<25: return .actionAtItemEndSet([.pause, .none, .loop].randomElement(using: &random) ?? .pause)
    case 25..<33:
      model.seekCount += 1
      model.openSeeks.insert(model.seekCount)
      let count = Bool.random(using: &random) ? 0 : Int.random(in: -3...3, using: &random)
      return .seekRequested(number: model.seekCount, SeekTarget(time: time, pictureCount: count))
    case 33: return .seeksCanceled(at: max(time, .zero))
    case 34..<55: return .reached(generation: generation, time: max(time, .zero))
    case 55..<75: return .buffered(generation: generation)
    case 75..<83: return .ranDry(generation: generation)
    case 83..<87: return .picturesEnded(item: item, .seconds(4))
    case 87..<91: return .soundEnded(item: item, .milliseconds(Int64.random(in: 3900..<4300, using: &random)))
    default: return .endReached(generation: generation)
    }
  }

  @Test("A step is counted from where a seek or a step goes that has not finished")
  func steps() throws {
    var state = PlaybackState()
    for event in [
      .itemReplaced(hasItem: true), .opened(item: 1, duration: .seconds(4), playsSound: false),
      .reached(generation: 1, time: .zero),
    ] as [PlaybackState.Event] { _ = state.handle(event) }
    func target(_ effects: [PlaybackState.Effect]) throws -> SeekTarget {
      try #require(effects.compactMap { if case .decode(_, let target) = $0 { target } else { nil } }.last)
    }
    let tolerant = SeekTarget(time: .seconds(2), toleranceBefore: .seconds(1))
    _ = state.handle(.seekRequested(number: 1, tolerant))
    let step = SeekTarget(time: .zero, pictureCount: 1)
    #expect(
      try target(state.handle(.seekRequested(number: 2, step))) == SeekTarget(time: .seconds(2), pictureCount: 1))
    let effects = state.handle(.seekRequested(number: 3, SeekTarget(time: .zero, pictureCount: 2)))
    #expect(effects.first == .finishSeek(number: 2, false))
    #expect(try target(effects) == SeekTarget(time: .seconds(2), pictureCount: 3))
    _ = state.handle(.reached(generation: state.generation, time: .milliseconds(2120)))
    let last = SeekTarget(time: .milliseconds(2120), pictureCount: -1)
    #expect(try target(state.handle(.seekRequested(number: 4, last))) == last)
  }

  @Test("An item ends with its pictures, unless the sound is much longer")
  func endings() {
    for (sound, end) in [(3900, 4000), (4000, 4000), (4099, 4000), (4100, 4100), (9000, 9000)] as [(Int64, Int64)] {
      var ending = ItemEnding(duration: .seconds(4), playsSound: true, hasPictures: true)
      #expect(!ending.setPicturesEnd(.seconds(4)) && ending.end == nil)
      let isKnown = ending.setSoundEnd(.milliseconds(sound))
      #expect(isKnown && ending.end == .milliseconds(end))
      #expect(!ending.setPicturesEnd(.seconds(9)) && ending.end == .milliseconds(end))
    }
    // Without pictures, the sound alone decides.
    var sound = ItemEnding(duration: .seconds(4), playsSound: true, hasPictures: false)
    #expect(!sound.setPicturesEnd(.seconds(4)) && sound.setSoundEnd(.milliseconds(3900)))
    #expect(sound.end == .milliseconds(3900))
    var silent = ItemEnding(duration: .indefinite, playsSound: false, hasPictures: true)
    #expect(silent.setPicturesEnd(.seconds(4)) && silent.end == .seconds(4) && silent.duration == nil)
  }

  @Test("The queue of pictures is bounded in duration and bytes, but holds two")
  func queue() throws {
    func picture(_ index: Int64, _ duration: MediaTime, byteCount: Int) -> PlayerPicture {
      PlayerPicture(
        time: duration.multiplied(by: index, dividedBy: 1), end: duration.multiplied(by: index + 1, dividedBy: 1),
        round: .zero, number: UInt64(index), decoded: DecodedPicture(byteCount: byteCount) { _ in [:] })
    }
    func queue(_ duration: MediaTime, byteCount: Int = 0) -> PictureQueue {
      var queue = PictureQueue()
      while queue.hasRoom { queue.append(picture(Int64(queue.pictures.count), duration, byteCount: byteCount)) }
      return queue
    }
    #expect(queue(.milliseconds(100)).pictures.count == 6)
    #expect(queue(.seconds(10)).pictures.count == 2)
    #expect(queue(.milliseconds(1)).pictures.count == 64)
    #expect(queue(.milliseconds(10), byteCount: 16 << 20).pictures.count == 2)
    #expect(queue(.milliseconds(10), byteCount: 4 << 20).pictures.count == 6)
    // What is converted ahead: a tenth of a second, but the current picture and the next one at least.
    #expect(queue(.milliseconds(20)).upcoming.count == 5 && queue(.milliseconds(400)).upcoming.count == 2)
    // Pictures for a large window are converted as far ahead as 48 MiB allow.
    for (size, count) in [(PixelSize(1920, 1080), 5), (PixelSize(2560, 1440), 3), (PixelSize(3840, 2160), 2)] {
      let format = try VideoFormat(size: size, pixelFormat: .bgraPremultiplied)
      let converted = [VideoOutput().format: try PixelBufferPool(format: format, clock: ManualClock()).draft().freeze()]
      var filled = queue(.milliseconds(20))
      _ = filled.set(converted, of: Set(converted.keys), inPicture: 0)
      #expect(filled.upcoming.count == count)
    }
    var queue = PictureQueue()
    for index in 0..<4 as Range<Int64> { queue.append(picture(index, .seconds(1), byteCount: 8)) }
    #expect(queue.removeAll(endingBy: .milliseconds(2500)).count == 2 && queue.byteCount == 16)
    #expect(queue.removeAll(endingBy: .seconds(99)).count == 1 && queue.pictures.count == 1)
    #expect(queue.picture(at: .seconds(2))?.number == 3 && queue.picture(at: .seconds(99))?.number == 3)
  }
}
