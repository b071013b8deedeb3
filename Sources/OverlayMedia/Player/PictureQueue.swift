import OverlayRender

/// A decoded picture of a player.
struct PlayerPicture: Sendable {
  /// The time in the item.
  let time: MediaTime
  /// The end in the item.
  var end: MediaTime
  /// The start of the round of the loop, on the timeline of the player.
  var round: MediaTime
  /// A number that is unique in the process.
  let number: UInt64
  /// The picture as it was decoded.
  let decoded: DecodedPicture
  /// The pixels in the formats of all outputs, if the picture is shown soon. While outputs get another size, these are
  /// the ones of the size before.
  private(set) var buffers: [VideoOutput.Format: PixelBuffer] = [:]
  /// The formats to which the picture was converted, possible or not.
  private var formats: Set<VideoOutput.Format> = []

  init(time: MediaTime, end: MediaTime, round: MediaTime, number: UInt64, decoded: DecodedPicture) {
    (self.time, self.end, self.round, self.number, self.decoded) = (time, end, round, number, decoded)
  }

  /// The end on the timeline of the player.
  var position: MediaTime { round + time }
  var endPosition: MediaTime { round + end }

  /// The bytes of the pixels in all formats.
  var convertedByteCount: Int { buffers.values.reduce(0) { $0 + $1.format.byteCount } }

  /// Returns whether the picture was converted to the formats.
  func isConverted(to formats: Set<VideoOutput.Format>) -> Bool { self.formats.isSuperset(of: formats) }

  /// Sets the pixels of a conversion.
  mutating func set(_ buffers: [VideoOutput.Format: PixelBuffer], of formats: Set<VideoOutput.Format>) {
    (self.buffers, self.formats) = (buffers, formats)
  }

  /// Returns the pixels in a format, or in another size until those are there.
  func buffer(in format: VideoOutput.Format) -> PixelBuffer? {
    buffers[format] ?? buffers.first { $0.key.differsOnlyInSize(from: format) }?.value
  }
}

/// The pictures that are decoded ahead, in the order of their times: the current one and those after it.
struct PictureQueue: Sendable {
  private(set) var pictures: [PlayerPicture] = []
  private(set) var byteCount = 0

  /// The greatest duration that is decoded ahead.
  static let maximumDuration = MediaTime.milliseconds(500)
  /// The greatest number of decoded bytes, unless two pictures need more.
  static let maximumByteCount = 24 << 20
  static let maximumCount = 64
  /// The duration for which pictures are converted ahead. Those that are not converted fit every window.
  static let convertedDuration = MediaTime.milliseconds(100)
  /// The greatest number of bytes of pictures that are converted ahead, unless two pictures need more.
  static let maximumConvertedByteCount = 48 << 20

  /// Whether there is room for another picture.
  var hasRoom: Bool {
    guard let first = pictures.first, let last = pictures.last, pictures.count >= 2 else { return true }
    return pictures.count < Self.maximumCount && last.endPosition - first.endPosition < Self.maximumDuration
      && byteCount + last.decoded.byteCount <= Self.maximumByteCount
  }

  /// The pictures that are shown soon: the current one, the next one, and those that begin within a tenth of a second.
  var upcoming: ArraySlice<PlayerPicture> {
    guard let first = pictures.first else { return [] }
    let count = pictures.prefix { $0.position - first.position < Self.convertedDuration }.count
    // The other ones need as much. The first one is converted first.
    let limit = Self.maximumConvertedByteCount / max(first.convertedByteCount, 1)
    return pictures.prefix(max(min(count, limit), 2))
  }

  /// Sets the pixels of a picture. Returns whether it is the current one.
  mutating func set(
    _ buffers: [VideoOutput.Format: PixelBuffer], of formats: Set<VideoOutput.Format>, inPicture number: UInt64
  ) -> Bool {
    guard let index = pictures.firstIndex(where: { $0.number == number }) else { return false }
    pictures[index].set(buffers, of: formats)
    return index == 0
  }

