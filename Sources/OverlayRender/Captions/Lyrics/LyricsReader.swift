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
