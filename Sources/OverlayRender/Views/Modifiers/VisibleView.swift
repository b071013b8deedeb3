/// A view that is visible for a time.
public struct VisibleView<Content: View>: PrimitiveView {
  /// The time that start and end count from.
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

  /// Adds a scope with the content while it is visible, and without it otherwise.
  func addNodes(to builder: inout SceneBuilder) {
    let isAtOnce = entering == .identity && leaving == .identity
    builder.scope("VisibleView", changesBy: isAtOnce ? .time : .transition) { builder in
      let zero = origin == .streamStart ? builder.time.streamStart : .zero
      let appearance = Appearance(start: zero + start, end: zero + end, entering: entering, leaving: leaving)
      let state = appearance.state(at: builder.time)
      builder.changes(at: state.nextChange)
      guard state.isVisible else { return }
      builder.wrap(in: appearance.wrappers(at: builder.time.animationTime)[...]) { content.resolve(into: &$0) }
    }
  }
}

extension View {
  /// Shows the view during a part of the stream: from the first frame at or after its start to the last frame before
  /// its end. Outside of it the view takes no space.
  ///
  /// - Parameters:
  ///   - range: The time range, counted from the start of the stream: a range, `.seconds(2) ..< .seconds(5)`,
  ///     or `.seconds(2)...` for one without an end. An invalid range never starts.
  ///   - entering: The transition with which the view appears, from the start of the range.
  ///   - leaving: The transition with which the view disappears, until the end of the range. If the range is too short
  ///     for both, they run at the same time.
  public func visible(
    during range: MediaTimeRange, entering: Transition = .identity, leaving: Transition = .identity
  ) -> VisibleView<Self> {
    let end = range.end == .indefinite ? MediaTime.positiveInfinity : range.end
    return VisibleView(
      content: self, start: range.isEmpty ? .positiveInfinity : range.start, end: end, origin: .streamStart,
      entering: entering, leaving: leaving)
  }

  /// Shows the view between two times of the stream, as ``visible(during:entering:leaving:)`` does.
  ///
  ///     Text("Half time").visible(during: .seconds(45) ..< .seconds(60))
  @_documentation(visibility: internal)
  public func visible(
    during range: Range<MediaTime>, entering: Transition = .identity, leaving: Transition = .identity
  ) -> VisibleView<Self> {
    visible(during: MediaTimeRange(range), entering: entering, leaving: leaving)
  }

  /// Shows the view from a time of the stream on, as ``visible(during:entering:leaving:)`` does.
  @_documentation(visibility: internal)
  public func visible(
    during range: PartialRangeFrom<MediaTime>, entering: Transition = .identity, leaving: Transition = .identity
  ) -> VisibleView<Self> {
    visible(during: MediaTimeRange(range), entering: entering, leaving: leaving)
  }

  /// Lets the view appear with a transition that starts at a presentation time, such as the time of a new live value.
  ///
  ///     FrameStream(title, configuration: configuration) { entry in
  ///       Text(entry.value).transition(.slide(from: .leading), since: entry.since)
  ///     }
  ///
  /// Before that time the view takes no space.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - start: The presentation time at which the transition starts; `nil` for the start of the stream. The
  ///     presentation times of a live stream do not start at zero.
  public func transition(_ transition: Transition, since start: MediaTime? = nil) -> VisibleView<Self> {
    VisibleView(
      content: self, start: start ?? .zero, end: .positiveInfinity,
      origin: start == nil ? .streamStart : .presentationZero, entering: transition, leaving: .identity)
  }
}

extension SceneBuilder {
  /// Adds nested wrappers, outermost first, around the nodes that `content` adds.
  fileprivate mutating func wrap(in wrappers: ArraySlice<Wrapper>, _ content: (inout SceneBuilder) -> Void) {
    guard let outermost = wrappers.first else { return content(&self) }
    wrap(in: outermost) { $0.wrap(in: wrappers.dropFirst(), content) }
  }
}
