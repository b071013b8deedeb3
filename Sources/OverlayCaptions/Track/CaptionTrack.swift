/// Captions with their times.
///
/// Cues are sorted by their start. Of cues with the same start, the one that ends last comes first, then the one that
/// was given first (the order of a WebVTT text track). Lookups take logarithmic time, even if many cues overlap.
public struct CaptionTrack: Sendable {
  /// The cues in order.
  public let cues: [CaptionCue]
  /// The regions that cues can be in. Of several regions with the same identifier the last one is used.
  public let regions: [CaptionRegion]
  /// The metadata of the file, such as title, artist and language, in the order of the file.
  public let tags: [CaptionTag]
  /// The language in which the cues are shaped, as a BCP 47 tag such as `zh-Hant`: the value of the tag `la`, or
  /// `nil` without one. Runs with a language of their own are shaped in their language.
  public let language: String?
  private let lazyIndex: LazyCaptionIndex
  /// The index in ``regions`` for each identifier.
  private let regionIndices: [String: Int]

  /// Creates a track from cues in any order.
  public init(_ cues: [CaptionCue], regions: [CaptionRegion] = [], tags: [CaptionTag] = []) {
    self.init(ordered: CaptionTrack.order(of: cues).map { $0.map { cues[$0] } } ?? cues, regions: regions, tags: tags)
  }

  /// Creates a track from sorted cues.
  init(ordered cues: [CaptionCue], regions: [CaptionRegion], tags: [CaptionTag]) {
    self.cues = cues
    self.regions = regions
    self.tags = tags
    language = tags.first { $0.name == CaptionTag.language }.flatMap { LanguageTag($0.value)?.identifier }
    lazyIndex = LazyCaptionIndex(cues)
    regionIndices = Dictionary(
      regions.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// The index of the cues by time.
  package var index: CaptionIndex { lazyIndex.index }

  /// Returns the region with an identifier.
  package func region(_ identifier: String) -> CaptionRegion? {
    regionIndices[identifier].map { regions[$0] }
  }

  /// Creates a track from lines of plain text, which are shown one after the other from time zero, each for `interval`.
  /// An interval that is not a positive number is replaced by ``defaultLineInterval``.
  public init(lines: [String], every interval: MediaTime = defaultLineInterval) {
    let interval = Self.lineInterval(interval)
    self.init(
      lines.enumerated().map { number, line in
        CaptionCue(
          start: interval.multiplied(by: Int64(number), dividedBy: 1),
          end: interval.multiplied(by: Int64(number) + 1, dividedBy: 1), text: line)
      })
  }

  /// The default duration of a line of plain text: 2 s.
  public static let defaultLineInterval = MediaTime.seconds(2)

  /// Returns a valid interval: the default if the argument is not a positive number.
  static func lineInterval(_ interval: MediaTime?) -> MediaTime {
    interval.flatMap { $0.isNumeric && $0 > .zero ? $0 : nil } ?? defaultLineInterval
  }

  /// Returns the sorted order as indices in `cues`; `nil` if they are sorted already.
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
    cues.indices.dropFirst().allSatisfy { index in
      let order = (cues[index - 1].start, cues[index].start)
      return order.0 < order.1 || (order.0 == order.1 && cues[index - 1].end >= cues[index].end)
    }
  }
}

/// A metadata entry of a caption file.
public struct CaptionTag: Sendable, Hashable {
  /// The name, as in LRC: `ti` is the title, `ar` the artist, `al` the album, `la` the language.
  public var name: String
  /// The value.
  public var value: String

  /// Creates a tag.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// The name of the tag of the language.
  static let language = "la"
}

extension CaptionTrack: Equatable {
  /// Returns whether both tracks have the same cues, regions and tags.
  public static func == (first: CaptionTrack, second: CaptionTrack) -> Bool {
    first.cues == second.cues && first.regions == second.regions && first.tags == second.tags
  }
}

extension CaptionTrack {
  /// The end of the last cue that is ever shown; zero if there is none.
  public var end: MediaTime { index.end }

  /// Returns the indices in ``cues`` of the cues that are shown at `time`, in order.
  public func active(at time: MediaTime) -> [Int] {
    index.active(at: time, in: cues)
  }

  /// Returns the first moment after `time` at which a cue appears or disappears; +infinity if there is none.
  public func nextChange(after time: MediaTime) -> MediaTime {
    index.nextChange(after: time)
  }

  /// Returns the index in ``cues`` of the last cue that started at or before `time`, even if it has ended; `nil` if
  /// there is none. Cues that are never shown are ignored.
  public func latest(at time: MediaTime) -> Int? {
    index.latest(at: time, in: cues)
  }

  /// Returns the index in ``cues`` of the previous cue that is ever shown; `nil` if there is none.
  public func cue(before index: Int) -> Int? {
    self.index.shown(before: index)
  }

  /// Returns the index in ``cues`` of the next cue that is ever shown, or of the first one if `index` is `nil`; `nil`
  /// if there is none.
  public func cue(after index: Int?) -> Int? {
    self.index.shown(after: index)
  }
}
