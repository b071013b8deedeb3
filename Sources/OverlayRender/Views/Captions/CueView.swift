/// The state of a cue among the visible ones.
struct CueState {
  /// The index of the cue in its track.
  let index: Int
  /// The index of the cue below it in the same track.
  var below: Int?
  /// Whether the cue belongs to the second language.
  var isSecond = false
  /// Whether the cue is no longer visible, and only keeps the cues above it in place.
  var isGone = false
  /// The distance from the end of the viewport, in pixels.
  var distance = 0.0
  /// The share of the picture to which the cue shrinks.
  var share = 1.0
}

/// A cue as a box among other captions. A cue without text shows nothing.
struct CueView: View {
  /// The greatest number of bytes of UTF-8 in a cue, which is far more than fits into a picture.
  private static let maximumByteCount = 4 << 10
  /// The smallest size to which a cue shrinks to fit the picture, as a share of its size.
  private static let minimumScale = 0.5
  /// The smallest size to which cues shrink that do not fit together.
  private static let minimumScaleOfSeveral = 0.25

  let cue: CaptionCue
  /// The language of the track.
  let language: String?
  let state: CueState
  let look: CaptionLook

  var body: some View {
    let text = Text(cue.shortened(toBytes: CueView.maximumByteCount).lines, language: language)
    if !text.isBlank {
      let box = box(isRightToLeft: text.isRightToLeft)
      Group {
        if state.isGone {
          HiddenText(text: text, look: look)
        } else {
          LegibleView(content: text, look: look)
        }
      }
      .environment { prepare(&$0, isRightToLeft: text.isRightToLeft, distance: box.distance) }
      .wrapped(in: .cueBox(box))
    }
  }

  private func box(isRightToLeft: Bool) -> CueBox {
    var box = cue.placement.cueBox(isRightToLeft: isRightToLeft)
    // Both tracks are placed together. The indices of the second one are negative.
    box.index = state.isSecond ? ~state.index : state.index
    box.below = state.isSecond ? state.below.map { ~$0 } : state.below
    box.isGone = state.isGone
    if case .last = box.line { box.distance = state.distance }
    return box
  }

  private func prepare(_ environment: inout EnvironmentValues, isRightToLeft: Bool, distance: Double) {
    let placement = cue.placement
    environment.textAlignment = placement.textAlignment.alignment(isRightToLeft: isRightToLeft)
    environment.balancesLines = true
    environment.writingMode = placement.direction.writingMode
    let isVertical = placement.direction != .horizontal
    let padding = look.padding(around: environment.font, isVertical: isVertical)
    environment.heightFit =
      placement.region == nil
      ? HeightFit(
        share: state.share, minimumScale: state.share < 1 ? CueView.minimumScaleOfSeveral : CueView.minimumScale,
        padding: isVertical ? padding.leading + padding.trailing : padding.top + padding.bottom, distance: distance,
        mustShowAll: true)
      : HeightFit(hidesFirstLines: true, mustShowAll: true)
  }
}

extension Text {
  /// Creates a text from the lines of a cue, with their styles and ruby annotations, in the language of their track.
  init(_ lines: [CaptionLine], language: String?) {
    var string = ""
    var runs: [TextRun] = []
    var annotations: [TextAnnotation] = []
    runs.reserveCapacity(lines.reduce(0) { $0 + $1.runs.count })
    for (number, line) in lines.enumerated() {
      if number > 0 { string += "\n" }
      var previous: CaptionRuby?
      for run in line.runs {
        let start = string.utf8.count
        string += run.text
        let range = start..<string.utf8.count
        runs.append(TextRun(range: range, style: run.style))
        if let ruby = run.ruby {
          if ruby == previous, let last = annotations.indices.last {
            annotations[last].range = annotations[last].range.lowerBound..<range.upperBound
          } else {
            annotations.append(TextAnnotation(range: range, text: ruby.text))
          }
        }
        previous = run.ruby
      }
    }
    self = Text(string, runs: runs, annotations: annotations).style(TextStyle(language: language))
  }

  /// Whether the text has no visible characters.
  var isBlank: Bool { string.allSatisfy(\.isWhitespace) }
}

extension CaptionPlacement {
  /// Returns the settings with everything that depends on the script decided.
  fileprivate func cueBox(isRightToLeft: Bool) -> CueBox {
    let extent = extent(isRightToLeft: isRightToLeft)
    let line: CueBox.Line =
      switch self.line {
      case .automatic: .last
      case .number(let number): .number(number)
      case .percentage(let share): .share(share / 100, ofItself: lineAlignment.share)
      }
    return CueBox(
      lineAxis: direction == .horizontal ? .horizontal : .vertical,
      followsBackwards: direction == .verticalGrowingLeft, start: extent.start / 100, end: extent.end / 100,
      alignment: textAlignment.share(isRightToLeft: isRightToLeft), line: line)
  }
}

extension CaptionPlacement.WritingDirection {
  fileprivate var writingMode: WritingMode {
    switch self {
    case .horizontal: .horizontal
    case .verticalGrowingLeft: .verticalRightToLeft
    case .verticalGrowingRight: .verticalLeftToRight
    }
  }
}

extension CaptionPlacement.LineAlignment {
  fileprivate var share: Double {
    switch self {
    case .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

extension CaptionPlacement.TextAlignment {
  /// Returns the alignment of lines, relative to the direction of the script.
  fileprivate func alignment(isRightToLeft: Bool) -> TextAlignment {
    switch self {
    case .start: .leading
    case .end: .trailing
    case .center: .center
    case .left: isRightToLeft ? .trailing : .leading
    case .right: isRightToLeft ? .leading : .trailing
    }
  }

  /// Returns the alignment of a box in its range: 0 at the left or the top, and 1 at the other end.
  fileprivate func share(isRightToLeft: Bool) -> Double {
    switch self {
    case .start: isRightToLeft ? 1 : 0
    case .end: isRightToLeft ? 0 : 1
    case .center: 0.5
    case .left: 0
    case .right: 1
    }
  }
}
