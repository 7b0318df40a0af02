import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lineOf, market, marketTitle } from '@nare/bets/markets/markets'
import { sandbox } from '@nare/contract/sandbox'
import { money, parsePrice, price } from '@nare/money/money'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type SentPick } from '#testing/bets'
import { bookmakersFile, ownSeasonFile } from '#testing/data'
import type { SeededBettor } from '#testing/seed'
import { slowFactor, slowMarkets, slowReturn, type Scores } from '#testing/slow-bets'

/** Bets are placed on one match in this many: 4 in `npm run test:long`, 1 in `npm run test:release`, which bets on the whole season. */
const everyMatch = Number(process.env['EVERY_MATCH'] ?? 4)
const accumulators = 2000 / everyMatch
const atOnce = 1500
const pollsMax = 50_000
/** Kick-offs are closer together by this factor, so that the whole season is on offer at the same time. */
const speed = '100'

// A season needs a long timeout when other tests run at the same time.
vi.setConfig({ testTimeout: 240_000 })

/** A match on offer; `pair` is its sides in either order. */
type Match = { id: string; pair: string; scores: Scores; picks: SentPick[] }
type SeasonBet = { picks: SentPick[]; stake: bigint; sizes?: number[] }

let matchCount = 0
let nare: TestApp
let folder: string
let bettors: SeededBettor[] = []
const placedBets = new Map<string, SeasonBet>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-season-'))
  const path = join(folder, 'E0.csv')
  await writeFile(path, await seasonRows())
  const country = { maxPayout: money(10n ** 13n), maxLiability: money(10n ** 14n), maxStake: money(10n ** 9n) }
  matchCount = (await scoresOfFile()).size
  nare = await testApp({ FEED: `replay:${path}`, SPEED: speed }, { country })
  bettors = await nare.bettors(200, 10_000_000)
})
afterAll(async () => {
  await nare?.close()
  if (folder) await rm(folder, { recursive: true })
})

/** The English season 2023-24 of the bookmakers' file if it exists, else the shipped season; with the header. */
async function seasonRows(): Promise<string> {
  if (!bookmakersFile) return (await readFile(ownSeasonFile, 'utf8')).trim()
  const [header = '', ...rows] = gunzipSync(await readFile(bookmakersFile))
    .toString('utf8')
    .split('\n')
  return [header, ...rows.filter((row) => row.startsWith('E0,2023-24,'))].join('\n')
}

/** The scores in the file by "home - away", read without the feed. */
async function scoresOfFile(): Promise<Map<string, Scores>> {
  const [header = '', ...rows] = (await seasonRows()).split('\n')
  const column = (row: string[], name: string) => row[header.split(',').indexOf(name)] ?? ''
  return new Map(
    rows.map((text) => {
      const row = text.split(',')
      const goals = (half: 'HT' | 'FT') => [Number(column(row, `${half}HG`)), Number(column(row, `${half}AG`))] as const
      const each = (of: (side: 'H' | 'A') => number) =>
        column(row, 'HC') === '' ? undefined : ([of('H'), of('A')] as const)
      const corners = each((side) => Number(column(row, `${side}C`)))
      const cards = each((side) => Number(column(row, `${side}Y`)) + 2 * Number(column(row, `${side}R`)))
      return [
        `${column(row, 'HomeTeam')} - ${column(row, 'AwayTeam')}`,
        { half: goals('HT'), full: goals('FT'), corners, cards },
      ]
    }),
  )
}

/** Every match with every priced outcome of the markets that the reference implementation supports. */
async function matchesOnOffer(): Promise<Match[]> {
  const scores = await scoresOfFile()
  const rows = await sql<{ id: number }>`select id from catalog.match order by id`.execute(nare.base.db)
  const views = await nare.app.catalog.matchViews(
    nare.app.db,
    rows.rows.map((row) => row.id),
    { all: true },
  )
  return [...views.values()].map((view) => ({
    id: view.match_id,
    pair: [view.home_team, view.away_team].toSorted().join(' - '),
    scores: scores.get(`${view.home_team} - ${view.away_team}`) ?? { half: [99, 99], full: [99, 99] },
    picks: view.odds
      .filter((line) => line.state === 'open' && slowMarkets.includes(line.sub_type_id))
      .flatMap((line) =>
        line.odds.flatMap(({ odd_key, odd_value }) =>
          odd_value === null ? [] : [pick(view.match_id, line.sub_type_id, odd_key, odd_value)],
        ),
      ),
  }))
}

/** A generator of small integers from a fixed seed, the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function placeAll(wanted: readonly SeasonBet[]): Promise<void> {
  for (let from = 0; from < wanted.length; from += atOnce) {
    await Promise.all(
      wanted.slice(from, from + atOnce).map((bet, n) => place(bet, bettors[(from + n) % bettors.length])),
    )
  }
}

async function place(bet: SeasonBet, bettor: SeededBettor | undefined): Promise<void> {
  const placed = await nare.app.betting.place(
    {
      id: crypto.randomUUID(),
      stake: money(bet.stake),
      slip: bet.picks.map((pick) => ({
        match_id: String(pick.match_id),
        sub_type_id: String(pick.sub_type_id),
        odd_key: pick.odd_key,
        odd_value: thousandths(pick.odd_value),
      })),
      type: bet.sizes ? 'system' : undefined,
      system: bet.sizes,
      accept: 'none',
    },
    { bettor: bettor?.id ?? 0n, verified: true, signingKey: '' },
  )
  if (!placed.ok) throw new Error(`a bet of the season was refused: ${JSON.stringify(placed)}`)
  placedBets.set(placed.value.bet.bet_id, bet)
}

function thousandths(odd: string) {
  return parsePrice(odd) ?? price(0n)
}

/** Bets on two to ten matches of different sides: at this speed both matches of the same sides start within hours, and are refused together. */
function accumulatorsOf(matches: readonly Match[]): SeasonBet[] {
  const roll = dice(2024)
  return Array.from({ length: accumulators }, (_, n) => {
    const many = 2 + roll(9)
    const first = roll(matches.length)
    const byPair = new Map<string, Match>()
    for (let leg = 0; byPair.size < many; leg++) {
      const match = matches[(first + leg * 17) % matches.length]
      if (match && !byPair.has(match.pair)) byPair.set(match.pair, match)
    }
    const picks = [...byPair.values()].map((match) => {
      const likely = match.picks.filter(({ odd_value }) => Number(odd_value) < 1.8)
      return likely[roll(likely.length)] ?? pick('')
    })
    const stake = BigInt(2000 + roll(9000))
    return n % 10 === 0 && many <= 6 ? { picks, stake, sizes: [...new Set([2, many])] } : { picks, stake }
  })
}

