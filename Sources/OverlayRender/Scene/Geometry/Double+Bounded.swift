extension Double {
  /// The number limited to ±1 000 000 pixels, with 0 for `NaN`. Lengths from views are limited, so that layout computes
  /// with finite numbers.
  var bounded: Double { min(max(numeric, -1e6), 1e6) }

  /// The number, or 0 if it is `NaN`.
  var numeric: Double { isNaN ? 0 : self }
}

extension EdgeInsets {
  var bounded: EdgeInsets {
    EdgeInsets(top: top.bounded, leading: leading.bounded, bottom: bottom.bounded, trailing: trailing.bounded)
  }
}
