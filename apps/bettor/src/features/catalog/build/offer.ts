import type { MarketView, MatchView } from '@nare/contract/catalog'
import type { PickPart } from '../../../state/picks.ts'
import type { Reason } from './clash-text.ts'
import { pickKey, type together } from './together.ts'
import { partsMax, type Combined } from './use-combination.ts'

/** The line and the outcome of a pick on the match's board; undefined once it has left it. */
export function onBoard({ odds }: Pick<MatchView, 'odds'>, { sub_type_id, odd_key }: PickPart) {
  for (const line of odds) {
    const outcome = line.sub_type_id === sub_type_id && line.odds.find((one) => one.odd_key === odd_key)
    if (outcome) return { line, outcome }
  }
  return undefined
}

export const partOf = (
  { sub_type_id, name }: Pick<MarketView, 'sub_type_id' | 'name'>,
  { odd_key, display }: MarketView['odds'][number],
): PickPart => ({ sub_type_id, market: name, odd_key, display })

type Asked = {
  picks: readonly PickPart[]
  judge: ReturnType<typeof together>
  /** The state and the price of the pick's own line now. */
  isOpen: boolean
  /** The server's answer with the pick added, if it was asked. */
  combined: Combined | undefined
}

/** Why a pick cannot be added now; undefined if it can. */
export function reasonAgainst(part: PickPart, { picks, judge, isOpen, combined }: Asked): Reason | undefined {
  const clash = judge.clash(part, picks)
  if (clash) return clash
  if (!isOpen) return { why: 'suspended', others: [] }
  if (picks.length >= partsMax) return { why: 'full', others: [] }
  if (!combined || combined.odd_value !== null) return undefined
  const key = pickKey(part)
  const own = combined.conflicts.find(({ parts }) => parts.includes(key))
  return own ? reasonOf(own, key, picks) : { why: 'no_price', others: [] }
}

/** Why a picked one keeps the picks from having a price, by the server's answer. */
export function reasonOfPicked(part: PickPart, { conflicts }: Combined, picks: readonly PickPart[]) {
  const key = pickKey(part)
  const own = conflicts.find(({ parts, why }) => (why === 'implied' ? parts[0] === key : parts.includes(key)))
  return own && reasonOf(own, key, picks)
}

function reasonOf({ why, parts }: Combined['conflicts'][number], key: string, picks: readonly PickPart[]): Reason {
  const others = picks.filter((pick) => pickKey(pick) !== key && parts.includes(pickKey(pick)))
  if (why === 'implied') return parts[0] === key ? { why, others: [] } : { why: 'contains', others }
  return { why, others: why === 'impossible' ? others : [] }
}
