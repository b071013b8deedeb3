/// Reads LRC, the format of song lyrics, with word times in its enhanced form.
///
/// There is no specification. The reader accepts what players agree on. Lines with the same time are one cue (a text
/// and its translation). The words of a repeated line have the same distance from each stamp as from the first one. A
/// time at the end of a line ends the line, and one before that is an empty run, the end of the last word.
enum LyricsReader {
  /// Reads the text of a file (UTF-8); `nil` if it has neither stamps nor tags.
  ///
  /// - Parameter soundDuration: The end of the song. The `[length:]` tag of the file takes precedence.
  static func read(_ text: [UInt8], soundDuration: MediaTime?) -> CaptionReading? {
    var builder = LyricsCueBuilder()
    var isLyrics = false
    for (number, bytes) in NumberedLines(text) {
      let line = LyricsLine(bytes)
      if !line.isUnrecognized { isLyrics = true }
      guard builder.add(line, number: number) else { break }
    }
    return isLyrics ? builder.reading(soundDuration: soundDuration) : nil
  }
}

/// Collects the lines of an LRC file and makes cues of them.
struct LyricsCueBuilder {
  /// The duration of the last line if nothing specifies the end of the song.
  private static let lastLineDuration = MediaTime.seconds(5)

  /// One occurrence of a line, which can be repeated.
  private struct Occurrence {
    /// The time in nanoseconds, without the offset.
    var time: Int64
    /// The line number in the file.
    var number: Int
    /// The end in nanoseconds, without the offset; `nil` if the line has none.
    var end: Int64?
    /// Whether the line is background vocals.
    var isBackground = false
    /// The index of the text in `texts`; `nil` if the line clears the previous one. There can be half a million, so it
    /// is smaller than an `Int`.
    var text: Int32?
  }

  /// The text of a line.
  private struct Text {
    /// The first stamp of the line, to which the times of its words belong.
    var firstStamp: Int64
    var words: Words
    /// The number of remaining occurrences. The words are released when it is 0.
    var remainingCount: Int32

    init(_ line: LyricsLine, firstStamp: Int64, remainingCount: Int) {
      self.firstStamp = firstStamp
      words = Words(line)
      self.remainingCount = Int32(clamping: remainingCount)
    }
  }

  private typealias Word = (time: Int64?, text: String, isBackground: Bool)

  /// The words of a line. Most lines have one word without a time and need no array.
  private enum Words {
    case line(String)
    case timed([Word])

    init(_ line: LyricsLine) {
      let ends = line.words.dropFirst().map(\.start) + [line.text.count]
      let words = zip(line.words, ends).map { word, end -> Word in
        (word.time, String(decoding: line.text[word.start..<end], as: UTF8.self), word.isBackground)
      }
      if let word = words.first, words.count == 1, word.time == nil, !word.isBackground {
        self = .line(word.text)
      } else {
        self = .timed(words)
      }
    }

    var list: [Word] {
      switch self {
      case .line(let text): [(nil, text, false)]
      case .timed(let words): words
      }
    }

    var count: Int {
      switch self {
      case .line: 1
      case .timed(let words): words.count
      }
    }

    /// The number of bytes in UTF-8.
    var byteCount: Int {
      switch self {
      case .line(let text): text.utf8.count
      case .timed(let words): words.reduce(0) { $0 + $1.text.utf8.count }
      }
    }
  }

  private var occurrences: [Occurrence] = []
  /// The stamps of the last line with stamps; empty if that line clears the previous one.
  private var latestStamps: [Int64] = []
  private var texts: [Text] = []
  /// The remaining limits. Repeated lines can expand a small file to a huge text.
  private var remainingRuns = CaptionDocument.runLimit
  private var remainingBytes = CaptionDocument.sizeLimit
  private var tags: [CaptionTag] = []
  /// The time by which everything is shown earlier, in nanoseconds.
  private var offset: Int64 = 0
  private var length: MediaTime?
  private var problems = CaptionProblems()

  /// Adds a line. Returns `false` if a limit is exceeded.
  mutating func add(_ line: LyricsLine, number: Int) -> Bool {
    for stamp in line.brokenStamps { problems.append(.notATime(stamp, LyricsStamp.timeError(of: stamp)), line: number) }
    if let text = line.strayText { problems.append(.strayText(text), line: number) }
    if line.isTruncated { problems.append(.textTooLong, line: number) }
    for tag in line.tags { add(tag, number: number) }
    // Background vocals are shown with the line above them.
    let stamps = line.isBackground ? latestStamps : line.stamps
    guard let firstStamp = stamps.first else {
      if line.isBackground { problems.append(.strayText(String(decoding: line.text, as: UTF8.self)), line: number) }
      return true
    }

    let text = Text(line, firstStamp: firstStamp, remainingCount: stamps.count)
    // These products cannot overflow, because a file is limited in size.
    remainingRuns -= stamps.count * text.words.count
    remainingBytes -= stamps.count * text.words.byteCount
    guard remainingRuns >= 0, remainingBytes >= 0, stamps.count <= CaptionDocument.cueLimit - occurrences.count else {
      problems.append(.tooManyCues, line: number)
      return false
    }
    if text.words.count > 0 { texts.append(text) }
    let index = text.words.count == 0 ? nil : Int32(texts.count - 1)
    if index == nil, line.isBackground { return true }
    if !line.isBackground { latestStamps = index == nil ? [] : stamps }
    occurrences += stamps.map { stamp in
      Occurrence(
        time: stamp, number: number, end: line.end.map { $0 - firstStamp + stamp }, isBackground: line.isBackground,
        text: index)
    }
    return true
  }

