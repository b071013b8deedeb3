import CFFmpeg
import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Colors of decoded pictures", .requires(.ffmpeg))
struct DecodedFrameConverterTests {
  private static let flags = "accurate_rnd+full_chroma_int+full_chroma_inp+bicubic"

  init() throws {
    try FFmpegLibraries.load()
  }

  /// Runs ffmpeg and returns the bytes that it writes.
  private func output(_ arguments: [String]) throws -> [UInt8] {
    try Array(TestTool.ffmpeg.output(["-v", "error"] + arguments + ["-frames:v", "1", "-f", "rawvideo", "-"]))
  }

  /// Makes a frame with samples that have a function of their plane and place.
  private func frame(
    _ size: PixelSize, _ format: AVPixelFormat, chromaLocation: AVChromaLocation = AVCHROMA_LOC_UNSPECIFIED,
    matrix: AVColorSpace = AVCOL_SPC_BT709, range: AVColorRange = AVCOL_RANGE_UNSPECIFIED,
    _ sample: (_ plane: Int, _ x: Int, _ y: Int) -> UInt8
  ) throws -> Frame {
    let frame = try Frame()
    try frame.allocate(size, format)
    frame.pointer.pointee.chroma_location = chromaLocation
    frame.pointer.pointee.colorspace = matrix
    frame.pointer.pointee.color_range = range
    let description = try #require(overlay_av_pix_fmt_desc_get(format)).pointee
    let lines = frame.pointer.pointee.linesize
    let strides = [lines.0, lines.1, lines.2, lines.3]
    for plane in 0..<Int(description.nb_components) {
      let shift = plane % 3 == 0 ? (0, 0) : (Int(description.log2_chroma_w), Int(description.log2_chroma_h))
      let base = try #require(frame.pointer.pointee.extended_data[plane])
      for y in 0..<(size.height + (1 << shift.1) - 1) >> shift.1 {
        for x in 0..<(size.width + (1 << shift.0) - 1) >> shift.0 {
          base[y * Int(strides[plane]) + x] = sample(plane, x, y)
        }
      }
    }
    return frame
  }

  /// Returns the blue, green and red of a frame, scaled to a size.
  private func pixels(of frame: borrowing Frame, in size: PixelSize) throws -> (Int, Int) -> SIMD3<Double> {
    let format = try VideoFormat(size: size, pixelFormat: .bgraPremultiplied)
    let picture = try DecodedFrameConverter(format: format).picture(of: frame.pointer)
    let bytes = picture.withUnsafeBytes { Array($0) }
    return { x, y in
      let pixel = 4 * (y * size.width + x)
      return SIMD3(Double(bytes[pixel]), Double(bytes[pixel + 1]), Double(bytes[pixel + 2]))
    }
  }

  // MARK: - Scaled pictures

