import CCairo

/// The tables of a font with color glyphs, of which every offset and size is checked before it is used.
///
/// FreeType checks that it reads only bytes of the font. It does not check whether sizes belong together: a picture of
/// 136 pixels in a font for text of one pixel is scaled to thousands of pixels, which takes Cairo minutes.
struct ColorFontTables {
  private let face: OpaquePointer

  /// The greatest size of a picture, relative to the size of the text for which it is made. That of Noto Color Emoji is
  /// 1.25.
  private static let maximumScale = 4
  /// The greatest number of sizes of text in a font.
  private static let maximumStrikeCount = 256
  /// The longest chain of glyphs that have the picture of another one.
  private static let maximumDuplicateCount = 4

  /// Reads the tables of a face of HarfBuzz, which must stay alive.
  init(_ face: OpaquePointer) {
    self.face = face
  }

  /// Returns the name of the table in which the picture of a glyph is damaged; `nil` if there is none.
  func damagedTable(ofGlyph glyph: UInt32) -> String? {
    guard let glyph = UInt16(exactly: glyph) else { return nil }
    if !table("CBLC", { locations in table("CBDT") { data in isValid(glyph, locations, data) } }) { return "CBLC" }
    if !table("sbix", { isValid(glyph, in: $0) }) { return "sbix" }
    if !table("COLR", isValid(layers:)) { return "COLR" }
    return nil
  }

