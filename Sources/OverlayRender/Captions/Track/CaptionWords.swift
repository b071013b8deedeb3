/// When which words of a cue are spoken: how far into its text speech has come.
///
/// Where the cue has times for its words these count; one that lies before the one before it counts as that. The end of a
/// word, a time without text, counts only up to the next word. Otherwise the words are spread over the cue by their length.
struct CaptionWords: Sendable {
  /// A word in the order of the text.
  private struct Word {
    /// Where it begins, in bytes of UTF-8.
    let start: Int
    /// The moment from which on it is spoken; never before that of the word before.
    let time: MediaTime
  }

  private var words: [Word] = []
  /// How many bytes the text has.
  private let count: Int

  /// Finds the words of a cue whose lines together are `text`.
  init(of cue: CaptionCue, text: String) {
    count = text.utf8.count
    if cue.hasWordTimes { addTimed(of: cue) } else { spread(text.spokenWords, over: cue) }
  }

  /// How many bytes of the text have been spoken, or are being spoken, at a time within the cue.
  func spokenEnd(at time: MediaTime) -> Int {
    let next = words.partitioningIndex { $0.time > time }
    return next < words.count ? words[next].start : count
  }

  /// The first time after `time` at which a word begins; +infinity when none does.
  func nextChange(after time: MediaTime) -> MediaTime {
    let next = words.partitioningIndex { $0.time > time }
    return next < words.count ? words[next].time : .positiveInfinity
  }

  private mutating func addTimed(of cue: CaptionCue) {
    var start = 0
    var time = cue.start
    for line in cue.lines {
      for run in line.runs {
        if let own = run.time {
          let wordTime = own.isNumeric ? max(time, own) : time
          if !run.text.isEmpty { time = wordTime }
          append(Word(start: start, time: wordTime))
        }
        start += run.text.utf8.count
      }
      // The line end.
      start += 1
    }
  }

  private mutating func spread(_ found: [TextWord], over cue: CaptionCue) {
    guard cue.start.isNumeric, cue.end.isNumeric else { return }
    let duration = cue.end - cue.start
    let total = found.reduce(0) { $0 + $1.length }
    var before = 0
    for word in found {
      let time = cue.start + duration.multiplied(by: Int64(before), dividedBy: Int64(max(total, 1)))
      append(Word(start: word.start, time: time))
      before += word.length
    }
  }

  /// Adds a word; of several at one place the last counts, none has a place after the end, and none is after the next.
  private mutating func append(_ word: Word) {
    guard word.start < count else { return }
    while let last = words.last, last.start == word.start || last.time > word.time { words.removeLast() }
    words.append(word)
  }
}
