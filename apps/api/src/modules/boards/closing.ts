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
  /** The crash board's best players of a season that is over. */
  readonly crashBest: (tx: Tx, season: Season, lastRank: number) => Promise<readonly Ranked[]>
}

export type Closed = { readonly won: readonly Won[]; readonly kept: bigint }

/** A season is closed so long after its end: what was settled in it is counted by then. */
const graceS = 600
/** An operator may close it a little earlier: days of crash are read so long after their end. */
const countedS = 301
/** The maximum number of ended seasons that are read at once: those of more than a year. */
const seasonsMax = 1000

/**
 * Closes the seasons that are over and pays their prizes in cash: once, in whichever process, because the season's row is locked and each
 * prize's transfer has the id of its season and bettor. Prizes that were won are paid to everybody, also to those who are hidden or excluded:
 * that is no promotion. Later corrections change nothing. A season that cannot be closed does not delay the others. Returns the bettors who
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

/** Closes one season at an operator's request, as soon as everything that was settled in it is counted. */
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

/** Whether everything that was settled in a season is counted. What was settled after its end may wait. */
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
