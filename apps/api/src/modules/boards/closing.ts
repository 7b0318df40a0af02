import { sql } from 'kysely'
import type { EffectView } from '@nare/contract/effect'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import { effectOfCorrection, effectWithoutTickets, type Credit, type Ledger } from '#modules/ledger/ledger'
import { unreadSince } from '#modules/tickets/tickets'
import type { Background } from '#platform/background'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { readerName } from './feed.ts'
import { lastRank, sharePrizes, type Ranked, type Won } from './rules.ts'
import { bestOf } from './scores.ts'
import { tableOf, type BoardRules } from './settings.ts'
import { closeSeason, dueSeasons, endedSeasons, endSeason, lockSeason, seasonOf, type Season } from './seasons.ts'

export type ClosingDeps = {
  readonly db: Db
  readonly ledger: Ledger
  readonly background: Background
  readonly rules: () => BoardRules
  readonly catalog: Pick<Catalog, 'reportFinding' | 'closeFinding'>
  readonly crash: {
    /** Stores the days of an ended season of the crash board. */
    store(tx: Tx, season: Season): Promise<void>
    /** Its best players, and what they lost together. */
    ended(tx: Tx, season: Season, lastRank: number): Promise<{ best: readonly Ranked[]; lost: bigint }>
  }
}

export type Closed = { readonly won: readonly Won[]; readonly kept: bigint }

/** Seconds from the end of a season to its closing. By then the bets settled in it are counted. */
const graceS = 600
/** The same for an operator who closes a season: days of crash are read this long after their end. */
const countedS = 301
/** The maximum number of ended seasons that are read at once: those of more than a year. */
const seasonsMax = 1000
/** How many of the largest prizes an effect shows. */
const shownMax = 5

/**
 * Closes the seasons that are over, once among all processes, because the season's row is locked. Hidden and excluded bettors win prizes like
 * all others: a prize that was won is not a promotion. Later corrections change nothing.
 */
export function closeEnded(deps: ClosingDeps): Promise<unknown> {
  return deps.background.workThroughDue({
    what: 'season that has ended',
    id: ({ id }) => id,
    next: () => endedSeasons(deps.db, { afterS: graceS, most: seasonsMax }),
    work: async (season: Season) => (await isCounted(deps.db, season)) && closeOne(deps, season.id, null),
  })
}

/** Closes one season at an operator's request, if all bets that were settled in it are counted. */
export async function closeByHand(
  deps: ClosingDeps,
  id: number,
  operator: string,
): Promise<Outcome<Closed, 'not_found' | 'not_available'>> {
  const found = await closable(deps.db, id)
  if (!found.ok) return found
  const closed = await closeOne(deps, id, operator)
  return closed ? done(closed) : refused('not_found')
}

/** What `closeByHand` would do, from a snapshot: it pays nothing yet. */
export async function foreseeClosing(
  deps: ClosingDeps,
  tx: Tx,
  id: number,
): Promise<Outcome<EffectView, 'not_found' | 'not_available'>> {
  const found = await closable(tx, id)
  if (!found.ok) return found
  const { won, kept } = await prizesIn(deps, tx, { season: found.value, rules: deps.rules() })
  const most = won.toSorted((a, b) => (a.amount === b.amount ? a.rank - b.rank : a.amount > b.amount ? -1 : 1))
  const to = most
    .slice(0, shownMax)
    .map(({ bettor, amount }) => ({ bettor_id: `${bettor}`, amount: formatMoney(amount) }))
  const later = { paid: formatMoney(money(sumOf(won))), kept: formatMoney(money(kept)), to }
  return done(await effectWithoutTickets(tx, { payees: won.length, later }))
}

/** A season that an operator may close now. */
async function closable(on: Db | Tx, id: number): Promise<Outcome<Season, 'not_found' | 'not_available'>> {
  const season = await seasonOf(on, id)
  if (season?.closedAt !== null) return refused('not_found')
  const isOver = (await endedSeasons(on, { afterS: countedS, most: seasonsMax })).some((one) => one.id === id)
  if (!isOver) return refused('not_available', undefined, 'The period is not over, or ended less than five minutes ago')
  if (!(await isCounted(on, season))) return refused('not_available', undefined, 'Some bets are not counted yet')
  return done(season)
}

/** Whether all bets that were settled in a season are counted. Later settlements do not matter. */
async function isCounted(on: Db | Tx, { board, endsAt }: Season): Promise<boolean> {
  if (board !== 'sports') return true
  const unread = await unreadSince(on, readerName)
  return unread === undefined || unread >= endsAt
}

/** The prizes of an ended season, by the rules of now where it keeps none. Writes nothing. */
async function prizesIn(
  { crash }: Pick<ClosingDeps, 'crash'>,
  tx: Tx,
  { season, rules }: { season: Season; rules: BoardRules },
): Promise<Closed> {
  const table = tableOf(rules, season)
  const last = lastRank(table)
  const { best, lost } =
    last === 0 || season.board === 'sports'
      ? { best: last === 0 ? [] : await bestOf(tx, season.id, last), lost: season.lost }
      : await crash.ended(tx, season, last)
  const most = lost > 0n ? (lost * BigInt(season.prizePercent ?? rules.percent)) / 100n : 0n
  return sharePrizes(best, table, most)
}

