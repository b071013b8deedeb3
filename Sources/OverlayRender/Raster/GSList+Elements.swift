import CCairo

extension Optional<UnsafeMutablePointer<GSList>> {
  /// What a list of GLib points to, in order.
  func elements<Element>(of type: Element.Type) -> [UnsafeMutablePointer<Element>] {
    var elements: [UnsafeMutablePointer<Element>] = []
    var node = self
    while let current = node {
      if let data = current.pointee.data { elements.append(data.assumingMemoryBound(to: type)) }
      node = current.pointee.next
    }
    return elements
  }
}
