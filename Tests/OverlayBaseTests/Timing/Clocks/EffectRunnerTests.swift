import Dispatch
import Synchronization
import TestTools
import Testing

@testable import OverlayBase

@Suite("EffectRunner", .ownThreads)
struct EffectRunnerTests {
  private struct Refused: Error {}

  @Test("The effects of changes by many threads are carried out in the order of the changes, one at a time")
  func order() {
    for queue in [nil, DispatchQueue(label: "effects")] {
      let runner = EffectRunner<Int, Int>(0, on: queue)
      let log = Mutex<[Int]>([])
      let isBusy = Atomic(false)
      DispatchQueue.concurrentPerform(iterations: 1000) { _ in
        runner.send { count in
          count += 1
          return [2 * count - 1, 2 * count]
        } carryOut: { effect in
          let wasBusy = isBusy.exchange(true, ordering: .acquiringAndReleasing)
          #expect(!wasBusy)
          log.withLock { $0.append(effect) }
          isBusy.store(false, ordering: .releasing)
        }
      }
      queue?.sync {}
      #expect(log.withLock { $0 } == Array(1...2000))
    }
  }

  @Test("The effects of a change that an effect makes follow those that wait")
  func nested() {
    let runner = EffectRunner<Int, Int>(0)
    let log = Mutex<[Int]>([])
    @Sendable func carryOut(_ effect: Int) {
      log.withLock { $0.append(effect) }
      if effect == 1 {
        runner.send(
          { state in
            state += 1
            return [3]
          }, carryOut: carryOut)
        // Another thread leaves its effects to this one.
        DispatchQueue.global().sync { runner.send({ _ in [4] }, carryOut: carryOut) }
      }
    }
    runner.send({ _ in [1, 2] }, carryOut: carryOut)
    #expect(log.withLock { $0 } == [1, 2, 3, 4])
    #expect(runner.withLock { $0 } == 1)
  }

  @Test(
    "An effect is released when it is carried out, also if no other one follows",
    arguments: [nil, DispatchQueue(label: "effects")])
  func release(queue: DispatchQueue?) {
    final class Picture: Sendable {}
    let runner = EffectRunner<Int, Picture>(0, on: queue)
    for _ in 0..<3 {
      weak var picture: Picture?
      do {
        let effects = [Picture(), Picture()]
        picture = effects.last
        runner.send { _ in
          effects
        } carryOut: { _ in
        }
      }
      queue?.sync {}
      #expect(picture == nil)
    }
  }

  @Test("A change that throws has no effects, and the next one has")
  func failure() {
    let runner = EffectRunner<Int, Int>(0)
    let log = Mutex<[Int]>([])
    #expect(throws: Refused.self) {
      try runner.send { _ throws(Refused) in
        throw Refused()
      } carryOut: { effect in
        log.withLock { $0.append(effect) }
      }
    }
    runner.send { _ in
      [1]
    } carryOut: { effect in
      log.withLock { $0.append(effect) }
    }
    #expect(log.withLock { $0 } == [1])
  }
}
