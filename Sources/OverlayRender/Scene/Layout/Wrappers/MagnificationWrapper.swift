import Glibc

/// A wrapper that lays out its child in one size, and draws it so that it fills the proposed space: `MagnifiedView`.
///
/// In a space with another aspect ratio, the child gets more room in one direction. A child that does not fit gets more
/// room in both, and is drawn smaller. So nothing is distorted or cut off.
struct MagnificationWrapper {
  /// The size in which the child is laid out if it fits.
  var size: PixelSize
  /// The alignment of the child in its room.
  var alignment: Alignment

  /// The greatest factor by which a child that does not fit gets more room is 2 to the power of this.
  private static let largestExponent = 12
  /// The number of factors between one power of 2 and the next.
  private static let steps = 16
  /// What measurements in fractions of a pixel may differ by.
  private static let tolerance = 1e-6
}

extension MagnificationWrapper: WrapperLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    proposal.replacingUnspecifiedDimensions(by: Size(size))
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    // What fills a room of whole pixels ends at the edges of the space.
    let exact = room(for: node, in: size, &pass)
    let room = Size((exact.width - Self.tolerance).rounded(.up), (exact.height - Self.tolerance).rounded(.up))
    return pass.children(of: node).map { pass.aligned($0, alignment, in: room, for: ProposedViewSize(room)) }
  }

  /// Returns the size in which the child is laid out to fill a space.
  private func room(for node: Int, in space: Size, _ pass: inout LayoutPass) -> Size {
    let room = room(in: space)
    guard room.width > 0, room.height > 0, space.width.isFinite, space.height.isFinite else { return room }
    /// Returns how far the child exceeds a multiple of a room: at most 1 if it fits.
    func excess(_ factor: Double = 1, of room: Size) -> Double {
      let (width, height) = (room.width * factor, room.height * factor)
      let child = pass.largestChild(of: node, for: ProposedViewSize(width: width, height: height))
      return max(child.width / width, child.height / height)
    }
    // A space that is too small in one direction only may be large enough for the child.
    let isPartlySmaller =
      space.width < Double(size.width) ? space.height >= Double(size.height) : space.height < Double(size.height)
    if isPartlySmaller, excess(of: space) <= 1 + Self.tolerance { return space }
    let ownExcess = excess(of: room)
    guard ownExcess > 1 + Self.tolerance else { return room }
    func factor(_ step: Int) -> Double { exp2(Double(step) / Double(Self.steps)) }
    var (tooSmall, fitting) = (0, Self.largestExponent * Self.steps)
    // A child that exceeds every room, such as a picture that fills it, is cut off, as it is meant to be.
    let limit = max(excess(factor(fitting), of: room), 1) + Self.tolerance
    guard ownExcess > limit else { return room }
    while fitting - tooSmall > 1 {
      let middle = (tooSmall + fitting) / 2
      if excess(factor(middle), of: room) <= limit { fitting = middle } else { tooSmall = middle }
    }
    return Size(room.width * factor(fitting), room.height * factor(fitting))
  }

  /// Returns the size in which a child that fits is laid out.
  private func room(in space: Size) -> Size {
    let size = Size(size)
    let scale = min(space.width / max(size.width, 1), space.height / max(size.height, 1))
    // The sides of a window are whole pixels, so its aspect ratio may be slightly another one.
    guard scale > 0, space.width - size.width * scale > 1 || space.height - size.height * scale > 1 else {
      return size
    }
    return Size(space.width / scale, space.height / scale)
  }
}
