/// Reads LRC, the format of song lyrics, with word times in its enhanced form.
///
/// There is no specification. The reader accepts what players agree on. Lines with the same time are one cue (a text
/// and its translation). The words of a repeated line have the same distance from each stamp as from the first one. A
/// word time at the end of a line is an empty run.
enum LyricsReader {
  /// Reads the text of a file (UTF-8); `nil` if it has neither stamps nor tags.
  ///
  /// - Parameter soundDuration: The end of the song. The `[length:]` tag of the file takes precedence.
  static func read(_ text: [UInt8], soundDuration: MediaTime?) -> CaptionReading? {
    var song = LyricsSong()
    var isLyrics = false
    for (number, bytes) in CaptionLines(text) {
      let line = LyricsLine(bytes)
      if !line.isOfNoLyrics { isLyrics = true }
      guard song.add(line, number: number) else { break }
    }
    return isLyrics ? song.reading(soundDuration: soundDuration) : nil
  }
}

/// Collects the lines of an LRC file and makes cues of them.
struct LyricsSong {
  /// The duration of the last line if nothing specifies the end of the song.
  private static let lastLineDuration = MediaTime.seconds(5)

  /// One occurrence of a line, which can be repeated.
  private struct Showing {
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
    var showingCount: Int32

    init(_ line: LyricsLine, firstStamp: Int64, showingCount: Int) {
      self.firstStamp = firstStamp
      words = Words(line)
      self.showingCount = Int32(clamping: showingCount)
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

  private var showings: [Showing] = []
  /// The stamps of the last line with stamps; empty if that line clears the previous one.
  private var latestStamps: [Int64] = []
  private var texts: [Text] = []
  /// The remaining limits. Repeated lines can expand a small file to a huge text.
  private var roomForRuns = CaptionDocument.runLimit
  private var roomForText = CaptionDocument.sizeLimit
  private var tags: [CaptionTag] = []
  /// The time by which everything is shown earlier, in nanoseconds.
  private var offset: Int64 = 0
  private var length: MediaTime?
  private var problems = CaptionProblems()

  /// Adds a line. Returns `false` if a limit is exceeded.
  mutating func add(_ line: LyricsLine, number: Int) -> Bool {
    for stamp in line.brokenStamps { problems.append(.notATime(stamp, LyricsStamp.fault(of: stamp)), line: number) }
    if let text = line.strayText { problems.append(.strayText(text), line: number) }
    if line.isCut { problems.append(.textTooLong, line: number) }
    for tag in line.tags { take(tag, number: number) }
    // Background vocals are shown with the line above them.
    let stamps = line.isBackground ? latestStamps : line.stamps
    guard let firstStamp = stamps.first else {
      if line.isBackground { problems.append(.strayText(String(decoding: line.text, as: UTF8.self)), line: number) }
      return true
    }

    let text = Text(line, firstStamp: firstStamp, showingCount: stamps.count)
    // These products cannot overflow, because a file is limited in size.
    roomForRuns -= stamps.count * text.words.count
    roomForText -= stamps.count * text.words.byteCount
    guard roomForRuns >= 0, roomForText >= 0, stamps.count <= CaptionDocument.cueLimit - showings.count else {
      problems.append(.tooManyCues, line: number)
      return false
    }
    if text.words.count > 0 { texts.append(text) }
    let place = text.words.count == 0 ? nil : Int32(texts.count - 1)
    if place == nil, line.isBackground { return true }
    if !line.isBackground { latestStamps = place == nil ? [] : stamps }
    showings += stamps.map { stamp in
      Showing(
        time: stamp, number: number, end: line.end.map { $0 - firstStamp + stamp }, isBackground: line.isBackground,
        text: place)
    }
    return true
  }

  private mutating func take(_ tag: CaptionTag, number: Int) {
    switch tag.name.lowercased() {
    case "offset":
      // The offset is applied to all times, so the tag is not kept.
      if let nanoseconds = LyricsSong.offset(tag.value) {
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

extension LyricsSong {
  /// Returns the cues. A line lasts until the next one, and lines with the same time are one cue.
  mutating func reading(soundDuration: MediaTime?) -> CaptionReading {
    showings = inOrder()
    var reading = CaptionReading()
    reading.cues.reserveCapacity(showings.count)
    var first = 0
    while first < showings.count {
      let time = showings[first].time
      let next = showings[first...].firstIndex { $0.time != time } ?? showings.count
      if let text = showings[first..<next].first(where: { $0.text != nil }) {
        let start = shown(time)
        let nextStart = next < showings.count ? shown(showings[next].time) : nil
        let ownEnd = ownEnd(of: showings[first..<next]).map { min($0, nextStart ?? $0) }
        let end = ownEnd ?? nextStart ?? end(ofLastAt: start, soundDuration: soundDuration)
        let cue = CaptionCue(start: start, end: end, lines: lines(of: showings[first..<next]))
        reading.cues.append((cue, text.number))
      }
      first = next
    }
    reading.tags = tags
    reading.problems = problems
    return reading
  }

  /// Returns the latest end of the lines of one cue; `nil` if only background vocals have one.
  private func ownEnd(of showings: ArraySlice<Showing>) -> MediaTime? {
    guard showings.contains(where: { $0.end != nil && !$0.isBackground }) else { return nil }
    return showings.compactMap(\.end).max().map { shown(min($0, LyricsStamp.limit)) }
  }

  /// Returns the occurrences sorted by time; those with the same time in the order of the file.
  private func inOrder() -> [Showing] {
    if zip(showings, showings.dropFirst()).allSatisfy({ $0.time <= $1.time }) { return showings }
    return showings.indices.sorted { (showings[$0].time, $0) < (showings[$1].time, $1) }.map { showings[$0] }
  }

  /// Returns the lines of one cue that fit into its limit.
  private mutating func lines(of showings: ArraySlice<Showing>) -> [CaptionLine] {
    var lines: [CaptionLine] = []
    var room = CaptionDocument.longestText
    var last: Int32?
    defer { release(showings) }
    // A line with the same stamp twice is shown once.
    for showing in showings where showing.text != nil && showing.text != last {
      guard let place = showing.text else { continue }
      let text = texts[Int(place)]
      guard text.words.byteCount <= room else {
        problems.append(.textTooLong, line: showing.number)
        break
      }
      room -= text.words.byteCount
      last = place
      lines.append(CaptionLine(runs: text.words.list.map { run($0, of: text, at: showing.time) }))
    }
    return lines
  }

  /// Releases words that are no longer needed, so that they are not in memory together with all cues.
  private mutating func release(_ showings: ArraySlice<Showing>) {
    for place in showings.lazy.compactMap(\.text).map({ Int($0) }) {
      texts[place].showingCount -= 1
      if texts[place].showingCount == 0 { texts[place].words = .timed([]) }
    }
  }

  private func run(_ word: Word, of text: Text, at time: Int64) -> CaptionRun {
    let sung = word.time.map { min(max($0 - text.firstStamp + time, 0), LyricsStamp.limit) }
    var run = CaptionRun(word.text, time: sung.map(shown))
    if word.isBackground { LyricsBackground.mark(&run) }
    return run
  }

  /// Returns a time of the file with the offset applied. A positive offset shows everything earlier, but not before
  /// time zero.
  private func shown(_ time: Int64) -> MediaTime {
    MediaTime(ofLyrics: max(0, time - offset))
  }

  private func end(ofLastAt start: MediaTime, soundDuration: MediaTime?) -> MediaTime {
    let ends = [length, soundDuration].compactMap { $0 }
    return ends.first { $0.isNumeric && $0 > start } ?? start + LyricsSong.lastLineDuration
  }
}

extension MediaTime {
  /// Creates a time from the nanoseconds of a stamp, with the coarser of two timescales if it is exact.
  fileprivate init(ofLyrics nanoseconds: Int64) {
    self = nanoseconds % 1_000_000 == 0 ? .milliseconds(nanoseconds / 1_000_000) : .nanoseconds(nanoseconds)
  }
}
