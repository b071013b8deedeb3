/// A view that replaces another one with a transition, in the same place.
///
///     ReplacingView(since: entry.since, transition: .opacity()) { Text(entry.value) } old: { Text(previous) }
public struct ReplacingView<New: View, Old: View>: View {
  private let since: MediaTime
  private let entering: Transition
  private let leaving: Transition
  private let alignment: Alignment
  private let new: New
  private let old: Old

  /// Creates a view that replaces another one.
  ///
  /// - Parameters:
  ///   - since: The presentation time at which both transitions start.
  ///   - transition: The transition of the new view.
  ///   - leaving: The transition of the old view; `nil` for the same one.
  ///   - alignment: The alignment of the two views while both are visible.
  ///   - new: The view after that time.
  ///   - old: The view before that time.
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

  /// Both views as layers, each while it is visible.
  public var body: some View {
    ArrangedView(.layers(LayersArrangement(alignment: alignment))) {
      VisibleView(
        content: old, start: .negativeInfinity, end: since + leaving.duration, origin: .presentationZero,
        entering: .identity, leaving: leaving)
      new.transition(entering, since: since)
    }
  }
}