  /// Calls `check` with the bytes of a table. Returns `true` if the font does not have it.
  private func table(_ name: StaticString, _ check: (TableBytes) -> Bool) -> Bool {
    let tag = name.withUTF8Buffer { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    guard let blob = hb_face_reference_table(face, tag) else { return true }
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let bytes = hb_blob_get_data(blob, &length), length > 0 else { return true }
    return check(TableBytes(UnsafeRawBufferPointer(start: bytes, count: Int(length))))
  }

  // MARK: CBLC and CBDT (OpenType 1.9.1)

  /// Returns whether the pictures of a glyph in all sizes are sound.
  private func isValid(_ glyph: UInt16, _ locations: TableBytes, _ data: TableBytes) -> Bool {
    guard let version = locations.word(0), version == 2 || version == 3, let count = locations.long(4),
      count <= Self.maximumStrikeCount
    else { return false }
    return (0..<count).allSatisfy { strike in
      // A BitmapSize record.
      let record = 8 + 48 * strike
      guard let offset = locations.long(record), let arrayCount = locations.long(record + 8),
        let pixelsX = locations.byte(record + 44), let pixelsY = locations.byte(record + 45), pixelsX > 0, pixelsY > 0
      else { return false }
      let size = min(pixelsX, pixelsY)
      for index in 0..<arrayCount {
        let array = offset + 8 * index
        guard let first = locations.word(array), let last = locations.word(array + 2),
          let additional = locations.long(array + 4)
        else { return false }
        guard first <= glyph, glyph <= last else { continue }
        return isValid(glyph, first: first, inSubtable: offset + additional, locations, data, textSize: size)
      }
      return true
    }
  }

  private func isValid(
    _ glyph: UInt16, first: Int, inSubtable subtable: Int, _ locations: TableBytes, _ data: TableBytes, textSize: Int
  ) -> Bool {
    let index = Int(glyph) - first
    guard let format = locations.word(subtable), let imageFormat = locations.word(subtable + 2),
      let start = locations.long(subtable + 4)
    else { return false }
    let offset: Int?
    // The place of the height in the metrics, which is followed by the width.
    var sharedMetrics: Int?
    switch format {
    case 1: offset = locations.long(subtable + 8 + 4 * index)
    case 3: offset = locations.word(subtable + 8 + 2 * index)
    case 2:
      offset = locations.long(subtable + 8).map { $0 * index }
      sharedMetrics = subtable + 12
    case 4:
      guard let position = locations.position(of: glyph, listedAt: subtable + 8, stride: 4) else { return true }
      offset = locations.word(subtable + 12 + 4 * position + 2)
    case 5:
      guard let position = locations.position(of: glyph, listedAt: subtable + 20, stride: 2) else { return true }
      offset = locations.long(subtable + 8).map { $0 * position }
      sharedMetrics = subtable + 12
    default: return false
    }
    guard let offset else { return false }
    // Small metrics have five bytes, and large ones eight. The length of the picture follows.
    let metrics: Int
    switch imageFormat {
    case 17: metrics = 5
    case 18: metrics = 8
    case 19: metrics = 0
    // Pictures without PNG are bitmaps, whose size FreeType checks.
    default: return true
    }
    let picture = start + offset + metrics
    guard let length = data.long(picture) else { return false }
    let (height, width) =
      metrics == 0
      ? (sharedMetrics.flatMap { locations.byte($0) }, sharedMetrics.flatMap { locations.byte($0 + 1) })
      : (data.byte(start + offset), data.byte(start + offset + 1))
    guard let height, let width, max(height, width) <= Self.maximumScale * textSize else { return false }
    return isValid(pictureAt: picture + 4, length: length, in: data, textSize: textSize)
  }

  // MARK: sbix

  private func isValid(_ glyph: UInt16, in table: TableBytes) -> Bool {
    guard let count = table.long(4), count <= Self.maximumStrikeCount else { return false }
    return (0..<count).allSatisfy { strike in
      guard let offset = table.long(8 + 4 * strike), let size = table.word(offset), size > 0 else { return false }
      var glyph = Int(glyph)
      for _ in 0...Self.maximumDuplicateCount {
        guard let start = table.long(offset + 4 + 4 * glyph), let end = table.long(offset + 8 + 4 * glyph), start <= end
        else { return false }
        guard end > start else { return true }
        guard let type = table.long(offset + start + 4) else { return false }
        switch type {
        case 0x706e_6720:  // 'png '
          return isValid(pictureAt: offset + start + 8, length: end - start - 8, in: table, textSize: size)
        case 0x6475_7065:  // 'dupe'
          guard let other = table.word(offset + start + 8) else { return false }
          glyph = other
        // FreeType draws no others.
        default: return true
        }
      }
      return false
    }
  }

  /// Returns whether a picture in PNG is inside its table, and of a size for the text (PNG, section 11.2.2).
  private func isValid(pictureAt start: Int, length: Int, in table: TableBytes, textSize: Int) -> Bool {
    guard length >= 33, start + length <= table.count, table.long(start) == 0x8950_4e47,
      let width = table.long(start + 16), let height = table.long(start + 20)
    else { return false }
    return (1...Self.maximumScale * textSize).contains(width) && (1...Self.maximumScale * textSize).contains(height)
  }

  // MARK: COLR

  /// Returns whether all layers of version 0 are inside the table.
  private func isValid(layers table: TableBytes) -> Bool {
    guard let glyphCount = table.word(2), let glyphs = table.long(4), let layers = table.long(8),
      let layerCount = table.word(12), glyphs + 6 * glyphCount <= table.count, layers + 4 * layerCount <= table.count
    else { return false }
    return (0..<glyphCount).allSatisfy { index in
      guard let first = table.word(glyphs + 6 * index + 2), let count = table.word(glyphs + 6 * index + 4) else {
        return false
      }
      return first + count <= layerCount
    }
  }
}

/// The bytes of a table, whose numbers have the highest byte first.
private struct TableBytes {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  func byte(_ offset: Int) -> Int? { number(offset, 1) }
  func word(_ offset: Int) -> Int? { number(offset, 2) }
  func long(_ offset: Int) -> Int? { number(offset, 4) }

  /// Returns the position of a glyph in a list that begins with its length, four bytes; `nil` if it is not listed.
  func position(of glyph: UInt16, listedAt offset: Int, stride: Int) -> Int? {
    guard let length = long(offset) else { return nil }
    return (0..<min(length, count / stride)).first { word(offset + 4 + stride * $0) == Int(glyph) }
  }

  private func number(_ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset + size <= bytes.count else { return nil }
    return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
  }
}
