extension View {
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

  /// Draws the view so many pixels to the right and down, at eighths of a pixel: for places that change from frame to
  /// frame. Layout takes no notice.
  public func movingOffset(x: Double = 0, y: Double = 0) -> ContainedView<Self> {
    let distance = Point(x: x.limited(to: -1e6...1e6), y: y.limited(to: -1e6...1e6))
    return wrapped(in: .offset(OffsetWrapper(distance: distance, isMoving: true)))
  }
}

/// One view that takes the place of another: while the new one comes the old one goes, in one place.
///
///     ReplacingView(since: entry.since, transition: .opacity()) { Text(entry.value) } old: { Text(previous) }
public struct ReplacingView<New: View, Old: View>: View {
  private let since: MediaTime
  private let entering: Transition
  private let leaving: Transition
  private let alignment: Alignment
  private let new: New
  private let old: Old

  /// Makes a view that is replaced.
  ///
  /// - Parameters:
  ///   - since: The presentation time at which the new view begins to come and the old one to go.
  ///   - transition: How the new one comes.
  ///   - leaving: How the old one goes; `nil` for the same way.
  ///   - alignment: How the two stand in their place while both are there.
  ///   - new: The view from then on.
  ///   - old: The view before.
  public init(
    since: MediaTime, transition: Transition = .opacity(), leaving: Transition? = nil, alignment: Alignment = .center,
    @ViewBuilder new: () -> New, @ViewBuilder old: () -> Old
  ) {
    self.since = since
    entering = transition
    self.leaving = leaving ?? transition
    self.alignment = alignment
    self.new = new()
    self.old = old()
  }

  /// Both in one pile, each while it is there.
  public var body: some View {
    ArrangedView(.layers(LayersArrangement(alignment: alignment))) {
      VisibleView(
        content: old, start: .negativeInfinity, end: since + leaving.duration, origin: .presentationZero,
        entering: .identity, leaving: leaving)
      new.transition(entering, since: since)
    }
  }
}
