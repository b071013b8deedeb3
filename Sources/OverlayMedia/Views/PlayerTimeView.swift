import OverlayRender

/// Content at the time of a player, such as captions over its pictures.
///
///     ZStack {
///       Video(player).scaling(.fit)
///       PlayerTimeView(player) { Captions(track) }
///     }
///
/// The content follows pauses, seeks and rates. Its durations are counted from the start of the movie. It is for live
/// streams with the clock of the player.
public struct PlayerTimeView<Content: View>: View {
  private let source: PlayerPixelSource
  private let content: Content

  /// Creates a view of content. It keeps the player alive.
  public init(_ player: MoviePlayer, @ViewBuilder content: () -> Content) {
    source = PlayerPixelSource(player, hasPictures: false)
    self.content = content()
  }

  /// The content at the time of the player.
  public var body: some View {
    LiveView(source.changes) { _ in
      ContentTimeView(source.itemTime) { content }
    }
  }
}
