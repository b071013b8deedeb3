import Foundation
import OverlayRender
import TestTools
import Testing

/// ffmpeg with the filter `zscale`, which uses zimg.
private enum Zimg {
  static let isInstalled: Bool = {
    guard let help = try? run(["-hide_banner", "-h", "filter=zscale"], input: Data()) else { return false }
    return String(decoding: help, as: UTF8.self).contains("Filter zscale")
  }()

  static func run(_ arguments: [String], input: Data) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["ffmpeg"] + arguments
    let (standardInput, standardOutput) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The pictures are smaller than a pipe, so neither side blocks.
    try standardInput.fileHandleForWriting.write(contentsOf: input)
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return output
  }

  /// Returns opaque pictures of equal, even size as yuv420p, one after another.
  static func convert(_ pictures: [TestPicture], matrix: ColorMatrix, range: ColorRange) throws -> [UInt8] {
    let matrixName =
      switch matrix {
      case .bt601: "170m"
      case .bt709: "709"
      case .bt2020: "2020_ncl"
      }
    let scale =
      "zscale=matrix=\(matrixName):range=\(range.rawValue):chromal=left:filter=bilinear:dither=none"
    let input = Data(pictures.flatMap(\.bytes))
    return Array(
      try run(
        [
          "-v", "error", "-f", "rawvideo", "-pix_fmt", "bgr0", "-s", pictures[0].format.size.description, "-i", "-",
          "-vf", "format=gbrp,\(scale),format=yuv420p", "-f", "rawvideo", "-",
        ], input: input))
  }
}

@Suite("Comparison with zimg", .requires("ffmpeg with the filter zscale", from: "ffmpeg") { Zimg.isInstalled })
struct ZimgComparisonTests {
  /// Opaque noise, gradients, and hard edges.
  func pictures(_ width: Int, _ height: Int) throws -> [TestPicture] {
    var random = PictureGenerator(state: 3)
    return try (0..<3).map { kind in
      var picture = try TestPicture(width: width, height: height)
      for y in 0..<height {
        for x in 0..<width {
          let (blue, green, red) =
            switch kind {
            case 0:
              (
                Int.random(in: 0...255, using: &random), Int.random(in: 0...255, using: &random),
                Int.random(in: 0...255, using: &random)
              )
            case 1: (x * 255 / width, y * 255 / height, 255 - x * 255 / width)
            default: (x / 3 % 2 * 255, y / 5 % 2 * 255, (x + y) / 7 % 2 * 255)
            }
          picture.setPixel(x, y, blue: blue, green: green, red: red, alpha: 255)
        }
      }
      return picture
    }
  }

  /// Pads a picture to even sizes with its outermost pixels, as our filter does itself: zimg accepts only even sizes.
  func evened(_ picture: TestPicture) throws -> TestPicture {
    var even = try TestPicture(width: (picture.width + 1) / 2 * 2, height: (picture.height + 1) / 2 * 2)
    for y in 0..<even.height {
      for x in 0..<even.width {
        let pixel = picture.pixel(x, y)
        even.setPixel(x, y, blue: pixel.blue, green: pixel.green, red: pixel.red, alpha: 255)
      }
    }
    return even
  }

  @Test(
    "Opaque pictures differ by at most 1 in luma and 2 in chroma",
    arguments: ColorConversionTests.encodings, [(48, 32), (37, 23)])
  func closeness(encoding: (ColorMatrix, ColorRange), size: (Int, Int)) throws {
    let pictures = try pictures(size.0, size.1)
    let even = try pictures.map(evened)
    let theirs = try Zimg.convert(even, matrix: encoding.0, range: encoding.1)
    let (evenWidth, evenHeight) = (even[0].width, even[0].height)
    let frame = evenWidth * evenHeight * 3 / 2
    try #require(theirs.count == frame * pictures.count)
    for (index, picture) in pictures.enumerated() {
      let ours = try picture.converted(to: .yuv420p, matrix: encoding.0, range: encoding.1)
      var (luma, chroma) = (0, 0)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          luma = max(luma, abs(Int(ours[y * picture.width + x]) - Int(theirs[index * frame + y * evenWidth + x])))
        }
      }
      let chromaCount = evenWidth * evenHeight / 4
      for sample in 0..<(2 * chromaCount) {
        let difference =
          Int(ours[picture.width * picture.height + sample])
          - Int(theirs[index * frame + evenWidth * evenHeight + sample])
        chroma = max(chroma, abs(difference))
      }
      #expect(luma <= 1, "picture \(index)")
      #expect(chroma <= 2, "picture \(index)")
    }
  }
}
