extension Text {
  /// Makes a text from Pango's markup.
  ///
  ///     try Text(markup: "Now: <b>The <span foreground='#ffd040'>News</span></b>")
  ///
  /// The tags are `b big i s sub sup small tt u` and `span` with `font` (or `face`), `size`, `weight`, `style`, `foreground`,
  /// `background`, `alpha` (with `foreground`), `underline`, `strikethrough`, `letter_spacing`, `rise`, `font_features` and
  /// `lang`. Sizes without a unit are points of 4/3 pixel; `font="Sans 24px"` gives pixels. `&`, `<` and `>` of the text
  /// itself are written `&amp;`, `&lt;` and `&gt;`.
  ///
  /// - Throws: ``MarkupError`` for what is no markup, and for what markup has but this library cannot draw: nothing is
  ///   left out silently.
  public init(markup: String) throws(MarkupError) {
    let markup = try Markup(markup)
    self.init(markup.string, runs: markup.runs)
  }
}
