import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { callsOf, dice } from '@nare/api/testing/cup-bettors'
import { playHunt } from './support/hunt/play.ts'
import { account, type Account } from './support/hunt/players.ts'
import { openVirtualApp } from './support/virtual/app.ts'
import { brokenChecks } from './support/virtual/books.ts'
import { openDelay, openSchedule } from './support/virtual/schedule.ts'

/**
 * `npm run bench hunt [-- --matches 1000 --seed 1]`: somebody who knows each event 3 seconds before the feed bets on the real application,
 * and cashes out, as well as he can, beside somebody who does the same at random. Prints the profit of both, and then, on a fifth of
 * the matches, what the same knowledge would earn without the acceptance delay. Exits 1 if deals by that knowledge win money in spite of
 * the delay, or if none does without it: then the hunters hunt badly and the bench proves nothing.
 */
const { values } = parseArgs({
  options: { matches: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const matches = Number(values.matches)

const asItIs = await hunt('with the acceptance delay and stops', { count: matches })
const bare = await hunt('without the delay', { count: Math.ceil(matches / 5), liveDelayS: 0 })
const winners = (list: readonly Hunted[]) => list.filter(({ deals, profit }) => deals > 0 && profit > 0)
const isHeld = winners(asItIs).length === 0
const isGood = winners(bare).length > 0
for (const { name, deals } of asItIs) console.log(`${name}: ${deals} deals by what is known`)
console.log(isHeld ? 'the delay and the stops hold' : 'A HUNTER WINS: the delay and the stops do not hold')
if (!isGood) console.log('no hunter wins even without the delay: they hunt badly')
process.exitCode = isHeld && isGood ? 0 : 1

type Hunted = { readonly name: string; readonly deals: number; readonly profit: number }

/** Plays matches with hunters and blind bettors. Returns the deals that the hunters made by what they know, and their profits in KSh. */
async function hunt(name: string, { count, liveDelayS }: { count: number; liveDelayS?: number }): Promise<Hunted[]> {
  const delay = openDelay()
  const { app, bettors, close } = await openVirtualApp({
    waitForLive: delay.wait,
    country: liveDelayS === undefined ? {} : { liveDelayS },
  })
  try {
    const names = [
      'bets, knows 3 s ahead',
      'bets on old prices',
      'bets, blind',
      'cashes out, knows 3 s ahead',
      'cashes out, blind',
    ]
    const accounts = (await bettors(names.length)).map((bettor, n) => account(names[n] ?? '', bettor))
    const [hunter, waiter, blind, cashOutHunter, blindCashOut] = accounts
    if (!hunter || !waiter || !blind || !cashOutHunter || !blindCashOut) throw new Error('there are too few bettors')
    const begun = performance.now()
    const roll = dice(Number(values.seed))
    const schedule = openSchedule(app.clock)
    await playHunt({
      app,
      playing: { call: callsOf(app), schedule, delay },
      players: { hunter, waiter, blind, cashOutHunter, blindCashOut },
      count,
      chance: () => roll(2 ** 32) / 2 ** 32,
    })
    await schedule.run((left) => console.log(`${name}: ${left} steps left, ${seconds(begun)} s`))
    await app.betting.settled()
    const rows = []
    const hunted: Hunted[] = []
    for (const one of accounts) {
      const { staked, returned } = await moneyOf(one)
      const profit = (returned - staked) / 100
      hunted.push({ name: one.name, deals: one.done, profit })
      rows.push({
        who: one.name,
        opened: one.opened,
        tried: one.tried,
        done: one.done,
        'staked KSh': staked / 100,
        'profit KSh': profit.toFixed(2),
        'profit %': staked > 0 ? ((100 * (returned - staked)) / staked).toFixed(2) : '',
        answers: [...one.answers].map(([answer, times]) => `${answer} ${times}`).join(', '),
      })
    }
    console.log(`${name}: ${count} matches, ${seconds(begun)} s`)
    console.table(rows)
    const broken = await brokenChecks(app.db)
    if (broken.length > 0) throw new Error(`the books do not hold: ${JSON.stringify(broken)}`)
    return hunted.filter(({ name: who }) => !who.endsWith('blind'))

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

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}
