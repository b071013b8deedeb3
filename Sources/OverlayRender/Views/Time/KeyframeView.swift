/// A view that is made from an animated value.
///
///     KeyframeView(Keyframes(from: 0.2, [Keyframe(1, at: .seconds(1))], repeats: .reversing)) { opacity in
///       Text("REC").opacity(opacity)
///     }
public struct KeyframeView<Value: Interpolatable, Content: View>: View {
  private let keyframes: Keyframes<Value>
  private let since: MediaTime?
  private let content: @Sendable (Value) -> Content

  /// Creates a view that changes with an animated value.
  ///
  /// - Parameters:
  ///   - keyframes: The animated value.
  ///   - since: The presentation time at which the keyframes start; `nil` for the start of the stream.
  ///   - content: Makes the view for a value.
  public init(
    _ keyframes: Keyframes<Value>, since: MediaTime? = nil, @ViewBuilder content: @escaping @Sendable (Value) -> Content
  ) {
    self.keyframes = keyframes
    self.since = since
    self.content = content
  }

  /// The content for the value of the frame.
  public var body: some View {
    ChangingView("KeyframeView", changesBy: .transition) { builder in
      let start = since ?? builder.time.streamStart
      let elapsed = builder.time.animationTime - start
      let still = start + keyframes.unchangedUntil(after: elapsed)
      builder.changes(at: builder.time.nextChange(unchangedUntil: still) { keyframes.value(at: $0 - start) })
      return content(keyframes.value(at: elapsed))
    }
  }
}

extension View where Self: Animatable {
  /// Animates the view's ``Animatable/animatableData``.
  ///
  ///     Pie(progress: 0).keyframes(Keyframes(from: 0, [Keyframe(1, at: .seconds(2))]))
  ///
  /// - Parameters:
  ///   - keyframes: The values of the data.
  ///   - since: The presentation time at which the keyframes start; `nil` for the start of the stream.
  public func keyframes(_ keyframes: Keyframes<AnimatableData>, since: MediaTime? = nil) -> some View {
    KeyframeView(keyframes, since: since) { value in
      var view = self
      view.animatableData = value
      return view
    }
  }
}
