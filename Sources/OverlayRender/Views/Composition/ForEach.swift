/// A view for each element of a collection.
///
///     ForEach(guests, id: \.name) { guest in
///       Text(guest.name)
///     }
///
/// An element keeps its identity, by its id, when it moves. Elements with the same id are distinguished by their order.
public struct ForEach<Content: View>: PrimitiveView {
  private let elements: [(identity: ElementIdentity, content: Content)]

  /// Creates a view for each element, identified by a key path.
  public init<Data: Sequence>(
    _ data: Data, id: KeyPath<Data.Element, some Hashable>, @ViewBuilder content: (Data.Element) -> Content
  ) {
    self.init(data, identifiedBy: { $0[keyPath: id] }, content: content)
  }

  /// Creates a view for each element, identified by its own `id`.
  public init<Data: Sequence>(_ data: Data, @ViewBuilder content: (Data.Element) -> Content)
  where Data.Element: Identifiable {
    self.init(data, identifiedBy: \.id, content: content)
  }

  /// Creates a view for each element that is its own identity, such as a string or a number.
  ///
  ///     ForEach(["Ada", "Grace"]) { name in Text(name) }
  @_disfavoredOverload
  public init<Data: Sequence>(_ data: Data, @ViewBuilder content: (Data.Element) -> Content)
  where Data.Element: Hashable {
    self.init(data, identifiedBy: { $0 }, content: content)
  }

  /// Creates a view for each number of a range.
  public init(_ numbers: Range<Int>, @ViewBuilder content: (Int) -> Content) {
    self.init(numbers, identifiedBy: { $0 }, content: content)
  }

  private init<Data: Sequence>(
    _ data: Data, identifiedBy id: (Data.Element) -> some Hashable, content: (Data.Element) -> Content
  ) {
    var repetitions: [UInt64: UInt64] = [:]
    elements = data.map { element in
      let id = id(element)
      let value = ElementIdentity(id).value
      let repetition = repetitions[value, default: 0]
      repetitions[value] = repetition + 1
      return (ElementIdentity(id, repetition: repetition), content(element))
    }
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.branch { builder in
      for element in elements {
        builder.element(element.identity) { element.content.resolve(into: &$0) }
      }
    }
  }
}
