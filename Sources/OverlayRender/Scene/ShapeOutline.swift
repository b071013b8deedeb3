enum ShapeOutline: Sendable, Hashable { case rectangle; case ellipse }
