/// Returns sound in which each sample is the number of its frame, multiplied by a scale, with the channels in turn.
///
/// It is here because modules of tests are not optimized, and they need hours of it.
package func numberedSamples(of frames: Range<Int64>, channelCount: Int, scale: Float = 1) -> [Float] {
  frames.flatMap { repeatElement(Float($0) * scale, count: channelCount) }
}
