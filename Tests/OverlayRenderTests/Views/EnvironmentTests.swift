import TestTools
import Testing

@testable import OverlayRender

private struct LabelKey: EnvironmentKey {
  static let defaultValue = "default"
}

private struct OtherKey: EnvironmentKey {
  static let defaultValue = "other"
}

private struct OptionalKey: EnvironmentKey {
  static let defaultValue: Int? = 7
}

extension EnvironmentValues {
  fileprivate var label: String {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }

  fileprivate var other: String {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
}

@Suite("Custom environment values")
struct EnvironmentTests {
  /// A view of both values.
  private struct Labels: View {
    var body: some View {
      EnvironmentReader { Text("\($0.label) \($0.other)") }
    }
  }

  @Test("The innermost value applies to the content only, and the default otherwise")
  func scope() {
    let view = VStack {
      Labels()
      VStack {
        Labels()
        Labels().environment(\.label, "inner").environment(\.other, "second")
        Labels()
      }
      .environment(\.label, "outer")
      Labels()
    }
    #expect(
      Resolved.texts(of: view)
        == ["default other", "outer other", "inner second", "outer other", "default other"])
  }

  @Test("An optional value may be nil although its default is not")
  func optional() {
    var values = EnvironmentValues()
    #expect(values[OptionalKey.self] == 7)
    values[OptionalKey.self] = nil
    #expect(values[OptionalKey.self] == nil)
  }

  @Test("Values of the library are read and set in the same way")
  func builtIn() {
    let view = EnvironmentReader { Text("\($0.font.size) \($0.foregroundColor == .red)") }
    #expect(Resolved.texts(of: view.environment(\.foregroundColor, .red).font(size: 12)) == ["12.0 true"])
    #expect(Resolved.texts(of: view.environment(\.font, Font(size: 7))) == ["7.0 false"])
  }

  @Test("A changed value is drawn, also in views that change by themselves")
  func change() throws {
    let data = LiveData("one")
    let view = LiveView(data) { entry in
      HStack {
        Labels()
        TimelineView(.every(.seconds(1))) { context in
          Text("\(context.count)")
          Labels()
        }
      }
      .environment(\.label, entry.value)
    }
    var configuration = RenderConfiguration(size: PixelSize(width: 320, height: 48), frameRate: .fps(10))
    configuration.fonts = FixtureFonts.configuration
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    let first = try renderer.render(at: .zero)
    data.update("two")
    #expect(try !renderer.render(at: .seconds(0.5)).hasSamePicture(as: first))
    try renderer.expectPictureFromScratch(of: view, configuration: configuration, at: .seconds(0.5))
    try renderer.expectPictureFromScratch(of: view, configuration: configuration, at: .seconds(1.5))
    data.update("three")
    try renderer.expectPictureFromScratch(of: view, configuration: configuration, at: .seconds(2.5))
  }
}