  /// The end of the last picture on the timeline of the player.
  var endPosition: MediaTime? { pictures.last?.endPosition }

  mutating func append(_ picture: PlayerPicture) {
    pictures.append(picture)
    byteCount += picture.decoded.byteCount
  }

  /// Removes all pictures.
  mutating func removeAll() -> [PlayerPicture] {
    defer { self = PictureQueue() }
    return pictures
  }

  /// Removes the pictures that end at or before a position, except the last one. They are returned, so that the caller
  /// can release them without a lock.
  mutating func removeAll(endingBy position: MediaTime) -> [PlayerPicture] {
    var count = 0
    while count < pictures.count - 1, pictures[count].endPosition <= position { count += 1 }
    return remove(0..<count)
  }

  /// Removes the pictures before one, whose round becomes the first one.
  mutating func removeAll(before index: Int) -> [PlayerPicture] {
    let removed = remove(0..<index)
    let round = pictures.first?.round ?? .zero
    for index in pictures.indices { pictures[index].round = pictures[index].round - round }
    return removed
  }

  /// Removes the pictures of later rounds.
  mutating func removeAll(afterRound round: MediaTime) -> [PlayerPicture] {
    remove((pictures.firstIndex { $0.round > round } ?? pictures.count)..<pictures.count)
  }

  private mutating func remove(_ range: Range<Int>) -> [PlayerPicture] {
    let removed = Array(pictures[range])
    pictures.removeSubrange(range)
    byteCount -= removed.reduce(0) { $0 + $1.decoded.byteCount }
    return removed
  }

  /// Makes the last picture last until the end of the item.
  mutating func extendLast(to end: MediaTime) {
    guard let last = pictures.indices.last, pictures[last].end < end else { return }
    pictures[last].end = end
  }

  /// Returns the picture that includes a time of the item; `nil` if there is none.
  func current(at time: MediaTime) -> PlayerPicture? { index(at: time).map { pictures[$0] } }

  private func index(at time: MediaTime) -> Int? { pictures.firstIndex { $0.time <= time && time < $0.end } }

  /// Returns the index of the picture of a step forward; `nil` if it is not there. In a loop, a step ends at the last
  /// picture of the round.
  func index(of target: SeekTarget) -> Int? {
    guard target.pictureCount > 0, let current = index(at: target.time),
      let last = pictures.lastIndex(where: { $0.round == pictures[current].round })
    else { return nil }
    let index = current + target.pictureCount
    return index <= last ? index : last < pictures.count - 1 ? last : nil
  }

  /// Returns the number of pictures of a step forward that are there, and the time of the last one; `nil` if the step
  /// does not begin at one of them.
  func decodedStep(to target: SeekTarget) -> (count: Int, last: MediaTime)? {
    guard let current = index(at: target.time), let last = pictures.last, last.round == pictures[current].round,
      pictures.count - 1 - current < target.pictureCount
    else { return nil }
    return (pictures.count - 1 - current, last.time)
  }

  /// Returns the picture at a time of the item: the first one that includes it, or else the last one before it, or else
  /// the first one, because a movie need not begin with a picture.
  func picture(at time: MediaTime, where isPossible: (PlayerPicture) -> Bool = { _ in true }) -> PlayerPicture? {
    pictures.first { $0.time <= time && time < $0.end && isPossible($0) }
      ?? pictures.last { $0.time <= time && isPossible($0) } ?? pictures.first(where: isPossible)
  }

  /// The ranges of the item that are decoded.
  var timeRanges: [MediaTimeRange] {
    var ranges: [(round: MediaTime, range: MediaTimeRange)] = []
    for picture in pictures {
      let range = MediaTimeRange(start: picture.time, end: picture.end)
      if let last = ranges.last, last.round == picture.round {
        ranges[ranges.count - 1].range = last.range.union(range)
      } else {
        ranges.append((picture.round, range))
      }
    }
    return ranges.map(\.range)
  }
}
