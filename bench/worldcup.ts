import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { callsOf, dice } from '@nare/api/testing/cup-bettors'
import { againstTwin, factsOf, houseByMarket, percent, quantile, suspendedShare } from '@nare/api/testing/cup-report'
import { playCups } from '@nare/api/testing/cup-season'
import { openCupTrader, type CupTrader } from '@nare/api/testing/cup-trader'
import { openCupWorld, openWaits } from '@nare/api/testing/cup-world'
import { openVirtualApp } from './support/virtual/app.ts'
import { brokenChecks } from './support/virtual/books.ts'
import { watchMatches } from './support/worldcup/watcher.ts'

/**
 * `npm run bench worldcup [-- --step 120 --slips 4 --combinations 1 --cash-outs 2 --seed 1 <files of football.json>]`: plays
 * whole tournaments on the real application with 200 bettors, and sets its clock. Without files it plays both World Cups from the folder
 * NARE_DATA. Every bet is compared with the reference implementation and the ledger is verified. Prints the time suspended, the refused
 * slips by reason, the delay from the feed to a subscribed socket, and the house's result by market compared with the margin. Exits with
 * 1 if a bet or a book is wrong. With `--trader` a trader does everything at random meanwhile: stops, prices, margins, limits, voids of markets,
 * wrong results and their corrections, and answers to referred bets.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    step: { type: 'string', default: '120' },
    slips: { type: 'string', default: '4' },
    combinations: { type: 'string', default: '0' },
    'cash-outs': { type: 'string', default: '2' },
    bettors: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    trader: { type: 'boolean', default: false },
  },
})
const folder = process.env['NARE_DATA']
const usual = ['worldcup-2022.json', 'worldcup-2026.json'].map((name) => join(folder ?? '', 'fixtures', name))
const paths = positionals.length > 0 ? positionals : usual
if (!paths.every((path) => existsSync(path))) {
  console.log('worldcup: no files of football.json are given and NARE_DATA has none')
  process.exit(process.env['CI'] ? 1 : 0)
}

const waits = openWaits()
const tokens = ['the-first-trader', 'the-second-trader'] as const
const {
  app,
  bettors: seed,
  close,
} = await openVirtualApp({
  waitForLive: waits.wait,
  env: values.trader ? { OPERATORS: operatorsText() } : {},
})
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await close()
}

async function run(): Promise<boolean> {
  const url = await app.listen()
  await app.start()
  const facts = factsOf(paths)
  const bettors = await seed(Number(values.bettors))
  const world = await openCupWorld({ app, paths })
  const watcher = watchMatches({ url, world })
  await world.start()
  const startedAt = performance.now()
  const roll = dice(Number(values.seed))
  const traders: CupTrader[] = []
  const { bets, answers } = await playCups({
    app,
    world,
    waits,
    bettors,
    roll,
    stepS: Number(values.step),
    slipsPerStep: Number(values.slips),
    combinationsPerStep: Number(values.combinations),
    cashOutsPerStep: Number(values['cash-outs']),
    matches: facts.size,
    trader: values.trader
      ? (count) => {
          const trader = openCupTrader({ call: callsOf(app), roll, world, facts, count, tokens })
          traders.push(trader)
          return trader
        }
      : undefined,
    onProgress: (text) => console.log(`${text}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`),
  })
  watcher.close()
  const { stored, wrong } = await againstTwin(app.db, {
    bets,
    facts,
    boost: app.country.boost,
    voids: traders[0]?.voids,
  })
  const { share, stops } = await suspendedShare(app.db)
  const live = bets.filter(({ isLive }) => isLive).length
  console.log(`${facts.size} matches, ${bets.length} bets of ${bettors.length} bettors, ${live} of them live`)
  const cashedOut = bets.filter(({ paid }) => paid > 0n)
  const paidFor = cashedOut.reduce((sum, { paid }) => sum + Number(paid), 0)
  console.log(`${cashedOut.length} bets were cashed out, wholly or in part, for KSh ${(paidFor / 100).toFixed(2)}`)
  console.log(`suspended ${percent(share)} % of the time in play`)
  console.table(stops)
  console.table([...answers].map(([answer, slips]) => ({ answer, slips })))
  const { delaysMs } = world
  console.log(
    `from the feed to a watching socket: p50 ${quantile(delaysMs, 0.5).toFixed(0)}, p99 ${quantile(delaysMs, 0.99).toFixed(0)} ms of ${delaysMs.length} changes`,
  )
  console.table(houseByMarket(bets, stored))
  if (wrong.length > 0)
    console.error(`${wrong.length} bets differ from the reference implementation, the first of them:`)
  for (const bet of wrong.slice(0, 5)) console.dir(bet, { depth: 5 })
  const broken = await brokenChecks(app.db)
  for (const check of broken) console.error('broken:', check)
  const isComplete = stored.length === bets.length
  if (!isComplete) {
    console.error(`${stored.length} bets are stored, ${bets.length} were answered`)
    const answered = new Set(bets.map(({ betId }) => betId))
    console.table(stored.filter(({ id }) => !answered.has(id)).slice(0, 20))
  }
  const isRight = wrong.length === 0 && broken.length === 0 && isComplete && bets.length > 0
  console.log(isRight ? 'every bet matches the reference implementation, and the books are right' : 'WRONG')
  return isRight
}

/** Two operators who may do everything. */
function operatorsText(): string {
  return tokens.map((token, n) => `trader${n}:admin:${createHash('sha256').update(token).digest('hex')}`).join(',')
}
