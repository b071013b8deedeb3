import OverlayRender
import Synchronization

/// Decodes the pictures of an item ahead of their times. Each `step` decodes one picture on the thread of a worker.
final class PictureDecoder: Sendable {
  enum Report: Sendable {
    case opened(MovieProperties)
    case failed(MediaError)
    case reached(generation: Int, MediaTime)
    /// Enough is decoded, for the first time since a start or since the pictures ran out.
    case sufficient
    /// The current picture was converted, which an output may have missed.
    case currentConverted
    case ended(MediaTime, MovieDamage?)
  }

  fileprivate struct State {
    var queue = PictureQueue()
    var formats: Set<VideoOutput.Format> = []
    /// The latest start of decoding, until it is reached.
    var start: (generation: Int, target: SeekTarget)?
    var generation = 0
    var isOpen = false
    var isEnded = false
    /// Whether the source is after the last picture.
    var isAtEnd = true
    var isLooping = false
    /// The end of the item.
    var end: MediaTime?
    /// The start of the round of the loop that is decoded.
    var round = MediaTime.zero
    /// Whether enough was decoded since the latest start, and the pictures have not run out since.
    var isSufficient = false

    /// Whether the last picture in the queue is the last one that is played.
    var isComplete: Bool { isAtEnd && !(isLooping && end != nil) }
  }

  fileprivate enum Work {
    case open
    case start(generation: Int, SeekTarget)
    case convert(PlayerPicture)
    case next
    case nextRound(MediaTime)
    /// Report that enough is decoded.
    case report
  }

  private let open: @Sendable () throws(MediaError) -> any PictureSource
  private let state = Mutex(State())
  /// The source, which only the worker uses.
  private let source = Mutex<(any PictureSource)?>(nil)

  private static let pictureCount = Atomic<UInt64>(0)

  init(open: @escaping @Sendable () throws(MediaError) -> any PictureSource) {
    self.open = open
  }

  /// Does the next piece of work, and reports what came of it. Returns `false` if there is none.
  func step(report: (Report) -> Void) -> Bool {
    guard let work = state.withLock({ $0.nextWork() }) else { return false }
    do throws(MediaError) {
      for item in try perform(work) { report(item) }
    } catch {
      end()
      report(.failed(error))
    }
    return true
  }

  private func perform(_ work: Work) throws(MediaError) -> [Report] {
    let formats = state.withLock { $0.formats }
    return try source.withLock { source throws(MediaError) in
      switch work {
      case .open:
        let opened = try open()
        let properties = opened.properties
        source = opened
        return [.opened(properties)]
      case .start(let generation, let target):
        guard let source else { return [] }
        try convertStep(to: target, in: formats)
        if let time = state.step(generation, to: target, after: source.time, in: formats) {
          return [.reached(generation: generation, time)]
        }
        let isFound: Bool
        if target.pictureCount == 0 {
          isFound = try source.seek(to: target)
        } else {
          try step(to: target, in: source)
          isFound = true
        }
        let time = isFound ? target.time(ofPictureAt: source.time, endingAt: source.end) : source.end
        var picture = try Self.picture(of: source, round: .zero)
        picture.set(try picture.decoded.pixelBuffers(formats), of: formats)
        guard state.start(generation, with: picture, isAtEnd: !isFound) else { return [] }
        let ending = isFound ? [] : [Report.ended(source.end, source.damage)]
        return [.reached(generation: generation, time)] + ending
      case .convert(let picture):
        let buffers = try picture.decoded.pixelBuffers(formats)
        let isCurrent = state.withLock { $0.queue.set(buffers, of: formats, inPicture: picture.number) }
        return isCurrent ? [.currentConverted] : []
      case .next:
        guard let source else { return [] }
        if try source.next() {
          let round = state.withLock { $0.round }
          state.append(try Self.picture(of: source, round: round))
          return []
        }
        state.withLock { $0.isAtEnd = true }
        return [.ended(source.end, source.damage)]
      case .nextRound(let round):
        guard let source else { return [] }
        let isFound = try source.seek(to: SeekTarget(time: .zero))
        state.append(try Self.picture(of: source, round: round), isAtEnd: !isFound)
        return []
      case .report: return [.sufficient]
      }
    }
  }

