import Glibc

extension Path {
  /// Creates a path from SVG path data, the `d` attribute of a `path` element: `M12 2 22 22H2Z`. All commands of SVG
  /// 1.1 are supported.
  ///
  /// - Throws: ``PathDataError`` if the data is invalid, or if the path has more than 100 000 elements.
  public init(svg data: String) throws(PathDataError) {
    do throws(PathDataCause) {
      var reader = PathDataReader(data)
      self = try reader.read()
    } catch {
      throw PathDataError(error, in: data)
    }
  }
}

/// An error in SVG path data.
public typealias PathDataError = InvalidText<PathDataCause>

/// The cause of an error in SVG path data. Positions are in bytes, starting from 1.
public enum PathDataCause: InvalidTextCause {
  /// The data does not start with `M` or `m`.
  case noMoveFirst
  /// There is no command at this position.
  case notACommand(position: Int)
  /// A number of a command is missing or malformed.
  case notANumber(command: Character, position: Int)
  /// A flag of an arc is not 0 or 1.
  case notAFlag(position: Int)
  /// The path has too many elements.
  case tooLong

  /// Returns one line with the error and how to correct it.
  public func message(quoting text: String) -> String {
    switch self {
    case .noMoveFirst: "\(text) is not SVG path data: begin with M and two numbers, such as 'M0 0 L10 10'"
    case .notACommand(let position):
      "\(text) is not SVG path data: at byte \(position) give one of the commands MZLHVCSQTA, in either case"
    case .notANumber(let command, let position):
      "\(text) is not SVG path data: at byte \(position) give a number for the command \(command)"
    case .notAFlag(let position):
      "\(text) is not SVG path data: at byte \(position) give 0 or 1 for a flag of the command A"
    case .tooLong:
      "\(text) is too long for a path: give at most \(Path.maximumElementCount) elements"
    }
  }
}

/// A reader of SVG path data.
private struct PathDataReader {
  private let bytes: [UInt8]
  private var position = 0
  private var path = Path()
  /// The control point that the next smooth curve mirrors, and the kind of curve that it belongs to.
  private var control: (point: Point, isCubic: Bool)?

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func read() throws(PathDataCause) -> Path {
    skipSpace()
    while position < bytes.count {
      let command = Character(Unicode.Scalar(bytes[position]))
      let kind = Character(command.uppercased())
      if path.isEmpty && kind != "M" { throw .noMoveFirst }
      guard "MZLHVCSQTA".contains(kind) else { throw .notACommand(position: position + 1) }
      position += 1
      try read(kind, named: command, isRelative: command != kind)
      skipSpace()
    }
    return path
  }

  /// Reads a command with all its sets of numbers.
  private mutating func read(_ kind: Character, named command: Character, isRelative: Bool) throws(PathDataCause) {
    var kind = kind
    repeat {
      let countBefore = path.elements.count
      try readRound(of: kind, command, origin: isRelative ? current : .zero)
      if path.elements.count == countBefore { throw .tooLong }
      // More points after a move are lines.
      if kind == "M" { kind = "L" }
    } while kind != "Z" && isAtNumber()
  }

  private mutating func readRound(of kind: Character, _ command: Character, origin: Point) throws(PathDataCause) {
    var nextControl: (point: Point, isCubic: Bool)?
    switch kind {
    case "M": path.move(to: try point(command, from: origin))
    case "L": path.addLine(to: try point(command, from: origin))
    case "H": path.addLine(to: Point(x: try number(command) + origin.x, y: current.y))
    case "V": path.addLine(to: Point(x: current.x, y: try number(command) + origin.y))
    case "C", "S":
      let first = kind == "C" ? try point(command, from: origin) : mirroredControl(isCubic: true)
      let second = try point(command, from: origin)
      path.addCurve(to: try point(command, from: origin), control1: first, control2: second)
      nextControl = (second, true)
    case "Q", "T":
      let only = kind == "Q" ? try point(command, from: origin) : mirroredControl(isCubic: false)
      path.addQuadCurve(to: try point(command, from: origin), control: only)
      nextControl = (only, false)
    case "A": try readArc(command, origin: origin)
    default: path.closeSubpath()
    }
    control = nextControl
  }

