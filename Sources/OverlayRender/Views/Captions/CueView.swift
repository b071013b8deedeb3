/// Where a cue stands among others, and whether it is to be seen.
struct CueState {
  /// Its place in its track.
  let index: Int
  /// The place of the cue in the same track that it stands on.
  var below: Int?
  /// Whether its track is that of the second language.
  var isSecond = false
  /// Whether it is gone, and only holds the place of those that stand on it.
  var isGone = false
  /// How many pixels it keeps away from the far end.
  var distance = 0.0
  /// The share of the picture that it shrinks to fit.
  var share = 1.0
}

/// A cue as a box among the captions around it; nothing when it has no text.
struct CueView: View {
  /// The most of a cue that is set, in bytes of UTF-8: far more than a picture holds.
  private static let maximumByteCount = 4 << 10
  /// The least size that a cue shrinks to, as a share of its size, so that it does not cover others.
  private static let minimumScale = 0.5

  let cue: CaptionCue
  let state: CueState
  let look: CaptionLook

  var body: some View {
    let text = Text(cue.shortened(toBytes: CueView.maximumByteCount).lines)
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
    // Both tracks are arranged together: the numbers of the second one are below zero.
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
    environment.heightFit = HeightFit(
      share: state.share, minimumScale: CueView.minimumScale,
      padding: isVertical ? padding.leading + padding.trailing : padding.top + padding.bottom, distance: distance)
  }
}

extension Text {
  /// The lines of a cue, with the styles of their pieces and the small texts above them.
  init(_ lines: [CaptionLine]) {
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
    self.init(string, runs: runs, annotations: annotations)
  }

  /// Whether there is nothing to be seen of it.
  var isBlank: Bool { string.allSatisfy(\.isWhitespace) }
}

extension CaptionPlacement {
  /// The settings with what depends on the script settled.
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
  /// Whether lines begin together, end together, or are centred, in the script's own direction.
  fileprivate func alignment(isRightToLeft: Bool) -> TextAlignment {
    switch self {
    case .start: .leading
    case .end: .trailing
    case .center: .center
    case .left: isRightToLeft ? .trailing : .leading
    case .right: isRightToLeft ? .leading : .trailing
    }
  }

  /// Where a box stands in its stretch: 0 at the left or the top, 1 at the other end.
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
