import { sportOf } from '@nare/bets/markets/sports'
import { display, market, marketsOfSport, marketTitle } from '@nare/bets/markets/markets'
import type { operatorFixtures } from '@nare/contract/operator-trading-results'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { lockExclusive } from '#platform/locks'
import { applyAll } from './apply-messages.ts'
import { houseSource } from './claims.ts'
import { textOf } from './contradictions.ts'
import type { MarginsOf, MatchMessage } from './feeds/port.ts'
import { createFixture, invalid } from './hand-fixtures.ts'
import { resultByHand, timeOf, type WrittenResult } from './hand-results.ts'
import type { IngestDeps } from './ingest-types.ts'
import type { openIngest } from './ingest.ts'
import { applyMessage, type NewResult } from './match-state.ts'
import { resultOf, schedulesOf, type MatchSchedule } from './offers.ts'
import { isBook } from './price-claims.ts'
import type { CurrentResult, Voided } from './states.ts'
import { findMatches, refKey } from './store-fixtures.ts'
import { competitionOf, shortestOf, writeLiveDelay, writeVoids } from './store-house.ts'
import { linesOfMatch, toPrices, writeLines } from './store-lines.ts'
import { lockMatch, readMatch, saveMatch, type MatchRow } from './store-match.ts'
import { mainMarket } from './views.ts'
import { unknownVoid, withoutVoid, withoutVoided, withVoid } from './voids.ts'

/** Whether a match can still decide prizes that are no bets on it, such as those of a jackpot. */
export type PrizesOn = (tx: Tx, matchId: number) => Promise<boolean>

type Deps = IngestDeps & Pick<ReturnType<typeof openIngest>, 'ingest'> & { readonly marginsOf: MarginsOf }

/**
 * What people want to do to the result of a match. `before` is the newest version, `becomes` the one that this would write, undefined if it would
 * change nothing; `schedule` is that of the match afterwards.
 */
export type PlannedResult = {
  readonly matchId: number
  readonly state: string
  /** Whether a person has made the match and its prices. */
  readonly isByHand: boolean
  /** Whether the match cannot be over yet, as far as its feed or the clock knows. */
  readonly isEarly: boolean
  /** Whether something is no longer void. */
  readonly endsVoid?: boolean
  readonly before: CurrentResult | undefined
  readonly becomes: CurrentResult | undefined
  readonly schedule: MatchSchedule | undefined
}
type Work = PlannedResult & {
  readonly row: MatchRow
  readonly message?: MatchMessage
  readonly voids?: readonly Voided[] | null
  readonly voidText?: string
}

/** What is declared void, or with `end` no longer is: all of the match without `marketId`. */
export type WantedVoid = Partial<Voided> & { readonly end?: boolean }

/** How to read a match: locked against bets and its feed for the work, or without a lock to see what would happen. */
type Reading = { readonly lock: boolean }

