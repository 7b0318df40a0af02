import { spinAt, type Reels } from '../games/slot.ts'

/** The reference implementation of the exact return: plays every stop of these reels once. `hits` is the share of stops that pay. */
export function returnOfAllStops(reels: Reels): { paid: bigint; of: bigint; hits: number } {
  let [tenths, count, hits] = [0, 0, 0]
  const stops = reels.map(() => 0)
  const walk = (reel: number): void => {
    const places = reels[reel]?.length
    if (places === undefined) {
      const paid = spinAt(stops, reels).tenths
      tenths += paid
      count++
      if (paid > 0) hits++
      return
    }
    for (let stop = 0; stop < places; stop++) {
      stops[reel] = stop
      walk(reel + 1)
    }
  }
  walk(0)
  return { paid: BigInt(tenths), of: BigInt(count) * 10n, hits: hits / count }
}
