import type { FantasyPlayer, Position } from '@nare/contract/fantasy'
import {
  benchSize,
  clubMax,
  countsOf,
  elevenSize,
  formation,
  positions,
  teamFault,
  type Player,
  type TeamFault,
} from '@nare/fantasy/team'

/** A team in progress. `captain` is a player of the eleven, or undefined. */
export type Draft = {
  readonly eleven: readonly string[]
  readonly bench: readonly string[]
  readonly captain: string | undefined
}

export const emptyDraft: Draft = { eleven: [], bench: [], captain: undefined }

/** A week's players by id, and its budget. */
export type Squads = { readonly byId: ReadonlyMap<string, FantasyPlayer>; readonly budget: number }

/** Why a player cannot be added. `short` is how much the budget lacks. */
export type Refusal =
  | { readonly why: 'chosen' }
  | { readonly why: 'full' }
  | { readonly why: 'club'; readonly club: string }
  | { readonly why: 'budget'; readonly short: number }

const playersById = (ids: readonly string[], { byId }: Squads): FantasyPlayer[] =>
  ids.flatMap((id) => byId.get(id) ?? [])

const playersOf = (draft: Draft, squads: Squads): FantasyPlayer[] =>
  playersById([...draft.eleven, ...draft.bench], squads)

/** The price of the chosen players. Prices are multiples of 0.5, so sums are exact. */
export const costOf = (draft: Draft, squads: Squads): number =>
  playersOf(draft, squads).reduce((sum, { price }) => sum + price, 0)

/** True if a valid formation is still possible after one more player of a position. */
function hasRoom(draft: Draft, squads: Squads, position: Position): boolean {
  const counts = { ...countsOf(playersById(draft.eleven, squads).map((player) => player.position)) }
  counts[position] += 1
  const missing = positions.reduce((sum, at) => sum + Math.max(0, formation[at].least - counts[at]), 0)
  const size = draft.eleven.length + 1
  return counts[position] <= formation[position].most && size + missing <= elevenSize
}

/** The reason why a player cannot be added to the eleven or the bench; undefined if the player can be added. */
export function refusalOf(draft: Draft, squads: Squads, player: FantasyPlayer): Refusal | undefined {
  const chosen = playersOf(draft, squads)
  if (chosen.some(({ player_id }) => player_id === player.player_id)) return { why: 'chosen' }
  if (!hasRoom(draft, squads, player.position) && draft.bench.length >= benchSize) return { why: 'full' }
  if (chosen.filter(({ club }) => club === player.club).length >= clubMax) return { why: 'club', club: player.club }
  const short = costOf(draft, squads) + player.price - squads.budget
  return short > 0 ? { why: 'budget', short } : undefined
}

/** Adds a player to the draft; returns the same draft if he is refused. */
export function added(draft: Draft, squads: Squads, player: FantasyPlayer): Draft {
  if (refusalOf(draft, squads, player)) return draft
  const id = player.player_id
  return hasRoom(draft, squads, player.position)
    ? { ...draft, eleven: sorted([...draft.eleven, id], squads) }
    : { ...draft, bench: [...draft.bench, id] }
}

const sorted = (ids: readonly string[], squads: Squads): string[] =>
  playersById(ids, squads)
    .toSorted((a, b) => positions.indexOf(a.position) - positions.indexOf(b.position))
    .map(({ player_id }) => player_id)

export function removed(draft: Draft, id: string): Draft {
  return {
    eleven: draft.eleven.filter((playerId) => playerId !== id),
    bench: draft.bench.filter((playerId) => playerId !== id),
    captain: draft.captain === id ? undefined : draft.captain,
  }
}

export const withCaptain = (draft: Draft, id: string): Draft =>
  draft.eleven.includes(id) ? { ...draft, captain: id } : draft

/** Moves a bench player one place up or down. */
export function movedOnBench(draft: Draft, id: string, by: -1 | 1): Draft {
  const at = draft.bench.indexOf(id)
  const other = draft.bench[at + by]
  if (at < 0 || other === undefined) return draft
  const bench = draft.bench.map((playerId, n) => (n === at ? other : n === at + by ? id : playerId))
  return { ...draft, bench }
}

/** Moves a player between the eleven and the bench; returns the same draft if there is no room. */
export function switched(draft: Draft, squads: Squads, id: string): Draft {
  const player = squads.byId.get(id)
  if (!player) return draft
  const without = removed(draft, id)
  if (draft.eleven.includes(id)) {
    return draft.bench.length < benchSize ? { ...without, bench: [...without.bench, id] } : draft
  }
  if (!hasRoom(without, squads, player.position)) return draft
  return { ...without, eleven: sorted([...without.eleven, id], squads) }
}

/** The budget reserved for each empty place while a draft is filled. */
const reserve = 5
/** A player may cost up to this many times the average budget of the empty places. */
const ambition = 1.4

/** Fills a draft within the budget: first an expensive eleven, then a bench with one player per position. */
export function filled(draft: Draft, squads: Squads): Draft {
  const all = [...squads.byId.values()].toSorted((a, b) => b.price - a.price)
  let now = draft
  while (now.eleven.length + now.bench.length < elevenSize + benchSize) {
    const next = nextOf(now, squads, all)
    if (!next) break
    now = added(now, squads, next)
  }
  const best = playersById(now.eleven, squads).toSorted((a, b) => b.price - a.price)[0]
  return now.captain === undefined && best ? withCaptain(now, best.player_id) : now
}

function nextOf(draft: Draft, squads: Squads, all: readonly FantasyPlayer[]): FantasyPlayer | undefined {
  const places = { eleven: elevenSize - draft.eleven.length, bench: benchSize - draft.bench.length }
  const left = squads.budget - costOf(draft, squads)
  const forEleven = places.eleven > 0
  const most = forEleven
    ? Math.min(
        ((left - places.bench * reserve) / places.eleven) * ambition,
        left - (places.eleven + places.bench - 1) * reserve,
      )
    : left - (places.bench - 1) * reserve
  const sitting = new Set(playersById(draft.bench, squads).map(({ position }) => position))
  const fits = all.filter(
    (player) =>
      !refusalOf(draft, squads, player) &&
      (forEleven ? hasRoom(draft, squads, player.position) : !sitting.has(player.position)),
  )
  // If nobody is cheap enough, the cheapest player who fits.
  return (
    fits.find(({ price }) => price <= most) ??
    fits.at(-1) ??
    all.findLast((player) => !refusalOf(draft, squads, player))
  )
}

/** The current formation, such as "4-4-2". */
export function shapeOf(draft: Draft, squads: Squads): string {
  const { DF, MF, FW } = countsOf(playersById(draft.eleven, squads).map((player) => player.position))
  return `${DF}-${MF}-${FW}`
}

/** The first rule that the draft breaks as a team; undefined if it can be saved. */
export function faultOf(draft: Draft, squads: Squads): TeamFault | undefined {
  const rules = new Map(
    [...squads.byId].map(([id, { club, position, price }]): [string, Player] => [
      id,
      { id, club, position, halves: price * 2 },
    ]),
  )
  const team = { players: draft.eleven, bench: draft.bench, captain: draft.captain ?? '' }
  return teamFault(team, rules, squads.budget * 2)
}

export const sameDraft = (a: Draft, b: Draft): boolean =>
  a.captain === b.captain &&
  a.bench.join() === b.bench.join() &&
  a.eleven.toSorted().join() === b.eleven.toSorted().join()
