// Checks that a block of 2000 children fits into a stack of 512 KiB. The tests check a part of it without optimization.

import Foundation
import OverlayRender

let size = PixelSize(64, 2000)

/// The same children without a large block.
struct Rows: View {
  var body: some View {
    VStack(spacing: 0) {
      ForEach(0..<2000) { Text(String(format: "%04d", $0)) }
    }
    .font(size: 1)
  }
}

let isDone = DispatchSemaphore(value: 0)
let thread = Thread {
  do {
    let block = VStack(spacing: 0) { LargeBlock() }.font(size: 1)
    guard try block.png(size: size) == Rows().png(size: size) else { fatalError("the block differs from its rows") }
  } catch {
    fatalError("\(error)")
  }
  isDone.signal()
}
thread.stackSize = 512 << 10
thread.start()
isDone.wait()
