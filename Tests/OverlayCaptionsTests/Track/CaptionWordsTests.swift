import Testing

@testable import OverlayCaptions

@Suite("Times of the words in a cue")
struct CaptionWordsTests {
  /// Returns the words of a text in spoken order.
  private func words(_ text: String) -> [String] {
    let starts = text.spokenWords.map(\.start)
    let bytes = Array(text.utf8)
    return zip(starts, starts.dropFirst() + [bytes.count]).map { String(decoding: bytes[$0..<$1], as: UTF8.self) }
  }

  @Test("Spaces separate words; punctuation and spaces belong to the word before")
  func spaced() {
    #expect(words("Hello, my  friend!") == ["Hello, ", "my  ", "friend!"])
    #expect(words("Oui !  Non – si") == ["Oui !  ", "Non – ", "si"])
    #expect(words("\"Don't,\" (he) said…") == ["\"Don't,\" ", "(he) ", "said…"])
    #expect(words("« Ah »\n— ¿qué?") == ["« Ah »\n— ", "¿qué?"])
    #expect(words("سلام، عليكم 3.5 €") == ["سلام، ", "عليكم ", "3.5 ", "€"])
    #expect(words("नमस्ते दुनिया 👩‍💻👍🏽") == ["नमस्ते ", "दुनिया ", "👩‍💻👍🏽"])
  }

  @Test("In scripts without spaces each character is a word; brackets and punctuation stay with their word")
  func unspaced() {
    #expect(words("日本語、「字幕」。") == ["日", "本", "語、", "「字", "幕」。"])
    #expect(words("iPhoneを買う OK") == ["iPhone", "を", "買", "う ", "OK"])
    #expect(words("日『「ab」』本") == ["日", "『「ab」』", "本"])
    #expect(words("ภาษาไทย").count > 3)
    #expect(words("한국어 자막") == ["한국어 ", "자막"])
  }

  @Test("Punctuation alone is one word, spaces alone are none")
  func noWords() {
    #expect(words("… !") == ["… !"])
    #expect(words("♪ ♪") == ["♪ ", "♪"])
    #expect(words(" \n ") == [] && words("") == [])
  }

  private func cue(_ start: MediaTime, _ end: MediaTime, _ runs: [CaptionRun]...) -> CaptionCue {
    CaptionCue(start: start, end: end, lines: runs.map { CaptionLine(runs: $0) })
  }

  /// Returns how much of a cue has been spoken at each change.
  private func progress(of cue: CaptionCue) -> [(MediaTime, String)] {
    let words = CaptionWords(of: cue, text: cue.plainText)
    var progress: [(MediaTime, String)] = []
    var time = cue.start
    while time < .positiveInfinity {
      progress.append((time, String(decoding: cue.plainText.utf8.prefix(words.spokenEnd(at: time)), as: UTF8.self)))
      time = words.nextChange(after: time)
    }
    return progress
  }

  @Test("Without times words are distributed exactly by their length")
  func byLength() {
    let progress = progress(of: cue(.seconds(10), .seconds(17), [CaptionRun("a bc, ")], [CaptionRun("defg")]))
    #expect(progress.map(\.0) == [.seconds(10), .seconds(11), .seconds(13)])
    #expect(progress.map(\.1) == ["a ", "a bc, \n", "a bc, \ndefg"])
    let third = CaptionWords(of: cue(.zero, .seconds(1), [CaptionRun("a b c")]), text: "a b c")
    #expect(third.nextChange(after: .zero) == MediaTime(value: 1, timescale: 3))
    #expect(third.spokenEnd(at: MediaTime(value: 1, timescale: 3) - .nanoseconds(1)) == 2)
    #expect(third.spokenEnd(at: MediaTime(value: 1, timescale: 3)) == 4)
  }

  @Test("A word time applies up to the next run with a time, across lines")
  func byTime() {
    let progress = progress(
      of: cue(
        .seconds(1), .seconds(9), [CaptionRun("So "), CaptionRun("one ", time: .seconds(2)), CaptionRun("two")],
        [CaptionRun("three", time: .seconds(4))]))
    #expect(progress.map(\.0) == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(progress.map(\.1) == ["So ", "So one two\n", "So one two\nthree"])
  }

  @Test("Times that are outside of the cue, decreasing or invalid keep words in order")
  func hostileTimes() {
    let times: [MediaTime] = [.seconds(-5), .seconds(3), .seconds(2), .invalid, .positiveInfinity, .seconds(99)]
    let runs = zip("abcdef", times).map { CaptionRun(String($0), time: $1) }
    let progress = progress(of: cue(.seconds(1), .seconds(5), runs))
    #expect(progress.map(\.0) == [.seconds(1), .seconds(3), .seconds(99)])
    #expect(progress.map(\.1) == ["a", "abcde", "abcdef"])
    let back = cue(.zero, .seconds(9), [CaptionRun("a", time: .seconds(4)), CaptionRun("b", time: .seconds(2))])
    #expect(CaptionWords(of: back, text: "ab").spokenEnd(at: .seconds(2)) == 0)
  }

  @Test("A time at the end of the text, and the first of two at one position, belong to no word")
  func emptyRuns() {
    let progress = progress(
      of: cue(
        .zero, .seconds(9), [CaptionRun("", time: .seconds(1)), CaptionRun("a", time: .seconds(2)), CaptionRun("b")],
        [CaptionRun("c", time: .seconds(3)), CaptionRun("", time: .seconds(4))]))
    #expect(progress.map(\.0) == [.zero, .seconds(2), .seconds(3)])
    #expect(progress.map(\.1) == ["", "ab\n", "ab\nc"])
  }

  @Test("The end of a word does not delay the next one")
  func lateEnds() {
    let progress = progress(
      of: cue(
        .zero, .seconds(9), [CaptionRun("a", time: .seconds(1)), CaptionRun("", time: .seconds(4))],
        [CaptionRun("b", time: .seconds(3)), CaptionRun("c", time: .seconds(5))]))
    #expect(progress.map(\.0) == [.zero, .seconds(1), .seconds(3), .seconds(5)])
    #expect(progress.map(\.1) == ["", "a\n", "a\nb", "a\nbc"])
  }

  @Test("A cue without an end is spoken at once; a thousand words are spoken one by one")
  func atOnce() {
    let endless = cue(.zero, .positiveInfinity, [CaptionRun("a b c")])
    #expect(progress(of: endless).map(\.1) == ["a b c"])
    let thousand = cue(.zero, .seconds(2), [CaptionRun(String(repeating: "a ", count: 1000))])
    #expect(progress(of: thousand).count == 1000)
  }

  @Test("A long cue is shortened to its start, with the styles and times of its runs")
  func shortened() {
    let runs = ["abc", "defgh", "ijk"].enumerated().map { CaptionRun($1, time: .seconds(Int64($0))) }
    let long = cue(.zero, .seconds(2), [CaptionRun("one")], runs, runs)
    func texts(_ limit: Int) -> [[String]] { long.shortened(toBytes: limit).lines.map { $0.runs.map(\.text) } }
    #expect(texts(100) == long.lines.map { $0.runs.map(\.text) })
    #expect(texts(11) == [["one"], ["abc", "d…"]])
    #expect(texts(4) == [["one"]])
    #expect(long.shortened(toBytes: 11).lines[1].runs[1].time == .seconds(1))
    #expect(long.shortened(toBytes: 11).plainText.utf8.count == 11)
  }
}
