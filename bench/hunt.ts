import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { callsOf, dice } from '@nare/api/testing/cup-bettors'
import { playHunt } from './support/hunt/play.ts'
import { account, type Account } from './support/hunt/players.ts'
import { otherToken, referEverything, traderToken } from './support/hunt/trader.ts'
import { openVirtualApp } from './support/virtual/app.ts'
import { brokenChecks } from './support/virtual/books.ts'
import { openDelay, openSchedule } from './support/virtual/schedule.ts'

/**
 * `npm run bench hunt [-- --matches 1000 --seed 1]`: bettors who know each event 3 seconds before the feed (hunters) bet and cash out on
 * the real application for the largest expected profit, compared with bettors who choose at random. Prints the profits, and then, on a
 * fifth of the matches, the hunters' profit without the acceptance delay. Exits with 1 if a hunter makes a profit in spite of the delay.
 * Also exits with 1 if no hunter makes a profit without the delay: then the hunters play badly, and the benchmark proves nothing. With
 * `--referral` every bet of the first part waits up to a minute for a trader, and one more player bets before each event and takes the bet back while it
 * waits if the event will hurt it. That an event comes is worth something by itself, so this player is compared with one who bets the same and takes nothing
 * back: the option to do so must be worth nothing.
 */
const { values } = parseArgs({
  options: {
    matches: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    referral: { type: 'boolean', default: false },
  },
})
const matches = Number(values.matches)
const taker = 'informed referrals, taken back 3 s ahead'
const leaver = 'the same referrals, left to wait'

const delayed = await hunt('with the acceptance delay and stops', { count: matches, isReferred: values.referral })
const undelayed = await hunt('without the delay', { count: Math.ceil(matches / 5), liveDelayS: 0 })
const optionOf = (list: readonly Hunted[]): number => profitOf(list, taker) - profitOf(list, leaver)
const profitOf = (list: readonly Hunted[], who: string): number => list.find(({ name }) => name === who)?.profit ?? 0
const winners = (list: readonly Hunted[]) =>
  list.filter(
    ({ name, deals, profit }) => name !== leaver && deals > 0 && (name === taker ? optionOf(list) : profit) > 0,
  )
const isProtected = winners(delayed).length === 0
const canHuntersWin = winners(undelayed).length > 0
for (const { name, deals } of delayed) console.log(`${name}: ${deals} deals with advance knowledge`)
if (values.referral) console.log(`to take bets back while they wait was worth KSh ${optionOf(delayed).toFixed(2)}`)
console.log(
  isProtected
    ? 'no hunter makes a profit with the delay and the stops'
    : 'A HUNTER MAKES A PROFIT in spite of the delay and the stops',
)
if (!canHuntersWin) console.log('no hunter makes a profit without the delay either: the benchmark proves nothing')
process.exitCode = isProtected && canHuntersWin ? 0 : 1

type Hunted = { readonly name: string; readonly deals: number; readonly profit: number }

/**
 * Plays matches with hunters and with bettors who choose at random. Returns the hunters' deals by their knowledge, and their profits in
 * KSh.
 */
async function hunt(
  name: string,
  { count, liveDelayS, isReferred = false }: { count: number; liveDelayS?: number; isReferred?: boolean },
): Promise<Hunted[]> {
  const delay = openDelay()
  const { app, bettors, close } = await openVirtualApp({
    waitForLive: delay.wait,
    country: liveDelayS === undefined ? {} : { liveDelayS },
    env: isReferred ? { OPERATORS: operatorsText() } : {},
  })
  try {
    const names = [
      'informed bets, 3 s ahead',
      'bets on old prices',
      'random bets',
      'informed cash-outs, 3 s ahead',
      'random cash-outs',
      ...(isReferred ? [taker, leaver] : []),
    ]
    const accounts = (await bettors(names.length)).map((bettor, n) => account(names[n] ?? '', bettor))
    const [hunter, latePlayer, random, cashOutHunter, randomCashOut, waiter, left] = accounts
    if (!hunter || !latePlayer || !random || !cashOutHunter || !randomCashOut)
      throw new Error('there are too few bettors')
    const startedAt = performance.now()
    const roll = dice(Number(values.seed))
    const schedule = openSchedule(app.clock)
    const call = callsOf(app)
    if (isReferred) await referEverything({ call })
    await playHunt({
      app,
      playing: { call, schedule, delay },
      players: { waiter, leaver: left, hunter, latePlayer, random, cashOutHunter, randomCashOut },
      count,
      chance: () => roll(2 ** 32) / 2 ** 32,
    })
    await schedule.run((left) => console.log(`${name}: ${left} steps left, ${seconds(startedAt)} s`))
    await app.betting.settled()
    const rows = []
    const hunted: Hunted[] = []
    for (const player of accounts) {
      const { staked, returned } = await moneyOf(player)
      const profit = (returned - staked) / 100
      // Bets that nobody tried to cash out are won or lost by chance.
      hunted.push({ name: player.name, deals: player.tried > 0 ? player.done : 0, profit })
      rows.push({
        who: player.name,
        opened: player.opened,
        tried: player.tried,
        done: player.done,
        'staked KSh': staked / 100,
        'profit KSh': profit.toFixed(2),
        'profit %': staked > 0 ? ((100 * (returned - staked)) / staked).toFixed(2) : '',
        answers: [...player.answers].map(([answer, times]) => `${answer} ${times}`).join(', '),
      })
    }
    console.log(`${name}: ${count} matches, ${seconds(startedAt)} s`)
    console.table(rows)
    const broken = await brokenChecks(app.db)
    if (broken.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(broken)}`)
    return hunted.filter(({ name: who }) => !who.startsWith('random'))

    async function moneyOf({ bettor }: Account): Promise<{ staked: number; returned: number }> {
      const { rows: sums } = await sql<{ staked: number; returned: number; open: number }>`
        select coalesce(sum(stake), 0)::float8 as staked, coalesce(sum(returned), 0)::float8 as returned,
          (count(*) filter (where state = 'open'))::int as open
        from betting.bet where bettor_id = ${bettor.id}::bigint`.execute(app.db)
      const [sum = { staked: 0, returned: 0, open: 0 }] = sums
      if (sum.open > 0) throw new Error(`${sum.open} bets are not settled`)
      return sum
    }
  } finally {
    await close()
  }
}

/** Two operators who may do everything. */
function operatorsText(): string {
  const hash = (token: string): string => createHash('sha256').update(token).digest('hex')
  return [traderToken, otherToken].map((token, n) => `trader${n}:admin:${hash(token)}`).join(',')
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}
