import { randomUUID } from 'node:crypto'
import { betting } from '@nare/contract/betting'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { parseMoney, parsePrice } from '@nare/money/money'
import type { MatchView } from '#modules/catalog/catalog'
import type { App } from '../app.ts'
import type { Bet, SentPick } from './bets.ts'
import type { SeededBettor } from './seed.ts'
import { slowLiveMarkets } from './slow-live.ts'

/** A leg as it was accepted; `at` is the score when a live bet was accepted. */
export type PlayedLeg = {
  readonly name: string
  readonly market: string
  readonly key: string
  readonly odds: bigint
  readonly at: readonly [number, number] | undefined
}

/** An accepted bet. `stake` is the stake left after cash-outs, which paid `paid` in total. Amounts are cents. */
export type PlayedBet = {
  readonly betId: string
  readonly bettor: SeededBettor
  readonly legs: readonly PlayedLeg[]
  readonly sizes: readonly number[] | undefined
  readonly isLive: boolean
  /** The sum of the implied probabilities of a single's line. */
  readonly implied: number
  readonly staked: bigint
  stake: bigint
  paid: bigint
}

/** A match on offer: the feed's name of it, its view, and its current score if it is live. */
export type Offered = {
  readonly name: string
  readonly view: MatchView
  readonly score: readonly [number, number] | undefined
}

export type Dice = (below: number) => number

/** A generator of small integers from a fixed seed, the same in every run. */
export function dice(seed: number): Dice {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export type Call = <R extends Route>(
  route: R,
  input: Sent<R>,
  token: string,
) => Promise<{ readonly status: number; readonly body: Answer<R> & Record<string, unknown> }>

/** Makes calls through an application's whole server. */
export const callsOf =
  (app: App): Call =>
  async (route, input, token) => {
    const { url, rest } = address(route, input as Record<string, unknown>)
    const reply = await app.app.inject({
      method: route.method,
      url,
      headers: { accept: '*/*', authorization: `Bearer ${token}` },
      ...(route.method !== 'GET' && { payload: rest }),
    })
    return { status: reply.statusCode, body: reply.json() }
  }

const likelyBelow = 6
/** How often a command whose outcome is not known is sent in all. */
const sendsMax = 20
const accepts = ['none', 'higher', 'any'] as const

export type Slip = { readonly picks: readonly Chosen[]; readonly sizes: readonly number[] | undefined }
type Chosen = { readonly of: Offered; readonly pick: SentPick; readonly implied: number }

/** A slip of one to five matches: mostly singles, some multis and systems. Undefined if nothing is on offer. */
export function slipOf(offers: readonly Offered[], roll: Dice): Slip | undefined {
  const count = roll(10) < 6 ? 1 : 2 + roll(4)
  const from = roll(offers.length || 1)
  const step = 1 + roll(3)
  const chosen = new Map<string, Chosen>()
  for (let n = 0; n < count; n++) {
    const of = offers[(from + n * step) % offers.length]
    const pick = of && pickOf(of, roll)
    if (pick) chosen.set(pick.of.name, pick)
  }
  const picks = [...chosen.values()]
  if (picks.length === 0) return undefined
  const isSystem = picks.length >= 3 && roll(4) === 0
  return { picks, sizes: isSystem ? [2, picks.length] : undefined }
}

function pickOf(of: Offered, roll: Dice): Chosen | undefined {
  const lines = of.view.odds.filter((line) => line.state === 'open' && slowLiveMarkets.includes(line.sub_type_id))
  const line = lines[roll(lines.length)]
  const open = line?.odds.filter(({ odd_value }) => odd_value !== null) ?? []
  const likely = open.filter(({ odd_value }) => Number(odd_value) < likelyBelow)
  const list = likely.length > 0 ? likely : open
  const outcome = list[roll(list.length)]
  if (!line || !outcome || outcome.odd_value === null) return undefined
  const { match_id } = of.view
  return {
    of,
    pick: { match_id, sub_type_id: line.sub_type_id, odd_key: outcome.odd_key, odd_value: outcome.odd_value },
    implied: open.reduce((sum, { odd_value }) => sum + 1 / Number(odd_value), 0),
  }
}

type Placing = { bettor: SeededBettor; roll: Dice; scoreNow: (of: Offered) => PlayedLeg['at'] }
/** A bet that waits for a trader, and what it is once it is placed. */
export type ReferredSlip = {
  readonly betId: string
  readonly bettor: SeededBettor
  readonly placedAs: (bet: Bet) => PlayedBet
}

/**
 * Sends a slip. Returns the bet, the reason of its refusal, or what waits for a trader. `scoreNow` is called when the bet is accepted.
 */
export async function placeSlip(
  call: Call,
  slip: Slip,
  { bettor, roll, scoreNow }: Placing,
): Promise<PlayedBet | ReferredSlip | string> {
  const { picks, sizes } = slip
  const stake = `${20 + roll(200)}.${10 + roll(90)}`
  const command = {
    id: randomUUID(),
    stake,
    slip: picks.map(({ pick }) => pick),
    accept: accepts[roll(3)] ?? 'none',
    ...(sizes && { type: 'system' as const, system: [...sizes] }),
  }
  const send = () => call(betting.place, command, bettor.token)
  let { status, body } = await send()
  // Its outcome is not known: the bet may be placed. The same command again answers what became of it, as every client asks.
  for (let tries = 1; body['code'] === 'unknown' && tries < sendsMax; tries++) ({ status, body } = await send())
  const placedAs = (bet: Bet): PlayedBet => playedOf(bet, slip, { bettor, scoreNow })
  if (status === 202) return { betId: body.bet.bet_id, bettor, placedAs }
  return status === 201 ? placedAs(body.bet) : `${String(body['code'])}: ${String(body['message'])}`
}

function playedOf(bet: Bet, { picks, sizes }: Slip, { bettor, scoreNow }: Omit<Placing, 'roll'>): PlayedBet {
  const cents = parseMoney(bet.stake) ?? 0n
  return {
    betId: bet.bet_id,
    bettor,
    sizes,
    isLive: picks.some(({ of }) => of.score !== undefined),
    implied: picks[0]?.implied ?? 0,
    staked: cents,
    stake: cents,
    paid: 0n,
    legs: bet.legs.map((leg, n): PlayedLeg => {
      const chosen = picks[n]
      if (!chosen) throw new Error('the bet has more legs than its slip')
      return {
        name: chosen.of.name,
        market: leg.sub_type_id,
        key: leg.odd_key,
        odds: parsePrice(leg.odd_value) ?? 0n,
        at: scoreNow(chosen.of),
      }
    }),
  }
}
