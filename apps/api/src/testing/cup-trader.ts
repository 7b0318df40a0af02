import { randomUUID } from 'node:crypto'
import { operatorMatches } from '@nare/contract/operator-trading'
import { operatorTradingHands as hands, operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { operatorResults } from '@nare/contract/operator-trading-results'
import { operatorSettings, type SettingValue } from '@nare/contract/settings'
import type { Route, Sent } from '@nare/contract/route'
import type { Call, Dice } from './cup-bettors.ts'
import type { CupRow, CupWorld } from './cup-world.ts'
import type { LiveFacts } from './slow-live.ts'
import { slowLiveMarkets } from './slow-live.ts'

type Trading = {
  readonly call: Call
  readonly roll: Dice
  readonly world: CupWorld
  /** The matches as they end, by the feed's names of them: what is corrected is corrected back to this. */
  readonly facts: ReadonlyMap<string, LiveFacts>
  readonly count: (answer: string) => void
  /** Two operators, because some of what a trader does needs a second person. */
  readonly tokens: readonly [first: string, second: string]
}

/** Slips with a higher stake wait for the trader. */
const referralStake = '150'
const reason = 'the trader of the bench'
/** One stop of so many stays until a later round. */
const reopenEvery = 3
const correctionsMax = 30

/** A market of a match that is void, as "name 18". */
export const voidOf = (name: string, market: string): string => `${name} ${market}`

/**
 * A trader who does everything at random: stops and opens, prices, margins, limits, voids of markets, results by hand that are wrong and then
 * right again, and answers to referred bets. `voids` are the markets that it has declared void, by `voidOf`.
 */
export function openCupTrader({ call, roll, world, facts, count, tokens }: Trading) {
  const voids = new Set<string>()
  const stopped = new Map<string, () => Promise<void>>()
  const corrected = new Set<string>()
  const [first, second] = tokens

  /** Makes a call, and makes it once more as the second person if one has to confirm it. Returns whether it is done. */
  async function act<R extends Route>(what: string, route: R, input: Sent<R>): Promise<boolean> {
    const asked = await call(route, input, first)
    const { status, body } = asked.status === 202 ? await call(route, input, second) : asked
    const isDone = status >= 200 && status < 202
    count(`trader, ${what}: ${isDone ? 'done' : typeof body['code'] === 'string' ? body['code'] : status}`)
    return isDone
  }

  async function stop(what: string, name: string, set: (suspend: boolean) => Promise<boolean>): Promise<void> {
    if (stopped.has(name) || !(await set(true))) return
    stopped.set(name, async () => {
      if (await set(false)) stopped.delete(name)
    })
    count(`trader, ${what}: stopped`)
  }

  const ofMatch = (row: CupRow): string => String(row.id)
  const anyOf = <T>(list: readonly T[]): T | undefined => list[roll(list.length || 1)]
  const market = (): string => anyOf(slowLiveMarkets) ?? '1'

  const actions: readonly ((row: CupRow) => Promise<unknown>)[] = [
    (row) =>
      stop('match', ofMatch(row), (suspend) =>
        act('stop of a match', operatorMatches.suspendMatch, { match_id: ofMatch(row), suspend, reason }),
      ),
    (row) => {
      const sub_type_id = market()
      return stop('market', `${ofMatch(row)} ${sub_type_id}`, (suspend) =>
        act('stop of a market', hands.suspendMarket, { match_id: ofMatch(row), sub_type_id, suspend, reason }),
      )
    },
    () => stop('live', 'live', (suspend) => act('stop of all live', hands.suspendLive, { suspend, reason })),
    price,
    (row) =>
      act('margin', hands.setMargin, {
        ...{ id: randomUUID(), level: 'match', ids: [ofMatch(row)], reason },
        percent: `${4 + roll(6)}.${roll(10)}`,
      }),
    (row) =>
      act('limit', operatorTradingLimits.setLimit, {
        ...{ id: randomUUID(), level: 'match', ids: [ofMatch(row)], reason },
        stake: `${100 + roll(200)}.00`,
      }),
  ]

  /** Prices an outcome of the first market a little lower, or gives it back to the feed. */
  async function price(row: CupRow): Promise<void> {
    const [view] = await world.views([row.id])
    const line = view?.odds.find(({ sub_type_id, state }) => sub_type_id === '1' && state === 'open')
    const outcome = anyOf(line?.odds ?? [])
    if (!line || !outcome || outcome.odd_value === null) return
    const lower = (Number(outcome.odd_value) * 0.97).toFixed(2)
    const wish = roll(4) === 0 || Number(lower) <= 1.01 ? { end: true } : { price: lower }
    await act('price by hand', hands.setPrice, {
      ...{ id: randomUUID(), match_id: ofMatch(row), sub_type_id: '1', odd_key: outcome.odd_key, reason },
      ...wish,
    })
  }

  async function voidMarket(row: CupRow): Promise<void> {
    const sub_type_id = market()
    const input = { id: randomUUID(), match_id: ofMatch(row), sub_type_id, reason }
    if (await act('void of a market', operatorResults.voidByHand, input)) voids.add(voidOf(row.name, sub_type_id))
  }

  /** Enters a wrong result of a match that has one, and then the right one. */
  async function correct(row: CupRow): Promise<void> {
    const right = facts.get(row.name)
    if (!right || corrected.has(row.name) || corrected.size >= correctionsMax) return
    corrected.add(row.name)
    const enter = (what: string, { half, full, goals }: LiveFacts): Promise<boolean> =>
      act(what, operatorResults.resultByHand, {
        ...{ id: randomUUID(), match_id: ofMatch(row), full_time: full.join(':'), half_time: half.join(':') },
        ...(goals && { goals: [...goals] }),
        reason,
      })
    const [home, away] = [roll(4), roll(4)]
    const isWrong = await enter('wrong result', {
      full: [home + right.half[0], away + right.half[1]],
      half: right.half,
    })
    if (isWrong && !(await enter('right result', right)))
      throw new Error(`the result of ${row.name} could not be corrected`)
  }

  return {
    voids,
    /** Turns the referral of large stakes on. */
    async begin(): Promise<void> {
      const settings: [string, SettingValue][] = [
        ['referral.on', true],
        ['referral.stake', referralStake],
      ]
      for (const [key, value] of settings)
        if (!(await act(`setting ${key}`, operatorSettings.changeSetting, { key, value, reason })))
          throw new Error(`the setting ${key} could not be changed`)
    },
    /** Does something in a round of play. */
    async round(live: readonly CupRow[], over: readonly CupRow[]): Promise<void> {
      for (const [name, open] of stopped) if (name === 'live' || roll(reopenEvery) > 0) await open()
      const row = anyOf(live)
      if (row) await anyOf(actions)?.(row)
      if (row && roll(12) === 0) await voidMarket(row)
      const ended = anyOf(over)
      if (ended && roll(8) === 0) await correct(ended)
    },
    /** Answers a referred bet: accepts most, offers less for some, refuses the others. Returns whether the bettor has an offer. */
    async answer(id: string): Promise<boolean> {
      const wish = roll(6)
      const answer = wish === 0 ? 'refuse' : wish < 3 ? 'offer' : 'accept'
      const terms = answer === 'offer' ? { stake: '100.00' } : {}
      const isDone = await act(`referral, ${answer}`, consoleReferrals.decideReferral, { id, answer, reason, ...terms })
      return isDone && answer === 'offer'
    },
  }
}
export type CupTrader = ReturnType<typeof openCupTrader>