  /// Converts the picture of a step that is in the queue.
  private func convertStep(to target: SeekTarget, in formats: Set<VideoOutput.Format>) throws(MediaError) {
    let picture = state.withLock { state in state.queue.index(of: target).map { state.queue.pictures[$0] } }
    guard let picture, !picture.isConverted(to: formats) else { return }
    let buffers = try picture.decoded.pixelBuffers(formats)
    _ = state.withLock { $0.queue.set(buffers, of: formats, inPicture: picture.number) }
  }

  /// Goes to the picture of a step that is not in the queue.
  private func step(to target: SeekTarget, in source: any PictureSource) throws(MediaError) {
    let (current, decoded) = state.withLock { state in
      (state.queue.current(at: target.time)?.time, state.queue.decodedStep(to: target))
    }
    guard target.pictureCount > 0 else { return try source.goBack(to: target, from: current) }
    // Work that was overtaken may have moved the source away from the queue.
    if let decoded, decoded.last == source.time {
      try source.goForward(by: target.pictureCount - decoded.count)
    } else {
      _ = try source.seek(to: SeekTarget(time: target.time))
      try source.goForward(by: target.pictureCount)
    }
  }

  private static func picture(of source: any PictureSource, round: MediaTime) throws(MediaError) -> PlayerPicture {
    let number = pictureCount.add(1, ordering: .relaxed).newValue
    return PlayerPicture(
      time: source.time, end: source.end, round: round, number: number, decoded: try source.picture())
  }
}

extension PictureDecoder {
  /// Decodes from a time. The queue keeps its pictures until the first new one is there.
  func start(generation: Int, target: SeekTarget) {
    state.withLock { state in
      state.start = (generation, target)
      state.isSufficient = false
    }
  }

  /// Sets the formats to which pictures are converted from now on, the current one first.
  func setFormats(_ formats: Set<VideoOutput.Format>) {
    state.withLock { state in
      state.formats = formats
      if state.unconverted != nil { state.isSufficient = false }
    }
  }

  /// Sets whether the item is played in rounds.
  ///
  /// - Parameter round: The round that is played. Pictures of later ones are removed if the item does not loop.
  func setLooping(_ isLooping: Bool, inRound round: MediaTime) {
    _ = state.withLock { state -> [PlayerPicture] in
      state.isLooping = isLooping
      guard !isLooping, state.round > round else { return [] }
      state.round = round
      state.isAtEnd = true
      return state.queue.removeAll(afterRound: round)
    }
  }

  /// Sets the end of the item, at which the next round begins.
  func setEnd(_ end: MediaTime) {
    state.withLock { state in
      state.end = end
      if state.isAtEnd { state.queue.extendLast(to: end) }
    }
  }

  /// Ends decoding, and releases all pictures.
  func end() {
    _ = state.withLock { state in
      state.isEnded = true
      return state.queue.removeAll()
    }
  }

  /// Removes the pictures that end at or before a position. Returns whether there were any.
  func removePictures(endingBy position: MediaTime) -> Bool {
    let removed = state.withLock { $0.queue.removeAll(endingBy: position) }
    return !removed.isEmpty
  }

  /// Returns whether no picture is left at a position, although the item goes on. More are needed then.
  func runsDry(at position: MediaTime) -> Bool {
    state.withLock { state in
      guard !state.isComplete, state.queue.endPosition.map({ $0 <= position }) ?? true else { return false }
      state.isSufficient = false
      return true
    }
  }

  /// The end of the last picture on the timeline of the player; `nil` if no picture or the last one of the item is
  /// decoded.
  var decodedEnd: MediaTime? { state.withLock { $0.isComplete ? nil : $0.queue.endPosition } }

