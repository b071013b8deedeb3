/// The lines of a moment: the current one, with that of the second track, in the middle; above and below what is before and
/// after.
struct ListeningPage {
  let previous: ListeningLine?
  let current: ListeningLine?
  let second: ListeningLine?
  let next: ListeningLine?
  let clock: ListeningWords.Clock
  let style: ListeningStyle

  /// Adds what fills the space that is offered.
  func resolve(into builder: inout SceneBuilder) {
    let size = builder.environment.font.size
    let stack = StackArrangement(
      axis: .vertical, alignment: .horizontal(.center), spacing: (size / 4).rounded())
    let outlines = EdgeInsets(leading: (size / 8).rounded(), trailing: (size / 8).rounded())
    builder.wrap(in: .filling(.center)) { builder in
      builder.wrap(in: .padding(PaddingWrapper(insets: outlines))) { builder in
        builder.arrange(.stack(stack)) { builder in
          addNeighbour(previous, at: .bottom, into: &builder)
          // It chooses its height before the others, which share what is left.
          builder.wrap(in: .priority(PriorityWrapper(priority: 1))) { builder in
            builder.arrange(.stack(stack)) { addMiddle(into: &$0) }
          }
          addNeighbour(next, at: .top, into: &builder)
        }
      }
    }
  }

  /// Where nothing is spoken there is a line without anything to be seen, so that those above and below keep their distance.
  private func addMiddle(into builder: inout SceneBuilder) {
    guard let current else { return builder.hidden(Text("x"), look: style.look) }
    let words = ListeningWords(of: current, clock: clock, highlight: style.highlight)
    builder.legible(words, over: current.text, look: style.look)
    guard let second else { return }
    builder.with(ListeningStyle.makeSmall) { $0.legible(second.text, look: style.look) }
  }

  /// Adds a line in the half of the room that the middle leaves, if there is enough for one.
  ///
  /// There is as much above as below: so the ideal size has room for either line at either place, with nothing to be seen,
  /// and before that is the line for the space that there is.
  private func addNeighbour(_ line: ListeningLine?, at edge: VerticalAlignment, into builder: inout SceneBuilder) {
    guard style.showsNeighbours else { return }
    builder.with(ListeningStyle.makeNeighbour) { builder in
      builder.arrange(.decoration(DecorationArrangement(alignment: .center, isBehind: false))) { builder in
        builder.wrap(in: .filling(.center)) { builder in
          for line in [previous, next].compactMap(\.self) { builder.hidden(line.text, look: style.look) }
        }
        builder.geometryReader { builder, size in
          guard let line, size.height >= style.leastHeight(in: builder.environment) else { return }
          builder.wrap(in: .filling(Alignment(horizontal: .center, vertical: edge))) { builder in
            builder.legible(line.text.dimmed, look: style.look)
          }
        }
      }
    }
  }
}

extension Wrapper {
  /// A frame as large as what is offered; where nothing is offered, as the child.
  fileprivate static func filling(_ alignment: Alignment) -> Wrapper {
    let extent = FrameConstraints.Extent(minimum: 0, ideal: nil, maximum: .infinity)
    return .frame(
      FrameWrapper(constraints: FrameConstraints(width: extent, height: extent), alignment: alignment))
  }
}
