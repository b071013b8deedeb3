/// Captions in time: what is said when.
///
/// Cues are kept in the order in which they begin; of those that begin together the one that ends last comes first, and then
/// the one that was given first (the order of a WebVTT text track). Looking something up takes logarithmic time, whatever
/// overlaps.
public struct CaptionTrack: Sendable {
  /// The cues in order.
  public let cues: [CaptionCue]
  /// The regions that cues may be in; of several with the same identifier the last counts.
  public let regions: [CaptionRegion]
  /// What the file says of itself: title, artist, language, in the order in which it says it.
  public let tags: [CaptionTag]
  private let lazyIndex: LazyCaptionIndex
  /// By identifier: the place of a region among ``regions``.
  private let regionPlaces: [String: Int]

  /// Makes a track of cues in any order.
  public init(_ cues: [CaptionCue], regions: [CaptionRegion] = [], tags: [CaptionTag] = []) {
    self.init(ordered: CaptionTrack.order(of: cues).map { $0.map { cues[$0] } } ?? cues, regions: regions, tags: tags)
  }

  /// Makes a track of cues that are in order.
  init(ordered cues: [CaptionCue], regions: [CaptionRegion], tags: [CaptionTag]) {
    self.cues = cues
    self.regions = regions
    self.tags = tags
    lazyIndex = LazyCaptionIndex(cues)
    regionPlaces = Dictionary(
      regions.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Finds cues by time.
  var index: CaptionIndex { lazyIndex.index }

  /// The region that an identifier names.
  func region(_ identifier: String) -> CaptionRegion? {
    regionPlaces[identifier].map { regions[$0] }
  }

  /// Makes a track of lines of plain text, each shown for `interval`, one after the other from time zero. An interval that is
  /// not a number above zero counts as ``defaultLineInterval``.
  public init(lines: [String], every interval: MediaTime = defaultLineInterval) {
    let interval = Self.lineInterval(interval)
    self.init(
      lines.enumerated().map { number, line in
        CaptionCue(
          start: interval.multiplied(by: Int64(number), dividedBy: 1),
          end: interval.multiplied(by: Int64(number) + 1, dividedBy: 1), text: line)
      })
  }

  /// How long a line of plain text is shown when nothing is said: 2 s.
  public static let defaultLineInterval = MediaTime.seconds(2)

  /// An interval as lines are shown by it: the default for one that is not a number above zero.
  static func lineInterval(_ interval: MediaTime?) -> MediaTime {
    interval.flatMap { $0.isNumeric && $0 > .zero ? $0 : nil } ?? defaultLineInterval
  }

  /// The order of a track, as places in `cues`; `nil` where they are in order.
  static func order(of cues: [CaptionCue]) -> [Int]? {
    isOrdered(cues)
      ? nil
      : cues.indices.sorted { first, second in
        if cues[first].start != cues[second].start { return cues[first].start < cues[second].start }
        if cues[first].end != cues[second].end { return cues[first].end > cues[second].end }
        return first < second
      }
  }

  private static func isOrdered(_ cues: [CaptionCue]) -> Bool {
    cues.indices.dropFirst().allSatisfy { place in
      let order = (cues[place - 1].start, cues[place].start)
      return order.0 < order.1 || (order.0 == order.1 && cues[place - 1].end >= cues[place].end)
    }
  }
}

/// Something that a caption file says of itself.
public struct CaptionTag: Sendable, Hashable {
  /// What it is about, as LRC names it: `ti` is the title, `ar` the artist, `al` the album, `la` the language.
  public var name: String
  /// What it says.
  public var value: String

  /// Makes a tag.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension CaptionTrack: Equatable {
  /// Whether both hold the same cues, regions and tags.
  public static func == (first: CaptionTrack, second: CaptionTrack) -> Bool {
    first.cues == second.cues && first.regions == second.regions && first.tags == second.tags
  }
}

extension CaptionTrack {
  /// When the last cue that is ever shown ends; zero when there is none.
  public var end: MediaTime { index.end }

  /// The places in ``cues`` of those that are shown at `time`, in order.
  public func active(at time: MediaTime) -> [Int] {
    index.active(at: time, in: cues)
  }

  /// The first moment after `time` at which a cue comes or goes; +infinity when none does.
  public func nextChange(after time: MediaTime) -> MediaTime {
    index.nextChange(after: time)
  }

  /// The place in ``cues`` of the last cue that began at or before `time`, whether it is over or not; `nil` for none. Cues
  /// that are never shown do not count.
  public func latest(at time: MediaTime) -> Int? {
    index.latest(at: time, in: cues)
  }

  /// The place in ``cues`` of the cue that is shown before the one at `place`; `nil` for none.
  public func cue(before place: Int) -> Int? {
    index.shown(before: place)
  }

  /// The place in ``cues`` of the cue that is shown after the one at `place`, or of the first one; `nil` for none.
  public func cue(after place: Int?) -> Int? {
    index.shown(after: place)
  }
}
