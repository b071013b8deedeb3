// Wrappers that change what the parent of their child knows of it.

/// A wrapper that gives its child a layout priority: `layoutPriority`.
struct PriorityWrapper {
  var priority: Double
}

extension PriorityWrapper: WrapperLayout {
  func traits(around child: LayoutTraits) -> LayoutTraits {
    var traits = child.wrapped
    traits.isSpacer = child.isSpacer
    traits.priority = priority
    return traits
  }
}

/// A wrapper that gives its child another depth among its siblings: `zIndex`.
struct ZIndexWrapper {
  var value: Double
}

extension ZIndexWrapper: WrapperLayout {
  func traits(around child: LayoutTraits) -> LayoutTraits {
    var traits = child.wrapped
    traits.isSpacer = child.isSpacer
    traits.zIndex = value
    return traits
  }
}

/// A wrapper that gives its child a value for the layout around it: `layoutValue`.
struct LayoutValueWrapper {
  let key: ObjectIdentifier
  let value: LayoutValue
}

extension LayoutValueWrapper: WrapperLayout {
  func traits(around child: LayoutTraits) -> LayoutTraits {
    var traits = child.wrapped
    traits.values = traits.values ?? [:]
    traits.values?[key] = value
    return traits
  }
}
