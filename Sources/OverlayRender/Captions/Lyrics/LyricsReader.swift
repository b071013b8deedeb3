/// Reads LRC, the format of songs' lyrics, with word times in its enhanced form.
///
/// There is no specification. What is read is what players agree on; lines of the same time are one cue (a text and its
/// translation), the words of a repeated line are as far from each repetition as from its first stamp, and a word time at
/// the end of a line is kept as an empty run.
enum LyricsReader {
  /// Reads a file's text (UTF-8); `nil` for one without any stamp or tag.
  ///
  /// - Parameter soundDuration: When the song ends; the file's own `[length:]` goes before it.
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

/// The lines of an LRC file as far as it was read, and when each is shown.
struct LyricsSong {
  /// How long the last line stays when nothing says when the song ends.
  private static let lastLineDuration = MediaTime.seconds(5)

  /// One showing of a line.
  private struct Showing {
    /// Nanoseconds, before the offset.
    var time: Int64
    /// The line of the file.
    var number: Int
    /// The time in nanoseconds, before the offset, at which it ends; `nil` if the line has none.
    var end: Int64?
    /// Whether it is a line of background vocals.
    var isBackground = false
    /// The place of what it shows in `texts`; `nil` where it clears. Smaller than an `Int`, for there may be half a million.
    var text: Int32?
  }

  /// What a line shows.
  private struct Text {
    /// When its words were timed: at its first stamp.
    var firstStamp: Int64
    var words: Words
    /// How many more times it is shown; then its words are released.
    var showingCount: Int32

    init(_ line: LyricsLine, firstStamp: Int64, showingCount: Int) {
      self.firstStamp = firstStamp
      words = Words(line)
      self.showingCount = Int32(clamping: showingCount)
    }
  }

  private typealias Word = (time: Int64?, text: String, isBackground: Bool)

  /// The words of a line. Most lines are one without a time, and are kept without an array.
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

    /// How many bytes of UTF-8 they have.
    var byteCount: Int {
      switch self {
      case .line(let text): text.utf8.count
      case .timed(let words): words.reduce(0) { $0 + $1.text.utf8.count }
      }
    }
  }

  private var showings: [Showing] = []
  /// The stamps of the last line that has some; empty if that line clears.
  private var latestStamps: [Int64] = []
  private var texts: [Text] = []
  /// What may still be shown: repeated lines make much of a small file.
  private var roomForRuns = CaptionDocument.runLimit
  private var roomForText = CaptionDocument.sizeLimit
  private var tags: [CaptionTag] = []
  /// How much earlier everything is shown, in nanoseconds.
  private var offset: Int64 = 0
  private var length: MediaTime?
  private var problems = CaptionProblems()

  /// Takes a line; false when there is room for no more.
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
    // No product of what one file holds is too great for an Int.
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
      // It is done with when the times are right.
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

  /// Nanoseconds of `+500`, `-500` or nothing, which are milliseconds.
  private static func offset(_ text: String) -> Int64? {
    guard !text.isEmpty else { return 0 }
    let limit = LyricsStamp.limit / 1_000_000
    guard let milliseconds = Int64(text), (-limit...limit).contains(milliseconds) else { return nil }
    return milliseconds * 1_000_000
  }
}

extension LyricsSong {
  /// The cues: a line lasts until the next, and lines of one time are one cue.
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

  /// The latest end that the lines of one cue have; `nil` if none but background vocals has one.
  private func ownEnd(of showings: ArraySlice<Showing>) -> MediaTime? {
    guard showings.contains(where: { $0.end != nil && !$0.isBackground }) else { return nil }
    return showings.compactMap(\.end).max().map { shown(min($0, LyricsStamp.limit)) }
  }

  /// The showings by time; those of one time in the order of the file.
  private func inOrder() -> [Showing] {
    if zip(showings, showings.dropFirst()).allSatisfy({ $0.time <= $1.time }) { return showings }
    return showings.indices.sorted { (showings[$0].time, $0) < (showings[$1].time, $1) }.map { showings[$0] }
  }

  /// The lines of one cue, as many as its text has room for.
  private mutating func lines(of showings: ArraySlice<Showing>) -> [CaptionLine] {
    var lines: [CaptionLine] = []
    var room = CaptionDocument.longestText
    var last: Int32?
    defer { release(showings) }
    // A stamp that a line has twice shows it once.
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

  /// Releases the words that are no longer shown, so that they are not in memory beside all cues.
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

  /// A time of the file with the offset: a positive one shows everything earlier, but nothing before the song.
  private func shown(_ time: Int64) -> MediaTime {
    MediaTime(ofLyrics: max(0, time - offset))
  }

  private func end(ofLastAt start: MediaTime, soundDuration: MediaTime?) -> MediaTime {
    let ends = [length, soundDuration].compactMap { $0 }
    return ends.first { $0.isNumeric && $0 > start } ?? start + LyricsSong.lastLineDuration
  }
}

extension MediaTime {
  /// Nanoseconds of a stamp, in the coarsest of the timescales that times of lyrics have.
  fileprivate init(ofLyrics nanoseconds: Int64) {
    self = nanoseconds % 1_000_000 == 0 ? .milliseconds(nanoseconds / 1_000_000) : .nanoseconds(nanoseconds)
  }
}