/** What people of the house do to matches: fixtures, results and voids by hand, and the live delay. */
export function openHouseMatches(deps: Deps) {
  const { db, clock, publish } = deps
  const prizes: PrizesOn[] = []

  async function rowOf(tx: Tx, matchId: number, { lock }: Reading): Promise<MatchRow | undefined> {
    if (!lock) return readMatch(tx, matchId)
    await lockExclusive(tx, 'match', [matchId])
    return lockMatch(tx, matchId)
  }

  async function planned(tx: Tx, row: MatchRow, message: MatchMessage): Promise<Work> {
    const before = await resultOf(tx, row.id)
    const now = clock.date()
    const isState = message.kind === 'result' || message.kind === 'cancel' || message.kind === 'unfinished'
    invariant(isState, `a result by hand is no message ${message.kind}`)
    const change = applyMessage({ current: row.current, currentResult: before, at: now, byHand: true }, message)
    const becomes = change?.result && resultFrom(change.result, { before, voids: row.voids })
    const schedules = await schedulesOf(tx, [row.id], message.kind === 'result' ? { endedAt: now } : {})
    const endsVoid = before?.kind === 'cancelled' && becomes !== undefined && becomes.kind !== 'cancelled'
    return { ...knownOf(row), before, becomes, schedule: schedules.get(row.id), row, message, endsVoid }
  }

  /** The plan of a result as people write it. */
  async function planResult(
    tx: Tx,
    matchId: number,
    given: WrittenResult,
    reading: Reading,
  ): Promise<Outcome<Work, 'not_found' | 'invalid_input'>> {
    const row = await rowOf(tx, matchId, reading)
    const sport = row && sportOf(row.sport_id)
    if (!row || !sport) return refused('not_found')
    const currentResult = await resultOf(tx, matchId)
    const message = resultByHand(sport, given, { current: row.current, currentResult })
    if ('wrong' in message) return invalid(message.wrong, message.why)
    const course = { ...row.current, now: clock.date(), shortestMs: await shortestOf(tx, row.sport_id) }
    const time = timeOf(message, given, course)
    if (typeof time === 'object') return invalid(time.wrong, time.why)
    return done({ ...(await planned(tx, row, message)), isEarly: time === 'early' })
  }

  /** The plan of a void of a match, or of a market, a line or an outcome of it. */
  async function planVoid(
    tx: Tx,
    matchId: number,
    wanted: WantedVoid & { readonly reason: string },
    reading: Reading,
  ): Promise<Outcome<Work, 'not_found' | 'invalid_input'>> {
    const row = await rowOf(tx, matchId, reading)
    const sport = row && sportOf(row.sport_id)
    if (!row || !sport) return refused('not_found')
    const { marketId, line, oddKey, end } = wanted
    if (marketId === undefined) {
      if (end) return invalid('end', 'The void of a whole match ends with its result')
      if (line !== undefined || oddKey !== undefined)
        return invalid('sub_type_id', 'A line or an outcome needs its market')
      return done(await planned(tx, row, { kind: 'cancel', reason: wanted.reason }))
    }
    const one = { marketId, ...(line !== undefined && { line }), ...(oddKey !== undefined && { oddKey }) }
    const unknown = unknownVoid(
      one,
      marketsOfSport(sport).some(({ id }) => id === marketId),
    )
    if (unknown) return invalid(unknown, 'This match has no such market, line or outcome')
    const before = await resultOf(tx, matchId)
    const voids = end ? withoutVoid(row.voids, one) : withVoid(row.voids, one)
    if (end && voids === row.voids) return invalid('end', 'This is not void')
    const next = { ...(before ?? noResult), version: (before?.version ?? 0) + 1, voids: voids ?? [] }
    const schedules = await schedulesOf(tx, [matchId])
    return done({
      ...{ ...knownOf(row), before, row, voids, voidText: `${voidText(one)}${end ? ' no longer void' : ''}` },
      ...{ schedule: schedules.get(matchId), endsVoid: end === true },
      becomes: voids === row.voids ? undefined : next,
    })
  }

  /** Writes a plan that was made in this transaction under the locks of its match. Returns the version of the result. */
  async function record(
    tx: Tx,
    { row, message, voids, before, becomes, ...work }: Work,
    { by, reason }: { by: string; reason: string },
  ): Promise<number> {
    if (!becomes) return before?.version ?? 0
    const now = clock.date()
    if (message) {
      const origin = { source: by, drivenBy: houseSource, takesControl: true }
      await applyAll(tx, { row, messages: [message], origin, settlement: deps.settlement(), now, drop: deps.drop })
      return becomes.version
    }
    invariant(voids, 'a void by hand names what is void')
    const version = await writeVoids(tx, { matchId: row.id, voids, by, reason, at: now })
    await deps.settlement().onResult(tx, { matchId: row.id, version })
    const change = { kind: 'void', reason: work.voidText ?? '', source: by, at: now, ours: true as const }
    await saveMatch(tx, { row, next: row.current, drivenBy: row.driven_by, change })
    const lines = (await linesOfMatch(tx, row.id)).map(toPrices)
    const changed = lines.map((one) => withoutVoided(one, voids)).filter((one, n) => one !== lines[n])
    await writeLines(
      tx,
      changed.map((one) => ({ ...one, matchId: row.id, source: by, at: now })),
    )
    return version
  }

  /** Publishes a match and all its lines as they are now, and settles its bets in the background. */
  async function published(matchId: number): Promise<void> {
    const [row, lines] = await Promise.all([readMatch(db, matchId), linesOfMatch(db, matchId)])
    if (row) publish([{ matchId, sportId: row.sport_id, lines, matchChanged: true }])
    void deps.settlement().wake(matchId)
  }

  /** Creates a match that no feed has. The same command makes one match. */
  async function create(
    {
      id,
      sport_id,
      competition_id,
      competition_name,
      category = 'By hand',
      ...given
    }: Received<typeof operatorFixtures.createFixture>,
    by: string,
  ): Promise<Outcome<number, 'invalid_input' | 'id_reused'>> {
    const { prices, home_team, away_team, start_time } = given
    if (competition_id === undefined && competition_name === undefined)
      return invalid('competition_name', 'Please name a competition')
    const competition =
      competition_id === undefined
        ? { name: competition_name ?? '', category }
        : await competitionOf(db, { id: competition_id, sportId: sport_id })
    if (!competition) return invalid('competition_id', 'There is no such competition of this sport')
    if (new Date(start_time) <= clock.date()) return invalid('start_time', 'The match begins in the past')
    if (home_team === away_team) return invalid('away_team', 'The two sides are the same')
    if (hasDraw(sport_id) && !prices.neutral_odd) return invalid('prices.neutral_odd', 'Please enter odds such as 3.20')
    const draw = prices.neutral_odd && hasDraw(sport_id) ? [prices.neutral_odd] : []
    const book = [prices.home_odd, ...draw, prices.away_odd]
    const isBooks = (odds: readonly bigint[]) =>
      isBook(
        odds.map((at) => Number(at) / 1000),
        deps.band,
      )
    if (!isBooks(book))
      return invalid(
        'prices.home_odd',
        'These three prices are no book: their chances add up to too little or too much',
      )
    if (prices.over && prices.under && !isBooks([prices.over, prices.under]))
      return invalid('prices.over', 'These two prices are no book: their chances add up to too little or too much')
    // The id of a command is its person's: somebody else's same id makes another match.
    const sourceId = id === undefined ? undefined : `${by}/${id}`
    const created = await createFixture(
      deps,
      { sport_id, competition, home_team, away_team, start_time, prices },
      { source: houseSource, pricesField: 'prices.', ...(sourceId !== undefined && { sourceId }) },
    )
    if (!created.ok || sourceId === undefined) return created
    // The match of this command may be there already, if the first try ended before its answer was kept.
    const stored = await madeBy(sourceId)
    const isSame =
      stored?.home_team === home_team &&
      stored.away_team === away_team &&
      stored.start_time.getTime() === new Date(start_time).getTime()
    return isSame ? created : refused('id_reused')
  }

  /** The match that a command has made. */
  async function madeBy(sourceId: string) {
    const ref = { source: houseSource, sourceId }
    return (await findMatches(db, [ref])).get(refKey(ref))
  }

  return {
    planResult,
    planVoid,
    record,
    published,
    create,

    /** Makes known who pays prizes by the results of matches. */
    givesPrizes: (prizesOn: PrizesOn): void => void prizes.push(prizesOn),
    /** Whether a match can still decide prizes that are no bets on it. */
    decidesPrizes: async (tx: Tx, matchId: number): Promise<boolean> =>
      (await Promise.all(prizes.map((prizesOn) => prizesOn(tx, matchId)))).includes(true),

    /** Sets the live delay of a match in seconds; 0 ends it. False if there is no such match. */
    async setLiveDelay(matchId: number, seconds: number, by: string): Promise<boolean> {
      const row = await transact(db, async (tx) => {
        const locked = await rowOf(tx, matchId, { lock: true })
        if (!locked) return undefined
        await writeLiveDelay(tx, matchId, seconds === 0 ? null : seconds)
        const change = { kind: 'delay', reason: `${seconds} s`, source: by, at: clock.date(), ours: true as const }
        await saveMatch(tx, { row: locked, next: locked.current, drivenBy: locked.driven_by, change })
        return locked
      })
      return row !== undefined
    },
  }
}

