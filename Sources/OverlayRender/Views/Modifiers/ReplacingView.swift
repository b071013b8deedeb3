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