const sumOf = (won: readonly Won[]): bigint => won.reduce((sum, { amount }) => sum + amount, 0n)

/** Closes one season; undefined if it is closed already. Its prizes wait, and are a finding until then. */
function closeOne(deps: ClosingDeps, id: number, by: string | null): Promise<Closed | undefined> {
  const { db, catalog, crash } = deps
  return transact(db, async (tx) => {
    const season = await lockSeason(tx, id)
    if (season?.closedAt !== null) return undefined
    if (season.board === 'crash') await crash.store(tx, season)
    const rules = deps.rules()
    const { won, kept } = await prizesIn(deps, tx, { season, rules })
    await insertPrizes(tx, id, won)
    const paid = sumOf(won)
    const { closedAt, paysAt } = await closeSeason(tx, { id, by, paid, kept, waitS: rules.waitS })
    if (paysAt) {
      const { board, period, since } = season
      const times = { since: since.toISOString(), pays_at: paysAt.toISOString() }
      const sums = { winners: `${won.length}`, paid: formatMoney(money(paid)), kept: formatMoney(money(kept)) }
      const facts = { season_id: `${id}`, board, period, ...times, ...sums }
      await catalog.reportFinding(tx, { ...findingOf(id), facts, at: closedAt })
    }
    return { won, kept }
  })
}

/** The finding that the prizes of a season wait. */
const findingOf = (season: number) => ({ kind: 'board_prizes', subject: `season ${season}` }) as const

/** Pays the prizes that have waited for a day without an operator's decision. Calls `onPaid` with the bettors who were paid, by season. */
export function payDue(deps: ClosingDeps, onPaid: (bettors: readonly bigint[]) => Promise<void>): Promise<unknown> {
  return deps.background.workThroughDue({
    what: 'season with waiting prizes',
    id: (season) => season,
    next: () => dueSeasons(deps.db, seasonsMax),
    async work(id: number) {
      const ended = await endPrizes(deps, { id, by: null, withhold: false })
      if (ended.ok) await onPaid(ended.value)
    },
  })
}

/**
 * Pays the waiting prizes of a season in cash, or withholds them, and closes their finding: once, because the season's row is locked and the
 * id of each transfer contains season and bettor. Returns the bettors who were paid.
 */
export const endPrizes = (deps: ClosingDeps, given: EndedPrizes): Promise<Outcome<readonly bigint[], 'not_found'>> =>
  transact(deps.db, (tx) => endPrizesIn(deps, tx, given))

/** As `endPrizes`, in the caller's transaction. */
export async function endPrizesIn(
  { ledger, catalog }: ClosingDeps,
  tx: Tx,
  { id, by, withhold }: EndedPrizes,
): Promise<Outcome<readonly bigint[], 'not_found'>> {
  const season = await lockSeason(tx, id)
  if (!isWaiting(season)) return refused('not_found')
  await endSeason(tx, { id, by, withheld: withhold })
  await catalog.closeFinding(tx, findingOf(id), withhold ? 'withhold' : 'pay')
  if (withhold) return done([])
  const due = await prizeCredits(ledger, tx, id)
  await ledger.credit(tx, due)
  return done(due.map(({ bettor }) => bettor))
}

/** What `endPrizes` would do, from a snapshot. */
export async function foreseePrizes(
  { ledger }: Pick<ClosingDeps, 'ledger'>,
  tx: Tx,
  { id, withhold }: Pick<EndedPrizes, 'id' | 'withhold'>,
): Promise<Outcome<EffectView, 'not_found'>> {
  if (!isWaiting(await seasonOf(tx, id))) return refused('not_found')
  const due = await prizeCredits(ledger, tx, id)
  const effect = await effectOfCorrection(tx, { back: [], due: withhold ? [] : due })
  const sum = due.reduce((total, { amount }) => total + amount, 0n)
  return done(withhold ? { ...effect, payees: due.length, withheld: formatMoney(money(sum)) } : effect)
}

type EndedPrizes = { readonly id: number; readonly by: string | null; readonly withhold: boolean }

const isWaiting = (season: Season | undefined): boolean => Boolean(season?.paysAt && !season.endedAt)

/** The payments of the waiting prizes of a season. */
async function prizeCredits(ledger: Pick<Ledger, 'house'>, tx: Tx, season: number): Promise<Credit[]> {
  const against = ledger.house('house:promotions')
  const about = `board/${season}`
  return (await prizesOf(tx, season)).map(({ bettor, amount }) => ({
    ...{ id: `${about}/${bettor}`, kind: 'prize', about, bettor, amount: money(amount), against },
  }))
}

/** The prizes of a closed season, the best first. */
export function prizesOf(on: Db | Tx, season: number): Promise<(Ranked & { readonly amount: bigint })[]> {
  return queryRows<Ranked & { readonly amount: bigint }>(on)`
    select bettor_id as bettor, rank, amount from boards.prize where season_id = ${season}::int order by rank, bettor_id`
}

async function insertPrizes(tx: Tx, season: number, won: readonly Won[]): Promise<void> {
  await sql`
    insert into boards.prize (season_id, bettor_id, rank, amount)
    select ${season}::int, * from unnest(${won.map(({ bettor }) => bettor)}::bigint[], ${won.map(({ rank }) => rank)}::int[],
      ${won.map(({ amount }) => amount)}::bigint[])`.execute(tx)
}
