extension Sequence where Element: Equatable {
  /// The elements, each once.
  @inlinable package var withoutRepetitions: [Element] {
    reduce(into: []) { elements, element in
      if !elements.contains(element) { elements.append(element) }
    }
  }
}
