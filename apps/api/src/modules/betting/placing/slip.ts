import type { betting } from '@nare/contract/betting'
import type { Received } from '@nare/contract/route'
import { combinationId, readCombination } from '@nare/bets/markets/combination'
import { lineOf } from '@nare/bets/markets/markets'
import type { PricedLeg } from '@nare/bets/ticket/slip'
import { pickState } from '@nare/bets/ticket/slip'
import { ucn } from '@nare/bets/ucn'
import { formatPrice, price, type Price } from '@nare/money/money'
import type { LineName, Offer } from '#modules/catalog/catalog'
import type { TicketCommand } from '#modules/tickets/tickets'
import { commandHash } from '#platform/command-hash'

type PickIn = Received<typeof betting.place>['slip'][number]

/** A pick with the line parsed from its key. `line` is undefined if the match id or the outcome does not exist. */
export type Pick = {
  readonly matchId: number
  readonly matchText: string
  readonly marketId: string
  readonly oddKey: string
  readonly line: string | undefined
  readonly expected: Price
  /** Of a bet that a trader has accepted: the price that was asked, above which it is never placed. */
  readonly most?: Price
}

/** A placement request. Its `reservation` is the stake of a live bet after the delay, or with `isReferred` of a bet that a trader has accepted. */
export type Slip = TicketCommand & {
  readonly type: 'single' | 'multi' | 'system' | undefined
  readonly system: readonly number[] | undefined
  readonly accept: 'none' | 'higher' | 'any'
  readonly picks: readonly Pick[]
  readonly attribution: string | undefined
  /** The session that sent it. */
  readonly signingKey: string
  readonly isReferred?: boolean
  readonly edit?: SlipEdit
}

/** Of a slip that replaces a bet: whether that bet is in play, and after the delay the interruptions of the slip's matches before it. */
export type SlipEdit = { readonly inPlay: boolean; readonly interruptions?: ReadonlyMap<number, number> | undefined }

export function parsePick(pick: PickIn): Pick {
  const isMatchId = /^\d{8}$/.test(pick.match_id)
  return {
    matchId: isMatchId ? Number(pick.match_id) : 0,
    matchText: pick.match_id,
    marketId: pick.sub_type_id,
    oddKey: pick.odd_key,
    line: isMatchId ? lineOf(pick.sub_type_id, pick.odd_key) : undefined,
    expected: pick.odd_value,
  }
}

/** The errors of picks that cannot be on a slip, by field: of another product, or no combination. Undefined if all picks are valid. */
export function pickErrors(
  picks: readonly Pick[],
  pickError?: (pick: Pick) => string | undefined,
): Readonly<Record<string, string>> | undefined {
  const errors = picks.flatMap((pick, n): [string, string][] => {
    const sentence = pickError?.(pick)
    if (sentence !== undefined) return [[`slip.${n}.sub_type_id`, sentence]]
    return isMalformed(pick) ? [[`slip.${n}.odd_key`, malformed]] : []
  })
  return errors.length > 0 ? Object.fromEntries(errors) : undefined
}

const malformed = 'Write a combination like m1 home_team and m18 over 2.5, in the order of the markets'

/** Whether a pick names a combination outside its grammar. */
const isMalformed = ({ marketId, oddKey }: { readonly marketId: string; readonly oddKey: string }): boolean =>
  marketId === combinationId && !readCombination(oddKey)

/** A hash of the fields that decide a placement: a repeated id with another hash is refused. */
export function hashOf(input: Received<typeof betting.place>): string {
  const picks = input.slip.map((pick) => [pick.match_id, pick.sub_type_id, pick.odd_key, String(pick.odd_value)])
  return commandHash([String(input.stake), input.type ?? null, input.system ?? null, input.accept, picks])
}

export const offerKey = (matchId: number, marketId: string, line: string): string => `${matchId} ${marketId} ${line}`

/** The lines whose offers these picks need, each once. */
export function linesOf(picks: readonly Pick[]): LineName[] {
  const lines = new Map<string, LineName>()
  for (const { matchId, marketId, line } of picks) {
    if (line !== undefined) lines.set(offerKey(matchId, marketId, line), { matchId, marketId, line })
  }
  return [...lines.values()]
}

const notOnOffer: Omit<PricedLeg, 'matchId' | 'marketId' | 'oddKey' | 'expected'> = {
  present: undefined,
  marketState: 'closed',
  matchState: 'cancelled',
  startsAtMs: 0,
}

/** An offer to bet on. `closesAt` is when it stops accepting stakes, if that is before its start. */
export type Offered = Omit<Offer, 'pair' | 'sportId' | 'competitionId'> &
  Partial<OfferFacts<Offer, 'pair' | 'sportId' | 'competitionId'>> & { readonly closesAt?: Date }
type OfferFacts<O, K extends keyof O> = { readonly [N in K]: O[N] }

/** A pick with its current offer; a pick without an offer is closed. */
export function pricedLeg(pick: Pick, offer: Offered | undefined): PricedLeg {
  const leg = { matchId: pick.matchText, marketId: pick.marketId, oddKey: pick.oddKey, expected: pick.expected }
  if (!offer) return { ...leg, ...notOnOffer }
  const at = offer.prices[offer.keys.indexOf(pick.oddKey)]
  return {
    ...leg,
    present:
      at === undefined || at === null ? undefined : price(pick.most !== undefined && at > pick.most ? pick.most : at),
    marketState: offer.suspended && offer.marketState === 'open' ? 'suspended' : offer.marketState,
    matchState: offer.matchState,
    startsAtMs: (offer.closesAt ?? offer.startTime).getTime(),
    ...(offer.pair !== undefined && { pair: offer.pair }),
  }
}

/** A pick as validation returns it: its current price and state, and whether the price differs from the one that was sent. */
export function checkedPick(leg: PricedLeg, nowMs: number) {
  return {
    ucn: ucn(leg.matchId, leg.marketId, leg.oddKey),
    match_id: leg.matchId,
    sub_type_id: leg.marketId,
    odd_key: leg.oddKey,
    odd_value: leg.present === undefined ? null : formatPrice(leg.present),
    state: pickState(leg, nowMs),
    changed: leg.present !== undefined && leg.present !== leg.expected,
  }
}
