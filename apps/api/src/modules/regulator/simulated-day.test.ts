import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { promotionsWorld, type PromotionsWorld } from '#testing/promotions-world'
import { queryRow, queryRows } from '#platform/db'
import { betsOn, pick, type Bets } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { combinationsOn } from '#testing/combinations'
import { dayOf, hourMs, readIndependently, startOf } from './testing/reading.ts'
import { verifyFolder } from './verify.ts'

let world: PromotionsWorld
let bets: Bets
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-simulated-day-'))
  world = await promotionsWorld({ REGULATOR_DIR: folder })
  bets = betsOn(world.nare)
})
afterAll(async () => {
  await bets.verifyBooks()
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const [won, lost] = [{ half_time: '0:0', full_time: '2:1' }, { full_time: '0:1' }]

/** A multi of five legs of which one is lost, which its promotion gives back as a bonus. */
async function insured(): Promise<void> {
  const terms = {
    kind: 'insurance',
    most: '300',
    per_bet: '100',
    min_stake: '50',
    min_legs: 5,
    min_leg: '1.40',
  } as const
  const id = await world.opened({ ...terms, min_odds: '2.00', wager: 1, days: 7 })
  const bettor = await world.someone(500)
  expect((await world.optIn(id, bettor.token)).status).toBe(200)
  const matches = await Promise.all(Array.from({ length: 5 }, () => world.nare.match()))
  await bets.mustPlace(
    bettor.token,
    matches.map((match) => pick(match)),
    { stake: '80' },
  )
  for (const [at, match] of matches.entries()) await bets.result(match, at === 2 ? lost : won)
  await world.run()
  expect(await world.bonus(bettor)).toBe('80.00')
}

/** One combination that wins and one that loses. */
async function combined(): Promise<void> {
  const { priced } = combinationsOn(world.nare)
  const bettor = await world.someone(500)
  for (const result of [won, lost]) {
    const match = await world.nare.match()
    await bets.mustPlace(bettor.token, [await priced(match)], { stake: '40' })
    await bets.result(match, result)
  }
}

/** A bet that is edited, then partly cashed out; the rest wins. */
async function edited(): Promise<void> {
  const cashOuts = cashOutsOn(world.nare)
  const bettor = await world.someone(500)
  const [first, second] = [await world.nare.match(), await world.nare.match()]
  const { bet_id: bet } = await bets.mustPlace(bettor.token, [pick(first)], { stake: '100' })
  const { quote_id: quote } = await cashOuts.mustQuote(bettor.token, bet)
  const changed = await cashOuts.edit(bettor.token, { bet, quote, picks: [pick(second)] })
  expect(changed).toMatchObject({ status: 201 })
  const next = changed.body.bet.bet_id
  const { quote_id: again } = await cashOuts.mustQuote(bettor.token, next)
  expect(await cashOuts.take(bettor.token, next, again, { part: '0.30' })).toMatchObject({ status: 200 })
  await bets.result(second, won)
}

test('a day with combinations, an edited bet, a part cashed out and an insured multi is reproduced from its file alone', async () => {
  const { nare } = world
  const day = dayOf(nare.app.clock.now())
  for (const course of [insured, combined, edited]) await course()
  // The lines of the day get their numbers on it, as a job does all the time.
  await nare.app.regulator.lines.number()
  const advance_s = Math.ceil((startOf(day) + 26.1 * hourMs - nare.app.clock.now()) / 1000)
  await nare.call(sandbox.clock, { advance_s })
  expect(await nare.app.regulator.files.make(day)).toMatchObject({ file: { day } })
  const found = await readIndependently(folder)
  const { db } = nare.base
  const books = await queryRow<{ bets: number; stakes: number; staked: number; returned: number }>(db)`
    select (select count(*)::int from betting.bet) as bets, (select sum(stake)::int from betting.bet) as stakes,
      -sum(e.amount) filter (where t.kind in ('stake', 'stake_released'))::int as staked,
      sum(e.amount) filter (where t.kind in ('win', 'refund', 'cash_out', 'correction'))::int as returned
    from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id
    where a.kind = 'cash'`
  expect(found).toMatchObject({
    ...{ bets: books?.bets, stakeOfBets: books?.stakes, staked: books?.staked, returned: books?.returned, faults: [] },
  })
  expect(books?.bets).toBe(5)
  const cash = await queryRows<{ owner: bigint; balance: bigint }>(db)`
    select owner, balance from ledger.account where kind = 'cash' and owner is not null`
  expect(found['balances']).toEqual(Object.fromEntries(cash.map(({ owner, balance }) => [`${owner}`, Number(balance)])))
})

test('a changed byte anywhere in it is found', async () => {
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.ndjson'))
  const path = join(folder, name)
  const bytes = await readFile(path)
  const faultsOf = async () => (await verifyFolder(folder)).flatMap(({ faults }) => faults)
  expect(await faultsOf()).toEqual([])
  const step = Math.floor(bytes.length / 40)
  for (let at = 0; at < bytes.length; at += step) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    await writeFile(path, changed)
    expect([at, (await faultsOf()).length > 0]).toEqual([at, true])
  }
  await writeFile(path, bytes)
  expect(await faultsOf()).toEqual([])
})