  private mutating func add(_ tag: CaptionTag, number: Int) {
    switch tag.name.lowercased() {
    case "offset":
      // The offset is applied to all times, so the tag is not kept.
      if let nanoseconds = LyricsCueBuilder.offset(tag.value) {
        offset = nanoseconds
      } else {
        problems.append(.notATime("\(tag.name):\(tag.value)"), line: number)
      }
    case "length":
      tags.append(tag)
      if let nanoseconds = LyricsStamp.nanoseconds(Array(tag.value.utf8)[...]) {
        length = MediaTime(ofLyrics: nanoseconds)
      } else if !tag.value.isEmpty {
        problems.append(.notATime("\(tag.name):\(tag.value)"), line: number)
      }
    default:
      tags.append(tag)
    }
  }

  /// Returns nanoseconds for milliseconds such as `+500` or `-500`; 0 for an empty text.
  private static func offset(_ text: String) -> Int64? {
    guard !text.isEmpty else { return 0 }
    let limit = LyricsStamp.limit / 1_000_000
    guard let milliseconds = Int64(text), (-limit...limit).contains(milliseconds) else { return nil }
    return milliseconds * 1_000_000
  }
}

extension LyricsCueBuilder {
  /// Returns the cues. A line lasts until the next one, and lines with the same time are one cue.
  mutating func reading(soundDuration: MediaTime?) -> CaptionReading {
    occurrences = sortedOccurrences()
    var reading = CaptionReading()
    reading.cues.reserveCapacity(occurrences.count)
    var first = 0
    while first < occurrences.count {
      let time = occurrences[first].time
      let next = occurrences[first...].firstIndex { $0.time != time } ?? occurrences.count
      if let text = occurrences[first..<next].first(where: { $0.text != nil }) {
        let start = offsetTime(time)
        let nextStart = next < occurrences.count ? offsetTime(occurrences[next].time) : nil
        let ownEnd = ownEnd(of: occurrences[first..<next]).map { min($0, nextStart ?? $0) }
        let end = ownEnd ?? nextStart ?? end(ofLastAt: start, soundDuration: soundDuration)
        let cue = CaptionCue(start: start, end: end, lines: lines(of: occurrences[first..<next]))
        reading.cues.append((cue, text.number))
      }
      first = next
    }
    reading.tags = tags
    reading.problems = problems
    return reading
  }

  /// Returns the latest end of the lines of one cue; `nil` if only background vocals have one.
  private func ownEnd(of occurrences: ArraySlice<Occurrence>) -> MediaTime? {
    guard occurrences.contains(where: { $0.end != nil && !$0.isBackground }) else { return nil }
    return occurrences.compactMap(\.end).max().map { offsetTime(min($0, LyricsStamp.limit)) }
  }

  /// Returns the occurrences sorted by time; those with the same time in the order of the file.
  private func sortedOccurrences() -> [Occurrence] {
    if zip(occurrences, occurrences.dropFirst()).allSatisfy({ $0.time <= $1.time }) { return occurrences }
    return occurrences.indices.sorted { (occurrences[$0].time, $0) < (occurrences[$1].time, $1) }.map {
      occurrences[$0]
    }
  }

  /// Returns the lines of one cue that fit into its limit.
  private mutating func lines(of occurrences: ArraySlice<Occurrence>) -> [CaptionLine] {
    var lines: [CaptionLine] = []
    var remaining = CaptionDocument.cueTextLimit
    var last: Int32?
    defer { release(occurrences) }
    // A line with the same stamp twice is shown once.
    for occurrence in occurrences where occurrence.text != nil && occurrence.text != last {
      guard let index = occurrence.text else { continue }
      let text = texts[Int(index)]
      guard text.words.byteCount <= remaining else {
        problems.append(.textTooLong, line: occurrence.number)
        break
      }
      remaining -= text.words.byteCount
      last = index
      lines.append(CaptionLine(runs: text.words.list.map { run($0, of: text, at: occurrence.time) }))
    }
    return lines
  }

  /// Releases words that are no longer needed, so that they are not in memory together with all cues.
  private mutating func release(_ occurrences: ArraySlice<Occurrence>) {
    for index in occurrences.lazy.compactMap(\.text).map({ Int($0) }) {
      texts[index].remainingCount -= 1
      if texts[index].remainingCount == 0 { texts[index].words = .timed([]) }
    }
  }

  private func run(_ word: Word, of text: Text, at time: Int64) -> CaptionRun {
    let sung = word.time.map { min(max($0 - text.firstStamp + time, 0), LyricsStamp.limit) }
    var run = CaptionRun(word.text, time: sung.map(offsetTime))
    if word.isBackground { LyricsBackground.mark(&run) }
    return run
  }

  /// Returns a time of the file with the offset applied. A positive offset shows everything earlier, but not before
  /// time zero.
  private func offsetTime(_ time: Int64) -> MediaTime {
    MediaTime(ofLyrics: max(0, time - offset))
  }

  private func end(ofLastAt start: MediaTime, soundDuration: MediaTime?) -> MediaTime {
    let ends = [length, soundDuration].compactMap { $0 }
    return ends.first { $0.isNumeric && $0 > start } ?? start + LyricsCueBuilder.lastLineDuration
  }
}

extension MediaTime {
  /// Creates a time from the nanoseconds of a stamp, with the coarser of two timescales if it is exact.
  fileprivate init(ofLyrics nanoseconds: Int64) {
    self = nanoseconds % 1_000_000 == 0 ? .milliseconds(nanoseconds / 1_000_000) : .nanoseconds(nanoseconds)
  }
}