  private mutating func readArc(_ command: Character, origin: Point) throws(PathDataCause) {
    let radii = Size(abs(try number(command)), abs(try number(command)))
    let rotation = try number(command)
    let isLarge = try flag()
    let isClockwise = try flag()
    let end = try point(command, from: origin)
    path.addArc(to: end, radii: radii, degrees: rotation, isLarge: isLarge, isClockwise: isClockwise)
  }

  private var current: Point { path.currentPoint ?? .zero }

  private func mirroredControl(isCubic: Bool) -> Point {
    guard let control, control.isCubic == isCubic else { return current }
    return Point(x: 2 * current.x - control.point.x, y: 2 * current.y - control.point.y)
  }

  private mutating func point(_ command: Character, from origin: Point) throws(PathDataCause) -> Point {
    Point(x: try number(command) + origin.x, y: try number(command) + origin.y)
  }

  private mutating func number(_ command: Character) throws(PathDataCause) -> Double {
    skipSeparator()
    let start = position
    skip { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    let digits = skipDigits() + (skip { $0 == UInt8(ascii: ".") } ? skipDigits() : 0)
    guard digits > 0 else { throw .notANumber(command: command, position: start + 1) }
    skipExponent()
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw .notANumber(command: command, position: start + 1)
    }
    return number.limited(to: -1e6...1e6)
  }

  /// Reads a flag of an arc. It may be followed directly by another flag or number.
  private mutating func flag() throws(PathDataCause) -> Bool {
    skipSeparator()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "0") || bytes[position] == UInt8(ascii: "1") else {
      throw .notAFlag(position: position + 1)
    }
    defer { position += 1 }
    return bytes[position] == UInt8(ascii: "1")
  }

  private mutating func skipExponent() {
    let start = position
    guard skip({ $0 | 0x20 == UInt8(ascii: "e") }) else { return }
    skip { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    if skipDigits() == 0 { position = start }
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while skip({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {}
    return position - start
  }

  private mutating func skipSpace() {
    while skip({ [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }) {}
  }

  private mutating func skipSeparator() {
    skipSpace()
    if skip({ $0 == UInt8(ascii: ",") }) { skipSpace() }
  }

  /// Returns whether another set of numbers follows.
  private mutating func isAtNumber() -> Bool {
    skipSpace()
    guard position < bytes.count else { return false }
    return "+-.,0123456789".utf8.contains(bytes[position])
  }

  @discardableResult
  private mutating func skip(_ isPart: (UInt8) -> Bool) -> Bool {
    guard position < bytes.count, isPart(bytes[position]) else { return false }
    position += 1
    return true
  }
}

extension Path {
  /// Adds an elliptical arc from the current point (SVG 1.1, appendix F.6).
  fileprivate mutating func addArc(to end: Point, radii: Size, degrees: Double, isLarge: Bool, isClockwise: Bool) {
    guard let start = currentPoint, start != end, radii.width > 0, radii.height > 0 else { return addLine(to: end) }
    let rotation = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    let (c, s) = (cos(rotation), sin(rotation))
    // The vector from the middle of the chord to its start, along the axes of the ellipse.
    let (dx, dy) = ((start.x - end.x) / 2, (start.y - end.y) / 2)
    let (x, y) = (c * dx + s * dy, c * dy - s * dx)
    // Radii that are too small are scaled up until the ellipse reaches both points.
    let needed = max((x / radii.width * x / radii.width + y / radii.height * y / radii.height).squareRoot(), 1)
    let (width, height) = (radii.width * needed, radii.height * needed)
    let (u, v) = (x / width, y / height)
    let distance = max(1 / max(u * u + v * v, 1e-30) - 1, 0).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let (centerU, centerV) = (distance * v, -distance * u)
    let from = atan2(v - centerV, u - centerU) * 180 / .pi
    var span = atan2(-v - centerV, -u - centerU) * 180 / .pi - from
    if isClockwise && span < 0 { span += 360 }
    if !isClockwise && span > 0 { span -= 360 }
    let (centerX, centerY) = (centerU * width, centerV * height)
    let center = Point(
      x: c * centerX - s * centerY + (start.x + end.x) / 2, y: s * centerX + c * centerY + (start.y + end.y) / 2)
    let ellipse = Ellipse(center: center, radii: Size(width, height), rotation: rotation)
    addArc(ellipse, from: from, to: from + span, endingAt: end)
  }
}
