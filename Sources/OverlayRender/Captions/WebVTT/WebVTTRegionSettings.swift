/// The settings of WebVTT regions: `id:top width:40% lines:3`.
enum WebVTTRegionSettings {
  /// Reads a region; what is no setting is told and changes nothing. `line` is where the region begins.
  ///
  /// "Collect WebVTT region settings" of W3C WebVTT, section 6.2.
  static func region(_ text: ArraySlice<UInt8>, line: Int, problems: inout CaptionProblems) -> CaptionRegion {
    var region = CaptionRegion(identifier: "")
    var rest = text
    while let word = rest.takeWord() {
      let isSetting = WebVTTSetting(word).map { apply($0, to: &region) } ?? false
      if !isSetting { problems.append(.badSetting(word.excerpt), line: line) }
    }
    return region
  }

  /// Whether the setting is one.
  private static func apply(_ setting: WebVTTSetting, to region: inout CaptionRegion) -> Bool {
    switch setting.name {
    case "id":
      region.identifier = setting.text
    case "width":
      guard let width = setting.percentage else { return false }
      region.width = width
    case "lines":
      guard setting.value.allSatisfy(\.isDigit) else { return false }
      // No picture shows more lines than that.
      region.lines = Int(Int32(setting.text) ?? .max)
    case "regionanchor":
      guard let anchor = setting.anchor else { return false }
      region.anchor = anchor
    case "viewportanchor":
      guard let anchor = setting.anchor else { return false }
      region.viewportAnchor = anchor
    case "scroll":
      guard setting.text == "up" else { return false }
      region.scrolls = true
    default:
      return false
    }
    return true
  }
}
