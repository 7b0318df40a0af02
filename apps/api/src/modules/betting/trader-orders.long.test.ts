import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { operator } from '@nare/contract/operator'
import { operatorTradingHands as hands, operatorTradingLimits as limits } from '@nare/contract/operator-trading-hands'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { operatorFixtures, operatorResults } from '@nare/contract/operator-trading-results'
import type { Route, Sent } from '@nare/contract/route'
import type { SettingValue } from '@nare/contract/settings'
import { testBuses } from '#platform/testing/bus-pair'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'
import { settingsOn } from '#testing/settings'

const [baraka, juma] = [operatorToken('baraka'), operatorToken('juma')]
const reason = 'an evening of everything'
const six = [1, 2, 3, 4, 5, 6]
const keys = ['home_team', 'draw', 'away_team'] as const
/** The bets that a course must have at least. */
const placedMin = 30
type Key = (typeof keys)[number]

let nare: TestApp
let second: TestApp
let bets: Bets
beforeAll(async () => {
  const OPERATORS = operatorsOf({ baraka: 'trader', juma: 'trader', ada: 'admin', ben: 'admin' })
  const [one, other] = testBuses(2)
  const waitForLive = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms / 100))
  nare = await testApp({ OPERATORS }, { waitForLive, ...(one && { bus: one }) })
  second = await testApp({ OPERATORS }, { waitForLive, base: nare.base, ...(other && { bus: other }) })
  bets = betsOn(nare)
})
afterAll(async () => {
  await second.close()
  await nare.close()
})

const { send } = settingsOn(() => nare)
/** Changes a setting, unless it has this value. */
async function change(key: string, value: SettingValue, from?: string): Promise<number> {
  const asked = await send(key, value, { by: 'ada', from })
  return (asked.status === 202 ? await send(key, value, { by: 'ben', from }) : asked).status
}

/** Numbers by a seed: a failure names it. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** A stop that was answered at `set`, and whose end was asked for at `lifted`. */
type Stop = { readonly concerns: (match: string, key: Key) => boolean; readonly set: number; lifted?: number }

