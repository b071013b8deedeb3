/// A view that is laid out in one size and fills the space it is offered, magnified or made smaller.
///
/// In a space with another aspect ratio, the content gets more room in one direction. Content that does not fit gets
/// more room in both, and is drawn smaller.
package struct MagnifiedView<Content: View>: View {
  private let content: Content
  private let size: PixelSize
  private let alignment: Alignment

  /// Creates a view of content that is laid out in a size.
  package init(content: Content, size: PixelSize, alignment: Alignment = .center) {
    self.content = content
    self.size = size
    self.alignment = alignment
  }

  /// The content, magnified if the size is another one.
  package var body: some View {
    content.wrapped(in: .magnification(MagnificationWrapper(size: size, alignment: alignment)))
  }
}