  /// Whether the last picture that is played is decoded.
  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// The end of the last picture on the timeline of the player.
  var endPosition: MediaTime? { state.withLock { $0.queue.endPosition } }

  /// The number of the latest start that was reached, and whether enough is decoded since.
  var progress: (generation: Int, isSufficient: Bool) { state.withLock { ($0.generation, $0.isSufficient) } }

  /// The end of the current picture on the timeline of the player.
  var currentPictureEnd: MediaTime? { state.withLock { $0.queue.pictures.first?.endPosition } }

  var timeRanges: [MediaTimeRange] { state.withLock { $0.queue.timeRanges } }

  /// Returns the picture at a time of the item.
  func picture(at time: MediaTime) -> PlayerPicture? { state.withLock { $0.queue.picture(at: time) } }

  /// Returns the picture at a time of the item, of those that are converted to a format.
  func picture(at time: MediaTime, in format: VideoOutput.Format) -> PlayerPicture? {
    state.withLock { $0.queue.picture(at: time) { $0.buffer(in: format) != nil } }
  }
}

extension PictureDecoder.State {
  /// The first picture that is shown soon, and is not converted.
  fileprivate var unconverted: PlayerPicture? {
    queue.upcoming.first { !$0.isConverted(to: formats) }
  }

  fileprivate mutating func nextWork() -> PictureDecoder.Work? {
    if isEnded { return nil }
    if !isOpen {
      isOpen = true
      return .open
    }
    if let start { return .start(generation: start.generation, start.target) }
    if let unconverted { return .convert(unconverted) }
    if !isSufficient, isComplete || !queue.hasRoom {
      isSufficient = true
      return .report
    }
    guard queue.hasRoom else { return nil }
    if !isAtEnd { return .next }
    guard isLooping, let end, !queue.pictures.isEmpty else { return nil }
    return .nextRound(round + end)
  }
}

extension Mutex where Value == PictureDecoder.State {
  /// Replaces the queue by the first picture since a start. Returns `false` if another start has overtaken this one.
  fileprivate func start(_ generation: Int, with picture: PlayerPicture, isAtEnd: Bool) -> Bool {
    let removed = withLock { state -> [PlayerPicture]? in
      guard state.start?.generation == generation, !state.isEnded else { return nil }
      state.start = nil
      state.generation = generation
      state.round = .zero
      state.isAtEnd = isAtEnd
      defer {
        state.queue.append(picture)
        if isAtEnd, let end = state.end { state.queue.extendLast(to: end) }
      }
      return state.queue.removeAll()
    }
    return removed != nil
  }

  /// Goes to the picture of a target that is in the queue already. Returns its time; `nil` if it is not there.
  ///
  /// - Parameter sourceTime: The time of the source. Work that was overtaken may have moved it away from the queue,
  ///   which then cannot go on.
  fileprivate func step(
    _ generation: Int, to target: SeekTarget, after sourceTime: MediaTime, in formats: Set<VideoOutput.Format>
  ) -> MediaTime? {
    let step = withLock { state -> (time: MediaTime, removed: [PlayerPicture])? in
      guard state.start?.generation == generation, !state.isEnded, state.queue.pictures.last?.time == sourceTime,
        let index = state.queue.index(of: target)
      else { return nil }
      let picture = state.queue.pictures[index]
      guard picture.isConverted(to: formats) else { return nil }
      state.start = nil
      state.generation = generation
      state.round = state.round - picture.round
      return (picture.time, state.queue.removeAll(before: index))
    }
    return step?.time
  }

  /// Adds a picture, unless decoding has ended. If decoding starts elsewhere, it is removed again, but a step goes on
  /// from it.
  fileprivate func append(_ picture: PlayerPicture, isAtEnd: Bool = false) {
    withLock { state in
      // Pictures of a round that is not played any more are left out.
      guard !state.isEnded, state.isLooping || picture.round <= state.round else { return }
      state.round = picture.round
      state.isAtEnd = isAtEnd
      state.queue.append(picture)
    }
  }
}
