import Testing

@Suite("Pictures on which nothing is visible")
struct BlankPictureTests {
  private func messages(_ arguments: String...) throws -> [String] {
    let folder = try ScratchFolder()
    try folder.write("1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n", to: "talk.srt")
    let outcome = try overlayRender(["subtitles", "talk.srt", "--size", "320x180"] + arguments, in: folder)
    #expect(outcome.status == 0)
    return outcome.messages
  }

  @Test("A still and a stretch between two cues say so, those with a cue do not")
  func subtitles() throws {
    #expect(
      try messages("--at", "2.5s", "-o", "still.png") == [
        "overlay-render: note: nothing is visible at 2.5s: the picture is wholly transparent; "
          + "try another time, such as --at 1.0s"
      ])
    #expect(
      try messages("--from-time", "2s", "--to-time", "3s", "--as", "null") == [
        "overlay-render: note: nothing is visible in this stretch: every picture is wholly transparent"
      ])
    #expect(try messages("--at", "1.5s", "-o", "still.png").isEmpty)
    #expect(try messages("--from-time", "2s", "--to-time", "3.1s", "--as", "null").isEmpty)
    #expect(try messages("--at", "2.5s", "--background", "#0001", "-o", "still.png").isEmpty)
  }
}