/** Waits until the feed has delivered the season. */
async function untilOnOffer(): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    // Lists come from memory for half a second: a poll that does not wait for the database would prevent the feed from running.
    const { rows } = await sql<{ matches: number }>`select count(*)::int as matches from catalog.match`.execute(
      nare.base.db,
    )
    const soccer = (await nare.app.catalog.sports()).find((sport) => sport.sport_id === '79')
    if (rows[0]?.matches === matchCount && soccer?.matches === matchCount) return
  }
  throw new Error('the season was not delivered')
}

/** At this speed the second match of some sides starts within 12 hours of the first and is held as the same match: an operator reopens it. */
async function reopenSecondMatches(): Promise<void> {
  const { rows } = await nare.app.catalog.findings({ page: 1, limit: 100 })
  expect(rows.every(({ kind }) => kind === 'same_match')).toBe(true)
  for (const { id } of rows) await nare.app.catalog.resolveFinding(id, 'reopen', 'asha')
}

test('a season is bet on and settled to the cent: every outcome of its matches, and accumulators of several matches', async () => {
  await nare.app.start()
  await untilOnOffer()
  await reopenSecondMatches()
  const onOffer = await matchesOnOffer()
  expect(onOffer).toHaveLength(matchCount)
  const matches = onOffer.filter((_match, n) => n % everyMatch === 0)
  const offered = new Set(matches.flatMap((match) => match.picks.map((each) => String(each.sub_type_id))))
  expect(offered.size).toBeGreaterThanOrEqual(12)

  const roll = dice(1)
  await placeAll(
    matches.flatMap((match) => match.picks.map((each) => ({ picks: [each], stake: BigInt(2000 + roll(999)) }))),
  )
  await placeAll(accumulatorsOf(matches))
  expect(placedBets.size).toBe(matches.reduce((all, one) => all + one.picks.length, 0) + accumulators)

  const until = new Date(nare.app.clock.now() + 7 * 86_400_000).toISOString()
  const { status, body } = await nare.call(sandbox.replayUntil, { until })
  expect({ status, ...body }).toMatchObject({ status: 200, results: matchCount })

  const scores = new Map(matches.map((match) => [match.id, match.scores]))
  const stored = await sql<{ id: string; returned: bigint; state: string }>`
    select bet_id::text as id, returned, state from betting.bet`.execute(nare.base.db)
  const wrong = stored.rows.filter(
    ({ id, returned, state }) => state === 'open' || returned !== expected(placedBets.get(id), scores),
  )
  expect(wrong.slice(0, 5)).toEqual([])
  expect(stored.rows).toHaveLength(placedBets.size)
  await betsOn(nare).verifyBooks()
  printProfits(matches, stored.rows)
})

function expected(bet: SeasonBet | undefined, scores: ReadonlyMap<string, Scores>): bigint {
  if (!bet) return -1n
  const legs = bet.picks.map((pick) => {
    const odds = thousandths(pick.odd_value)
    const of = scores.get(String(pick.match_id))
    if (!of) throw new Error(`match ${pick.match_id} is not in the file`)
    return { odds, factor: slowFactor(String(pick.sub_type_id), pick.odd_key, odds, of) }
  })
  return slowReturn(bet.stake, legs, bet.sizes ? { sizes: bet.sizes } : { boost: nare.app.country.boost })
}

/** Prints the operator's profit on the singles of each market next to the margin in its prices. */
function printProfits(matches: readonly Match[], stored: readonly { id: string; returned: bigint }[]): void {
  const sums = new Map<
    string,
    { bets: number; staked: number; returned: number; implied: number; lines: Set<string> }
  >()
  for (const { id, returned } of stored) {
    const bet = placedBets.get(id)
    const [one] = bet?.picks ?? []
    if (!bet || !one || bet.picks.length > 1) continue
    const name = String(one.sub_type_id)
    const sum = sums.get(name) ?? { bets: 0, staked: 0, returned: 0, implied: 0, lines: new Set<string>() }
    sum.bets += 1
    sum.staked += Number(bet.stake) / 100
    sum.returned += Number(returned) / 100
    sum.implied += 1 / Number(one.odd_value)
    sum.lines.add(`${one.match_id} ${lineOf(name, one.odd_key)}`)
    sums.set(name, sum)
  }
  console.log(`${matches.length} matches, ${stored.length} bets`)
  console.table(
    [...sums].map(([id, sum]) => ({
      market: `${id} ${marketTitle(id, '')}`,
      bets: sum.bets,
      'profit %': (((sum.staked - sum.returned) / sum.staked) * 100).toFixed(2),
      'overround %': ((sum.implied / sum.lines.size / (market(id)?.winners ?? 1) - 1) * 100).toFixed(2),
    })),
  )
}
