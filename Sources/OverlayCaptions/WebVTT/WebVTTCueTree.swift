/// The text of a cue as a tree: the "list of WebVTT Node Objects" of W3C WebVTT, section 6.4.
///
/// The nodes are in one array, each before its children, so that trees of any depth are created and walked without
/// recursion.
struct WebVTTCueTree {
  /// A text, a time, or an element with children.
  struct Node {
    /// The kind of a node. `c`, `i`, `b`, `u`, `ruby`, `rt`, `v` and `lang` are the tags of the elements.
    enum Kind {
      case classSpan, italic, bold, underline, ruby, rubyText
      /// The name of the speaker, possibly empty.
      case voice(String)
      case language
      /// UTF-8.
      case text(ArraySlice<UInt8>)
      case timestamp(MediaTime)
    }

    let kind: Kind
    /// The index of the parent in the array; `nil` for a root.
    let parent: Int?
    /// The names of its own classes, none of them empty.
    var classes: [String] = []
    /// The applicable language; `nil` if there is none.
    var language: String?
  }

  private(set) var nodes: [Node] = []
  /// Warnings about ignored tags and unknown character references, in order.
  private(set) var warnings: [WebVTTTokenizer.Warning] = []
  /// The node to which the next nodes are added.
  private var current: Int?
  private var languages: [String] = []

  /// Reads the text of a cue.
  init(_ text: ArraySlice<UInt8>) {
    var tokenizer = WebVTTTokenizer(text)
    var droppedNames: Set<String> = []
    while let token = tokenizer.next() {
      var isWholeTaken = true
      switch token {
      case .text(let text): append(.text(text))
      case .startTag(let tag):
        let isKnown = open(tag)
        // Only these two tags use their annotation.
        isWholeTaken = isKnown && (tag.annotation.isEmpty || tag.name == "v" || tag.name == "lang")
        if !isKnown { droppedNames.insert(tag.name) }
      case .endTag(let name):
        close(name)
        isWholeTaken = WebVTTCueTree.tagNames.contains(name) || droppedNames.contains(name)
      case .timestampTag(let text):
        let time = WebVTTTimestamp.time(text)
        if let time { append(.timestamp(time)) }
        isWholeTaken = time != nil
      }
      let source = text[tokenizer.tokenRange]
      if tokenizer.isTokenUnclosed {
        warnings.append((source.startIndex, .unclosedTag(source.excerpt)))
      } else if !isWholeTaken {
        warnings.append((source.startIndex, .droppedTag(source.excerpt)))
      }
    }
    guard !tokenizer.unknownCharacters.isEmpty else { return }
    warnings = (warnings + tokenizer.unknownCharacters).sorted { $0.position < $1.position }
  }

  private static let tagNames: Set = ["c", "i", "b", "u", "ruby", "rt", "v", "lang"]

  private mutating func append(_ leaf: Node.Kind) {
    nodes.append(Node(kind: leaf, parent: current))
  }

  /// Opens an element. Returns whether the tag is known.
  private mutating func open(_ tag: WebVTTTokenizer.StartTag) -> Bool {
    let kind: Node.Kind
    switch tag.name {
    case "c": kind = .classSpan
    case "i": kind = .italic
    case "b": kind = .bold
    case "u": kind = .underline
    case "ruby": kind = .ruby
    case "rt":
      guard currentTagName == "ruby" else { return false }
      kind = .rubyText
    case "v": kind = .voice(tag.annotation)
    case "lang":
      languages.append(tag.annotation)
      kind = .language
    default: return false
    }
    nodes.append(Node(kind: kind, parent: current, classes: tag.classes, language: languages.last))
    current = nodes.count - 1
    return true
  }

  private mutating func close(_ name: String) {
    guard let current, let open = currentTagName else { return }
    let parent = nodes[current].parent
    switch (name, open) {
    case ("lang", "lang"):
      languages.removeLast()
      self.current = parent
    case ("ruby", "rt"):
      self.current = parent.flatMap { nodes[$0].parent }
    case (open, _):
      self.current = parent
    default: break
    }
  }

  private var currentTagName: String? { current.flatMap { nodes[$0].kind.tagName } }
}

extension WebVTTCueTree.Node.Kind {
  /// The name of the tag; `nil` for a leaf.
  var tagName: String? {
    switch self {
    case .classSpan: "c"
    case .italic: "i"
    case .bold: "b"
    case .underline: "u"
    case .ruby: "ruby"
    case .rubyText: "rt"
    case .voice: "v"
    case .language: "lang"
    case .text, .timestamp: nil
    }
  }
}