  @Test(
    "A scaled picture is as close to an ideal one as FFmpeg's bicubic scaling", arguments: [(2, 3), (1, 2), (3, 4)])
  func scaled(ratio: (numerator: Int, denominator: Int)) throws {
    let folder = try OutputFolder()
    // A mandelbrot set has edges and gradients of all colors.
    let path = folder("a.mkv")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "mandelbrot=size=640x360:start_scale=0.3,format=yuv420p", "-frames:v", "1",
      "-c:v", "ffv1", "-colorspace", "bt709", "-color_range", "tv", "-chroma_sample_location", "left", path,
    ])
    let size = PixelSize(640 * ratio.numerator / ratio.denominator, 360 * ratio.numerator / ratio.denominator)
    let matrix = ":in_color_matrix=bt709:in_range=tv:in_h_chr_pos=0:in_v_chr_pos=128"
    // Colors at full size, and then a filter with more taps.
    let ideal = try output([
      "-i", path, "-vf",
      "scale=sws_flags=\(Self.flags)\(matrix),format=gbrp16le,scale=\(size.width):\(size.height):flags=lanczos"
        + "+accurate_rnd+full_chroma_int:param0=5", "-pix_fmt", "bgra",
    ])
    let bicubic = try output([
      "-i", path, "-vf", "scale=\(size.width):\(size.height):flags=\(Self.flags)\(matrix)", "-pix_fmt", "bgra",
    ])
    let reader = try PictureReader(path: path)
    #expect(try reader.next())
    let pictures = DecodedFrameConverter(format: try VideoFormat(size: size, pixelFormat: .bgraPremultiplied))
    let ours = try pictures.picture(of: reader.frame).withUnsafeBytes { Array($0) }
    let (quality, reference) = (peakSignalToNoise(ours, ideal), peakSignalToNoise(bicubic, ideal))
    #expect(quality >= reference - 0.05, "\(quality) dB, FFmpeg: \(reference) dB")
    #expect(quality > 30)
  }

  private func peakSignalToNoise(_ bytes: [UInt8], _ reference: [UInt8]) -> Double {
    guard bytes.count == reference.count, !bytes.isEmpty else { return 0 }
    let error = zip(bytes, reference).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    return 10 * log10(255 * 255 * Double(bytes.count) * 3 / 4 / max(error, 1))
  }

  // MARK: - Places of color differences

  @Test(
    "Color differences are where the movie has them, in the stored size and scaled",
    arguments: [
      (AVCHROMA_LOC_UNSPECIFIED, 0, 0.5), (AVCHROMA_LOC_LEFT, 0, 0.5), (AVCHROMA_LOC_CENTER, 0.5, 0.5),
      (AVCHROMA_LOC_TOPLEFT, 0, 0), (AVCHROMA_LOC_TOP, 0.5, 0),
    ] as [(AVChromaLocation, Double, Double)], [PixelSize(64, 64), PixelSize(32, 32), PixelSize(96, 96)])
  func chromaLocations(location: (place: AVChromaLocation, x: Double, y: Double), size: PixelSize) throws {
    // Ramps, which every filter keeps away from the edges: blue difference to the right, red difference downward.
    let frame = try frame(PixelSize(64, 64), AV_PIX_FMT_YUV420P, chromaLocation: location.place) { plane, x, y in
      plane == 0 ? 126 : UInt8(32 + 6 * (plane == 1 ? x : y))
    }
    let color = try pixels(of: frame, in: size)
    let scale = Double(size.width) / 64
    var worst = 0.0
    for y in size.height / 4..<size.height * 3 / 4 {
      for x in size.width / 4..<size.width * 3 / 4 {
        // The place of the pixel in pixels of the frame, and from there in samples.
        let (column, row) = ((Double(x) + 0.5) / scale - 0.5, (Double(y) + 0.5) / scale - 0.5)
        let blue = 32 + 3 * (column - location.x) - 128
        let red = 32 + 3 * (row - location.y) - 128
        let luma = 110.0 / 219
        let expected = SIMD2(luma + 1.8556 * blue / 224, luma + 1.5748 * red / 224) * 255
        worst = max(worst, abs(color(x, y).x - expected.x), abs(color(x, y).z - expected.y))
      }
    }
    // Half a pixel is 1.5 steps of a difference, which is 2.7 steps of red and 3.2 of blue.
    #expect(worst <= 1.3)
  }

  @Test("Samples are copied only if they mean the same", arguments: [PixelFormat.yuv420p, .nv12])
  func taggedMatrix(target: PixelFormat) throws {
    // The default matrix of this size is BT.709.
    let size = PixelSize(1280, 720)
    for (matrix, range) in [
      (AVCOL_SPC_SMPTE170M, AVCOL_RANGE_MPEG), (AVCOL_SPC_BT709, AVCOL_RANGE_JPEG), (AVCOL_SPC_BT709, AVCOL_RANGE_MPEG),
    ] {
      let frame = try frame(size, AV_PIX_FMT_YUV420P, matrix: matrix, range: range) { plane, _, _ in
        [100, 90, 170][plane]
      }
      let picture = try DecodedFrameConverter(format: VideoFormat(size: size, pixelFormat: target))
        .picture(of: frame.pointer)
      #expect(picture.format.matrix == .bt709 && picture.format.range == .limited)
      let color = try picture.converted(to: .bgraPremultiplied).withUnsafeBytes { Array($0[0..<3]) }
      let expected = try pixels(of: frame, in: size)(0, 0)
      let differences = (0..<3).map { abs(Double(color[$0]) - expected[$0]) }
      #expect(try #require(differences.max()) <= 3, "\(matrix.rawValue) \(range.rawValue): \(color)")
    }
  }

  @Test("A format with alpha that is multiplied into luma is refused")
  func premultipliedLuma() throws {
    let frame = try frame(PixelSize(3, 1), AV_PIX_FMT_YUVA420P) { _, _, _ in 100 }
    let pixelFormat = PixelFormat("premultiplied", planes: PixelFormat.yuva420p.planes, isPremultiplied: true)
    let pictures = DecodedFrameConverter(format: try VideoFormat(size: PixelSize(3, 1), pixelFormat: pixelFormat))
    #expect(throws: FFmpegStatus.self) { try pictures.picture(of: frame.pointer) }
  }

  @Test("Odd sizes and full range have the right colors", arguments: [PixelSize(33, 17), PixelSize(20, 9)])
  func oddSizes(target: PixelSize) throws {
    for (format, chroma) in [(AV_PIX_FMT_YUV420P, 2), (AV_PIX_FMT_YUV422P, 1), (AV_PIX_FMT_YUV444P, 0)] {
      let frame = try frame(PixelSize(33, 17), format, range: AVCOL_RANGE_JPEG) { plane, _, _ in [100, 90, 170][plane] }
      let color = try pixels(of: frame, in: target)
      let (blue, red) = (-38.0, 42.0)
      let green: Double = -0.1873 * blue - 0.4681 * red
      let expected = SIMD3(100 + 1.8556 * blue, 100 + green, 100 + 1.5748 * red)
      for (x, y) in [(0, 0), (target.width - 1, 0), (0, target.height - 1), (target.width - 1, target.height - 1)] {
        let difference = color(x, y) - expected
        #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) <= 1.1, "\(chroma)")
      }
    }
  }

  @Test(
    "Luma and color differences with 8 and 10 bits become the same colors as in FFmpeg",
    arguments: ["yuv420p", "yuv422p", "yuv444p", "nv12", "yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv440p"])
  func colors(pixelFormat: String) throws {
    let folder = try OutputFolder()
    let path = folder("a.nut")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "mandelbrot=size=90x52:start_scale=0.3,format=\(pixelFormat)",
      "-frames:v", "1", "-c:v", "rawvideo", "-colorspace", "bt709", "-color_range", "tv",
      "-chroma_sample_location", "left", path,
    ])
    let reader = try PictureReader(path: path)
    #expect(try reader.next())
    reader.frame.pointee.colorspace = AVCOL_SPC_BT709
    reader.frame.pointee.color_range = AVCOL_RANGE_MPEG
    let pictures = DecodedFrameConverter(
      format: try VideoFormat(size: PixelSize(90, 52), pixelFormat: .bgraPremultiplied))
    let ours = try pictures.picture(of: reader.frame).withUnsafeBytes { Array($0) }
    let positions =
      pixelFormat.contains("444")
      ? ""
      : pixelFormat.contains("422")
        ? ":in_h_chr_pos=0"
        : pixelFormat.contains("440")
          ? ":in_v_chr_pos=128"
          : ":in_h_chr_pos=0:in_v_chr_pos=128"
    // In two steps, because FFmpeg's bilinear filter for packed pixels is off by half a row.
    let expected = try output([
      "-i", path, "-vf",
      "scale=flags=bilinear+accurate_rnd\(positions),format=yuv444p16le,"
        + "scale=flags=accurate_rnd+full_chroma_int:in_color_matrix=bt709:in_range=tv,format=bgra",
    ])
    let differences = zip(ours, expected).map { abs(Int($0) - Int($1)) }
    #expect(ours.count == expected.count)
    #expect(differences.reduce(0, +) <= differences.count / 4, "\(pixelFormat)")
    #expect(try #require(differences.max()) <= 2, "\(pixelFormat)")
  }
}
