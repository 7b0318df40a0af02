import { QueueFull } from '#platform/batcher'
import { TooManyWaiting } from '#platform/turns'

const delayedMax = 5000
const delayedPerBettor = 200

/** Limits what waits for the delay of live bets, in total and per bettor. */
export function openDelays() {
  const perBettor = new Map<bigint, number>()
  let all = 0
  return async function delayed(bettor: bigint, wait: () => Promise<void>): Promise<void> {
    const own = perBettor.get(bettor) ?? 0
    if (all >= delayedMax) throw new QueueFull('too many live bets are waiting')
    if (own >= delayedPerBettor) throw new TooManyWaiting('too many live bets of one bettor are waiting')
    all++
    perBettor.set(bettor, own + 1)
    try {
      await wait()
    } finally {
      all--
      const left = (perBettor.get(bettor) ?? 1) - 1
      if (left > 0) perBettor.set(bettor, left)
      else perBettor.delete(bettor)
    }
  }
}