export type HouseMatches = ReturnType<typeof openHouseMatches>

const hasDraw = (sportId: string): boolean => market(mainMarket(sportId))?.keys('').includes('draw') === true

const knownOf = ({ id: matchId, source, current: { state } }: MatchRow) =>
  ({ matchId, state, isByHand: source === houseSource, isEarly: false }) as const

const noResult: CurrentResult = { version: 0, kind: 'open', certainty: 2, result: { finished: false } }

function resultFrom(
  { kind, certainty, reason: _, ...facts }: NewResult,
  { before, voids }: { before: CurrentResult | undefined; voids: readonly Voided[] | null },
): CurrentResult {
  const version = (before?.version ?? 0) + 1
  return { version, kind, certainty, result: { ...facts, finished: kind === 'result' }, ...(voids && { voids }) }
}

/** What was declared void, in words: "Total, over 2.5". */
export function voidText(one: Voided | undefined): string {
  if (!one) return ''
  const { marketId, line, oddKey } = one
  const parts = [marketTitle(marketId, line ?? ''), line, oddKey !== undefined && display(marketId, oddKey)]
  return parts.filter(Boolean).join(', ')
}

/** A result as people read it. */
export const resultText = (result: CurrentResult | undefined): string =>
  result ? textOf(result.kind, result.result) : 'no result'
