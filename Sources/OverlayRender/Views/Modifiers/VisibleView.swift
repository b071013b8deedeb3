/// A view that is there for a stretch of time.
public struct VisibleView<Content: View>: PrimitiveView {
  /// What the times of a stretch count from.
  enum Origin: Sendable {
    case streamStart
    case presentationZero
  }

  let content: Content
  let start: MediaTime
  let end: MediaTime
  let origin: Origin
  let entering: Transition
  let leaving: Transition

  /// Adds a scope that holds the content while it is there, and nothing before and after.
  func addNodes(to builder: inout SceneBuilder) {
    let isAtOnce = entering == .identity && leaving == .identity
    builder.scope("VisibleView", changesBy: isAtOnce ? .time : .transition) { builder in
      let zero = origin == .streamStart ? builder.time.streamStart : .zero
      let appearance = Appearance(start: zero + start, end: zero + end, entering: entering, leaving: leaving)
      let state = appearance.state(at: builder.time)
      builder.changes(at: state.nextChange)
      guard state.isThere else { return }
      builder.wrap(in: appearance.wrappers(at: builder.time.animationTime)[...]) { content.resolve(into: &$0) }
    }
  }
}

extension View {
  /// Shows the view for a stretch of the stream: from the first frame at or after its start to the last before its end.
  /// Outside it there is nothing, and no room is taken.
  ///
  /// - Parameters:
  ///   - range: The stretch, counted from the beginning of the stream as stopwatches count. It may have no end; an
  ///     invalid one never comes.
  ///   - entering: How the view comes, from the start on.
  ///   - leaving: How it goes, to be gone at the end. In a stretch too short for both, both are seen at once.
  public func visible(
    during range: MediaTimeRange, entering: Transition = .identity, leaving: Transition = .identity
  ) -> VisibleView<Self> {
    let end = range.end == .indefinite ? MediaTime.positiveInfinity : range.end
    return VisibleView(
      content: self, start: range.isEmpty ? .positiveInfinity : range.start, end: end, origin: .streamStart,
      entering: entering, leaving: leaving)
  }

  /// Lets the view come by a transition that begins at a presentation time: that from which a value holds, for example.
  ///
  ///     FrameStream(title, configuration: configuration) { entry in
  ///       Text(entry.value).transition(.slide(from: .leading), since: entry.since)
  ///     }
  ///
  /// Before that time there is nothing.
  public func transition(_ transition: Transition, since start: MediaTime) -> VisibleView<Self> {
    VisibleView(
      content: self, start: start, end: .positiveInfinity, origin: .presentationZero, entering: transition,
      leaving: .identity)
  }
}

extension SceneBuilder {
  /// Adds wrappers one in the other around what `content` resolves, the outermost first.
  fileprivate mutating func wrap(in wrappers: ArraySlice<Wrapper>, _ content: (inout SceneBuilder) -> Void) {
    guard let outermost = wrappers.first else { return content(&self) }
    wrap(in: outermost) { $0.wrap(in: wrappers.dropFirst(), content) }
  }
}
