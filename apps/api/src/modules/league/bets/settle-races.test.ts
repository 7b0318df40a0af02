import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRules } from '#modules/betting/betting'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, type Bets } from '#testing/bets'
import { ended, leaguePick, openTestLeague, type LeagueRound, type TestLeague } from '#testing/league'
import { endOf, playOn, resultOf } from '#testing/league-play'
import { referenceOf } from '#testing/league-reference'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { settleRound } from './settle.ts'

let nare: TestApp
let bets: Bets
let league: TestLeague
let on: ReturnType<typeof playOn>

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  league = await openTestLeague(nare)
  on = playOn(nare, league)
})
afterAll(() => closeWithBooks(nare))

async function newBettor(shillings = 100_000): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

test('settling a round ten times, partly concurrently, pays each bet once', async () => {
  const bettors = await nare.bettors(4, 100_000)
  const round = await league.open('4')
  await on.placeAll(bettors, [round], 120)
  const drawn = round.draw(21)
  await on.play(round, drawn)
  const after = await on.expectTwins(bettors, drawn)
  await Promise.all(Array.from({ length: 9 }, () => on.settle(round, drawn)))
  expect(await on.betsOf(bettors)).toEqual(after)
  const { rows } = await sql<{ times: number }>`
    select max(times_settled) as times from betting.bet b join league.leg l using (bet_id) where l.round = ${round.id}::int`.execute(
    nare.base.db,
  )
  expect(rows).toEqual([{ times: 1 }])
})

test('concurrent first settlements of one round pay each bet once', async () => {
  const bettors = await nare.bettors(4, 100_000)
  const round = await league.open('4')
  await on.placeAll(bettors, [round], 120)
  const drawn = round.draw(22)
  await on.end(round, drawn)
  await Promise.all(Array.from({ length: 8 }, () => on.settle(round, drawn)))
  await on.expectTwins(bettors, drawn)
})

test('two concurrent settlements of rounds with a common bet decide the bet', async () => {
  const bettor = await newBettor()
  const [firstRound, secondRound] = [await league.open('1'), await league.open('1')]
  const pickIn = ({ matches: [match] }: LeagueRound) => {
    if (!match) throw new Error('no match')
    return leaguePick(match, ['310', '12'])
  }
  const picks = [pickIn(firstRound), pickIn(secondRound)]
  const { bet_id } = (await league.place(bettor.token, picks)).body.bet
  const decisive = (round: LeagueRound) =>
    new Map(round.matches.map(({ matchId }) => [Number(matchId), resultOf([5], [])]))
  for (const round of [firstRound, secondRound]) {
    await on.end(round, decisive(round))
  }
  // Both settlements have written their legs and wait for the bet.
  const tx = await nare.base.db.startTransaction().execute()
  await sql`select from betting.bet where bet_id = ${bet_id}::bigint for update`.execute(tx)
  const both = [on.settle(firstRound, decisive(firstRound)), on.settle(secondRound, decisive(secondRound))]
  await expect.poll(() => waitingForLocks(nare.base.db)).toBeGreaterThan(1)
  await tx.rollback().execute()
  await Promise.all(both)
  const bet = await bets.bet(bettor.token, bet_id)
  expect(endOf(bet)).toEqual(referenceOf(bet, new Map([...decisive(firstRound), ...decisive(secondRound)])))
  expect(bet.state).toBe('won')
})

test('a settlement that stopped after a chunk or failed within one continues with the rest', async () => {
  const bettors = await nare.bettors(8, 100_000)
  const round = await league.open('3')
  await on.placeAll(bettors, [round], 300)
  const drawn = round.draw(31)
  await on.end(round, drawn)
  const { db, ledger, country } = nare.app
  const rules = await openRules(db, country)
  let corrections = 0
  const failing: typeof ledger = {
    ...ledger,
    async correct(tx, given) {
      await ledger.correct(tx, given)
      if (corrections++ % 2 === 0) throw new Error('killed before the commit')
    },
  }
  const attempts: unknown[] = []
  for (let done = false; !done;) {
    let chunks = 0
    const mayContinue = () => chunks++ < 1
    try {
      done = await settleRound({ db, ledger: failing, rules, chunkLegs: 60 }, ended(round, drawn), {
        publish: async () => undefined,
        mayContinue,
      })
      attempts.push(done)
    } catch (error) {
      attempts.push(error)
    }
    if (attempts.length > 100) throw new Error('the settlement does not end')
  }
  expect(attempts.filter((attempt) => attempt === false).length).toBeGreaterThan(5)
  expect(attempts.filter((attempt) => attempt instanceof Error).length).toBeGreaterThan(5)
  await on.expectTwins(bettors, drawn)
})
