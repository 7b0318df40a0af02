import { devig } from './devig.ts'
import { inPlay, type Moment } from './inplay.ts'
import type { MatchModel } from './match-model.ts'
import { selectionShare } from './selection-share.ts'

/** A total of all goals on offer: its line and decimal odds. */
export type PricedTotal = { readonly line: string; readonly over: number; readonly under: number }

/** Chances that differ by less come from prices that are cut to the ladder. */
const sameWithin = 0.006
/** A grid that is further from the total at every minute does not explain its prices. */
const explainedWithin = 0.03
/** The clock of a match may be this far ahead of the minute of its prices, and behind it: injury time is played, but not counted. */
const minutes = { ahead: 8, behind: 3 }
const stepsPerMinute = 4
const firstHalfEnds = 45

/**
 * The moment for which a total was priced, to a quarter of a minute. A match's clock says 90 while prices count on more minutes to come, and late in a
 * match that moves every chance by more than a margin. It is the moment itself if its grid gives the total's chance, or if no minute near it does.
 */
export function pricedMoment(match: MatchModel, moment: Moment, { line, over, under }: PricedTotal): Moment {
  const [wanted = 0] = devig([over, under], 'power')
  const chanceAt = (minute: number): number =>
    selectionShare(inPlay(match, { ...moment, minute }), { marketId: '18', oddKey: `over ${line}` })?.win ?? 0
  const off = (minute: number): number => Math.abs(chanceAt(minute) - wanted)
  if (off(moment.minute) <= sameWithin) return moment
  const inSecondHalf = moment.halfTime !== undefined || moment.minute > firstHalfEnds
  const from = Math.max(inSecondHalf ? firstHalfEnds : 0, moment.minute - minutes.ahead)
  const until = Math.min(inSecondHalf ? 90 : firstHalfEnds, moment.minute + minutes.behind)
  const minuteAt = (step: number): number => from + step / stepsPerMinute
  let [low, high] = [0, Math.max(0, Math.floor((until - from) * stepsPerMinute))]
  // The chance of more goals falls with every minute.
  while (low < high) {
    const middle = (low + high) >> 1
    if (chanceAt(minuteAt(middle)) > wanted) low = middle + 1
    else high = middle
  }
  const nearest = [low - 1, low].filter((step) => step >= 0).map(minuteAt)
  const [best = moment.minute] = nearest.toSorted((a, b) => off(a) - off(b))
  return off(best) <= explainedWithin && off(best) < off(moment.minute) ? { ...moment, minute: best } : moment
}
