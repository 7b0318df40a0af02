import { QueueFull } from '#platform/batcher'
import { TooManyWaiting } from '#platform/turns'

const delayedMax = 5000
const delayedPerBettorMax = 200

/** Limits the number of commands that wait for the delay of live bets, or do other work with it, in total and per bettor. */
export function openDelayLimits() {
  const perBettor = new Map<bigint, number>()
  let total = 0
  return async function withinDelayLimits<T>(bettor: bigint, work: () => Promise<T>): Promise<T> {
    const own = perBettor.get(bettor) ?? 0
    if (total >= delayedMax) throw new QueueFull('too many live bets are waiting')
    if (own >= delayedPerBettorMax) throw new TooManyWaiting('too many live bets of this bettor are waiting')
    total++
    perBettor.set(bettor, own + 1)
    try {
      return await work()
    } finally {
      total--
      const left = (perBettor.get(bettor) ?? 1) - 1
      if (left > 0) perBettor.set(bettor, left)
      else perBettor.delete(bettor)
    }
  }
}
