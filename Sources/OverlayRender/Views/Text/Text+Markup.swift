extension Text {
  /// Creates a text from Pango markup.
  ///
  ///     try Text(markup: "Now: <b>The <span foreground='#ffd040'>News</span></b>")
  ///
  /// The tags are `b big i s sub sup small tt u`, and `span` with `font` (or `face`), `size`, `weight`, `style`,
  /// `foreground`, `background`, `alpha` (with `foreground`), `underline`, `strikethrough`, `letter_spacing`, `rise`,
  /// `font_features` and `lang`. Sizes without a unit are points of 4/3 pixel; `font="Sans 24px"` is in pixels. Write
  /// `&amp;`, `&lt;` and `&gt;` for `&`, `<` and `>`.
  ///
  /// - Throws: ``MarkupError`` if the markup is invalid, or if it uses a feature that this library does not support.
  public init(markup: String) throws(MarkupError) {
    let markup = try Markup(markup)
    self.init(markup.string, runs: markup.runs)
  }
}
