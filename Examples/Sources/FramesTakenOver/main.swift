// Takes the frames of a movie over into a display layer, and writes what that shows: FramesTakenOver MOVIE PICTURE.png

import ExampleOptions
import OverlayMedia
import OverlayPictureInPicture
import OverlayRender

guard CommandLine.arguments.count == 3 else { fail("give a movie and the name of a picture", status: 64) }
let (movie, file) = (CommandLine.arguments[1], CommandLine.arguments[2])
let (item, output) = (MoviePlayerItem(path: movie), VideoOutput(appliesOrientation: true))
let (player, layer) = (MoviePlayer(item), SampleBufferDisplayLayer())
item.add(output)
let link = output.displayLink { link in
  let time = output.itemTime(forHostTime: link.targetTimestamp)
  guard let picture = output.copyPixelBuffer(forItemTime: time) else { return }
  do {
    try layer.enqueue(SampleBuffer(pixelBuffer: picture.pixelBuffer, presentationTime: link.targetTimestamp))
  } catch {
    print(error)
  }
}
let events = item.events
player.play()
for await event in events {
  if case .statusChanged(.failed(let error)) = event { throw error }
  if event == .didPlayToEnd { break }
}
link.invalidate()
guard let last = layer.copyDisplayedPixelBuffer() else { fatalError("no frame was taken over") }
try Image(pixels: last).writePNG(to: OutputDestination(file), size: last.format.size, overwrite: true)