test.each([1, 2, 3])(
  'all that a trader does at once and at random: no bet while its outcome is stopped, each as its slow twin, the books right; seed %i',
  { timeout: 600_000 },
  async (seed) => {
    const roll = dice(seed)
    const anyOf = <T>(list: readonly T[]): T => list[roll(list.length)] as T
    const at = (ms: number): string => new Date(nare.app.clock.now() + ms).toISOString()
    const live = await Promise.all(six.map(() => nare.match()))
    const ahead = await Promise.all(six.map(() => nare.match({ start_time: at(3 * 3_600_000) })))
    for (const match of live) await bets.drive(match, { state: 'live', minute: 10 })
    const matches = [...live, ...ahead]
    await change('referral.on', true)
    await change('referral.stake', '300')
    const bettors = await nare.bettors(24, 20_000)
    let now = 0
    const stops: Stop[] = []
    const wrong: string[] = []
    const counts = new Map<string, number>()
    const count = (what: string, status: number): void => {
      counts.set(`${what} ${status}`, (counts.get(`${what} ${status}`) ?? 0) + 1)
      if (status >= 500 && status !== 503) wrong.push(`${what} answered ${status}`)
    }
    const on = (): TestApp => (roll(2) ? nare : second)

    /** Notes a bet that was placed although a stop of one of its outcomes was answered before it was sent and is not ended. */
    function judge(sent: number, picks: readonly { match: string; key: Key }[]): void {
      for (const { concerns, set, lifted } of stops)
        if (set < sent && lifted === undefined && picks.some(({ match, key }) => concerns(match, key)))
          wrong.push(`a bet was placed on ${JSON.stringify(picks)} while it was stopped`)
    }
    const asked = new Map<string, readonly { match: string; key: Key }[]>()
    async function bet(token: string): Promise<void> {
      const chosen = [...new Set([anyOf(matches), anyOf(matches)])].map((match) => ({ match, key: anyOf(keys) }))
      const slip = slipOf(
        chosen.map(({ match, key }) => pick(match, '1', key, '2.00')),
        { stake: anyOf(['20', '100', '400']), accept: 'any' },
      )
      const sent = ++now
      const placed = await on().call(betting.place, slip, token)
      count('bet', placed.status)
      if (placed.status === 201) judge(sent, chosen)
      if (placed.status === 202) asked.set(placed.body.bet.bet_id, chosen)
      if (roll(4) > 0) return
      // The same command again is the same bet, or waits for the same one.
      const again = await on().call(betting.place, slip, token)
      const isSame = again.status === placed.status && again.body.bet?.bet_id === placed.body.bet?.bet_id
      if (placed.status === 201 && !isSame) wrong.push(`a repeated bet answered ${again.status}`)
    }

    async function act<R extends Route>(what: string, route: R, input: Sent<R>): Promise<number> {
      const first = await on().call(route, input, baraka)
      const { status } = first.status === 202 ? await on().call(route, input, juma) : first
      count(what, status)
      return status
    }
    const busy = new Set<string>()
    async function stop(
      name: string,
      concerns: Stop['concerns'],
      set: (suspend: boolean) => Promise<number>,
    ): Promise<void> {
      if (busy.has(name)) return
      busy.add(name)
      if ((await set(true)) === 200) {
        const one: Stop = { concerns, set: ++now }
        stops.push(one)
        await step(1)
        one.lifted = ++now
        if ((await set(false)) !== 200) wrong.push(`${name} could not be ended`)
      }
      busy.delete(name)
    }
    const voided = new Set<string>()
    const odd = (match: string, key: Key, wish: { price?: string | null; end?: boolean }) =>
      act('price', hands.setPrice, {
        id: randomUUID(),
        match_id: match,
        sub_type_id: '1',
        odd_key: key,
        reason,
        ...wish,
      })
    const steps: readonly (() => Promise<unknown>)[] = [
      () => {
        const match = anyOf(matches)
        return stop(
          match,
          (of) => of === match,
          (suspend) => act('stop of a match', operator.suspendMatch, { match_id: match, suspend, reason }),
        )
      },
      () => {
        const [match, key] = [anyOf(matches), anyOf(keys)]
        return stop(
          `${match} ${key}`,
          (of, other) => of === match && other === key,
          (suspend) =>
            act('stop of an outcome', hands.suspendMarket, {
              match_id: match,
              sub_type_id: '1',
              odd_key: key,
              suspend,
              reason,
            }),
        )
      },
      () =>
        stop(
          'live',
          (of) => live.includes(of),
          (suspend) => act('stop of live', hands.suspendLive, { suspend, reason }),
        ),
      () =>
        stop(
          'sport',
          () => true,
          (suspend) => act('stop of the sport', hands.suspendSport, { sport_id: '79', suspend, reason }),
        ),
      () =>
        odd(anyOf(matches), anyOf(keys), anyOf([{ price: '1.90' }, { price: '2.20' }, { price: null }, { end: true }])),
      () => act('delay', operatorFixtures.delayMatch, { match_id: anyOf(matches), seconds: roll(10), reason }),
      () =>
        act('limit', limits.setLimit, {
          ...{ id: randomUUID(), level: 'match', ids: [anyOf(matches)], reason },
          stake: anyOf(['50.00', '500.00', null]),
        }),
      () =>
        act('margin', hands.setMargin, {
          ...{ id: randomUUID(), level: 'match', ids: [anyOf(matches)], percent: `${4 + roll(6)}`, reason },
        }),
      // The feed moves kick-offs, forward and back, also of matches that have begun, and reports events.
      () => bets.drive(anyOf(ahead), { start_time: at(anyOf([-60_000, 1_800_000, 1_800_000, 7_200_000, 14_400_000])) }),
      () => bets.drive(anyOf(live), { start_time: at(anyOf([-7_200_000, -600_000, 3_600_000, 7_200_000])) }),
      () => bets.drive(anyOf(live), { event: 'goal', side: anyOf(['home', 'away']), suspend: false }),
      () => bets.price(anyOf(matches), { '1': { [anyOf(keys)]: anyOf(['2.10', '2.60', '3.40']) } }),
      async () => {
        const [match, key] = [anyOf(matches), anyOf(keys)]
        if (roll(3)) return
        const status = await act('void', operatorResults.voidByHand, {
          ...{ id: randomUUID(), match_id: match, sub_type_id: '1', odd_key: key, reason },
        })
        if (status === 200) voided.add(`${match} ${key}`)
      },
      async () => {
        const id = anyOf([...asked.keys()])
        if (id === undefined) return
        const sent = ++now
        const answer = anyOf(['accept', 'accept', 'refuse'] as const)
        const decided = await on().call(consoleReferrals.decideReferral, { id, answer, reason }, baraka)
        count(`referral ${answer}`, decided.status)
        const isPlaced = decided.status === 200 && String(decided.body['state']) === 'placed'
        if (isPlaced && answer === 'accept') judge(sent, asked.get(id) ?? [])
        asked.delete(id)
      },
      ...(
        [
          ['bets.live_delay_s', [1, 5, 9]],
          ['referral.on', [true, false]],
          ['referral.stake', ['300', '90']],
          ['referral.default', ['accept', 'refuse']],
        ] as const
      ).map(([key, values]) => async () => {
        if (busy.has(key)) return
        busy.add(key)
        count(key, await change(key, anyOf<boolean | number | string>(values), roll(2) ? at(2_000) : undefined))
        await nare.app.clock.advance(3)
        busy.delete(key)
      }),
    ]
    /** Does something; `depth` above 0 within a stop. */
    async function step(depth = 0): Promise<void> {
      await (depth > 0 ? steps.slice(4) : steps)[roll(depth > 0 ? steps.length - 4 : steps.length)]?.()
    }

    await Promise.all([
      ...bettors.map(async ({ token }) => {
        for (let n = 0; n < 12; n++) await bet(token)
      }),
      ...[1, 2, 3, 4].map(async () => {
        for (let n = 0; n < 20; n++) await step()
      }),
    ])
    // How many bets met an open outcome is chance. No stop lasts now, so that the courses end with enough of them.
    const standing = (): number => counts.get('bet 201') ?? 0
    for (let n = 0; n < 600 && standing() <= placedMin; n++) await bet(anyOf(bettors).token)
    await change('referral.on', false)
    for (const match of matches) await bets.result(match, { full_time: anyOf(['1:0', '1:1', '0:2']) })
    const scores = new Map<string, string>()
    for (const match of matches) {
      const full_time = anyOf(['1:0', '1:1', '0:2'])
      scores.set(match, full_time)
      await bets.result(match, { full_time })
    }
    // A wait ends, then the delay of a bet that is accepted by the default.
    for (let n = 0; n < 3; n++) {
      await nare.app.clock.advance(100)
      for (const { app } of [nare, second]) await app.betting.referrals.workThroughDue()
    }
    await nare.app.betting.settled()
    expect(wrong).toEqual([])
    const { rows: left } = await sql`select from betting.reservation`.execute(nare.base.db)
    expect(left.length).toBe(0)

    const { rows } = await sql<{
      betId: bigint
      stake: bigint
      returned: bigint
      state: string
      legs: { match: number; key: Key; price: number; isLive: boolean; isLate: boolean }[]
    }>`
      select b.bet_id as "betId", b.stake, b.returned, b.state, l.legs from betting.bet b cross join lateral (
        select json_agg(json_build_object('match', l.match_id, 'key', l.odd_key, 'price', l.price,
          'isLive', l.home_at_bet is not null, 'isLate', b.placed_at > m.start_time)) as legs
        from betting.leg l join catalog.match m on m.id = l.match_id where l.bet_id = b.bet_id) l
      where exists (select from betting.leg l where l.bet_id = b.bet_id and l.match_id = any(${matches.map(Number)}::int[]))`.execute(
      nare.base.db,
    )
    const winner = (match: string): Key => {
      const [home = 0, away = 0] = (scores.get(match) ?? '').split(':').map(Number)
      return home > away ? 'home_team' : home < away ? 'away_team' : 'draw'
    }
    const unlike = rows.filter(({ stake, returned, legs }) => {
      let [above, below] = [stake, 1n]
      for (const { match, key, price, isLive, isLate } of legs) {
        if (voided.has(`${match} ${key}`) || (!isLive && isLate)) continue
        if (winner(String(match)) !== key) above = 0n
        above *= BigInt(price)
        below *= 1000n
      }
      return returned !== above / below
    })
    expect(unlike).toEqual([])
    expect(rows.length, JSON.stringify([...counts])).toBeGreaterThan(placedMin)
    await bets.verifyBooks()
  },
)
