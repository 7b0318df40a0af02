import { sql } from 'kysely'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Country } from '#country/country'
import { unreadSince } from '#modules/betting/betting'
import type { Credit, Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import { readerName } from './feed.ts'
import { lastRank, sharePrizes, type Ranked, type Won } from './rules.ts'
import { bestOf } from './scores.ts'
import { closeSeason, endedSeasons, lockOpen, seasonOf, type Season } from './seasons.ts'

export type ClosingDeps = {
  readonly db: Db
  readonly ledger: Ledger
  readonly country: Pick<Country, 'boards'>
  /** The best players of an ended season of the crash board. */
  readonly crashBest: (tx: Tx, season: Season, lastRank: number) => Promise<readonly Ranked[]>
}

export type Closed = { readonly won: readonly Won[]; readonly kept: bigint }

/** Seconds from the end of a season to its closing. By then the bets settled in it are counted. */
const graceS = 600
/** The same for an operator who closes a season: days of crash are read this long after their end. */
const countedS = 301
/** The maximum number of ended seasons that are read at once: those of more than a year. */
const seasonsMax = 1000

/**
 * Closes the seasons that are over and pays their prizes in cash: once among all processes, because the season's row is locked and the
 * id of each prize's transfer contains season and bettor. Prizes are also paid to hidden and excluded bettors: a prize that was won is not a
 * promotion. Later corrections change nothing. A season that cannot be closed does not delay the others. Returns the bettors who
 * were paid, and the failures.
 */
export async function closeEnded(
  deps: ClosingDeps,
): Promise<{ readonly paid: ReadonlySet<bigint>; readonly failures: readonly unknown[] }> {
  const paid = new Set<bigint>()
  const failures: unknown[] = []
  for (const season of await endedSeasons(deps.db, { afterS: graceS, most: seasonsMax })) {
    try {
      if (!(await isCounted(deps, season))) continue
      const closed = await closeOne(deps, season.id, null)
      for (const { bettor } of closed?.won ?? []) paid.add(bettor)
    } catch (error) {
      failures.push(error)
    }
  }
  return { paid, failures }
}

/** Closes one season at an operator's request, if all bets that were settled in it are counted. */
export async function closeByHand(
  deps: ClosingDeps,
  id: number,
  operator: string,
): Promise<Outcome<Closed, 'not_found' | 'not_available'>> {
  const season = await seasonOf(deps.db, id)
  if (season?.closedAt !== null) return refused('not_found')
  const isOver = (await endedSeasons(deps.db, { afterS: countedS, most: seasonsMax })).some((one) => one.id === id)
  if (!isOver) return refused('not_available', undefined, 'The period is not over, or ended less than five minutes ago')
  if (!(await isCounted(deps, season))) return refused('not_available', undefined, 'Some bets are not counted yet')
  const closed = await closeOne(deps, id, operator)
  return closed ? done(closed) : refused('not_found')
}

/** Whether all bets that were settled in a season are counted. Later settlements do not matter. */
async function isCounted({ db }: ClosingDeps, { board, endsAt }: Season): Promise<boolean> {
  if (board !== 'sports') return true
  const unread = await unreadSince(db, readerName)
  return unread === undefined || unread >= endsAt
}

/** Closes one season; undefined if it is closed already. */
function closeOne(
  { db, ledger, country, crashBest }: ClosingDeps,
  id: number,
  by: string | null,
): Promise<Closed | undefined> {
  return transact(db, async (tx) => {
    const season = await lockOpen(tx, id)
    if (!season) return undefined
    const table = country.boards[season.board][season.period]
    const last = lastRank(table)
    const best =
      last === 0 ? [] : season.board === 'sports' ? await bestOf(tx, id, last) : await crashBest(tx, season, last)
    const { won, kept } = sharePrizes(best, table)
    await insertPrizes(tx, id, won)
    const against = ledger.house('house:promotions')
    const about = `board/${id}`
    await ledger.credit(
      tx,
      won.map(({ bettor, amount }): Credit => ({
        id: `${about}/${bettor}`,
        kind: 'prize',
        about,
        bettor,
        amount,
        against,
      })),
    )
    const paid = won.reduce((sum, { amount }) => sum + amount, 0n)
    await closeSeason(tx, { id, by, paid, kept })
    return { won, kept }
  })
}

async function insertPrizes(tx: Tx, season: number, won: readonly Won[]): Promise<void> {
  await sql`
    insert into boards.prize (season_id, bettor_id, rank, amount)
    select ${season}::int, * from unnest(${won.map(({ bettor }) => bettor)}::bigint[], ${won.map(({ rank }) => rank)}::int[],
      ${won.map(({ amount }) => amount)}::bigint[])`.execute(tx)
}
