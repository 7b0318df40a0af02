import { costOf, type Earned, type Rule } from './rules.ts'
import type { NewReward, OpenPlace, PlaceChange } from './place-store.ts'

/** A deposit or a settled bet that may earn a place a reward. A place is a bettor's participation in a promotion. */
export type PlaceEvent = {
  readonly bettor: bigint
  /** The id of the event, such as "bet/123": a place gets at most one reward for it. */
  readonly cause: string
  /** When the bet was placed or the deposit was posted; must be after joining. */
  readonly begunAt: Date
  /** When the event counts; must be before the place ends. */
  readonly at: Date
  readonly earned: (rule: Rule, before: bigint, may: boolean) => Earned | undefined
}

export type Earnings = {
  readonly changes: PlaceChange[]
  readonly rewards: NewReward[]
  /** The reserved cost that places do not need any more, by promotion. */
  readonly freed: Map<bigint, bigint>
}

type Known = {
  /** The causes that have a reward, as "promotion/bettor/cause". */
  readonly rewarded: ReadonlySet<string>
  /** The bettors who may receive promotions now. */
  readonly promotable: ReadonlySet<bigint>
}

/** The rewards that these events, in order, earn these places. */
export function earningsOf(places: readonly OpenPlace[], events: readonly PlaceEvent[], known: Known): Earnings {
  const result: Earnings = { changes: [], rewards: [], freed: new Map() }
  const byBettor = Map.groupBy(events, (event) => event.bettor)
  for (const place of places) add(result, place, byBettor.get(place.bettor) ?? [], known)
  return result
}

function add(
  { changes, rewards, freed }: Earnings,
  place: OpenPlace,
  events: readonly PlaceEvent[],
  { rewarded, promotable }: Known,
): void {
  const { promotion, bettor } = place
  let { reserved, earned } = place
  let ended = false
  for (const { cause, begunAt, at, earned: earnedBy } of events) {
    if (ended) break
    if (begunAt < place.joinedAt || at > place.until || rewarded.has(`${promotion}/${bettor}/${cause}`)) continue
    const got = earnedBy(place, earned, promotable.has(bettor))
    if (!got) continue
    ended = got.ends
    if (got.amount <= 0n) continue
    const whole = costOf(place, got.amount)
    const cost = whole < reserved ? whole : reserved
    rewards.push({ promotion, bettor, cause, amount: got.amount, cost, givenFor: got.givenFor ?? null })
    reserved -= cost
    earned += got.amount
  }
  if (!ended && earned === place.earned) return
  changes.push({ promotion, bettor, state: ended ? 'used' : 'joined', reserved: ended ? 0n : reserved, earned })
  if (ended) freed.set(promotion, (freed.get(promotion) ?? 0n) + reserved)
}
