import { sql } from 'kysely'
import type { consoleBettors as calls, BettorRow } from '@nare/contract/console-bettors'
import type { Answer, Received } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import { mobileNumber } from '@nare/contract/typed'
import { accountMatches, accounts, lastSeen } from '#modules/identity/identity'
import { cashOf } from '#modules/ledger/ledger'
import { withMarker } from '#modules/care/care'
import { restricted, restrictionOf } from '#modules/protection/protection'
import type { ConsoleDeps } from '../deps.ts'
import { netOfMonth } from './month.ts'
import { queryRows } from '#platform/db'

type Query = Received<typeof calls.bettors>
export type BettorFilter = Pick<Query, 'q' | 'state' | 'marker' | 'source'>
type ListDeps = Pick<ConsoleDeps, 'db' | 'kyc' | 'country'>

type Row = {
  readonly bettor: bigint
  readonly name: string
  readonly msisdn: string
  readonly since: Date
  readonly state: BettorRow['state']
}

const inFileChunk = 500

/** The accounts that match a filter, the newest first. */
export async function bettorList(deps: ListDeps, query: Query): Promise<Answer<typeof calls.bettors>> {
  const { before, limit } = query
  const rows = await readAccounts(deps, query, {
    before: before === undefined ? undefined : BigInt(before),
    most: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { data: await shown(deps, page), meta: { limit, ...(last && { next: last.bettor.toString() }) } }
}

/** All accounts that match a filter, for a file, in batches. */
export async function* allBettors(deps: ListDeps, filter: BettorFilter): AsyncGenerator<BettorRow[]> {
  for (let before: bigint | undefined; ;) {
    const rows = await readAccounts(deps, filter, { before, most: inFileChunk })
    yield shown(deps, rows)
    before = rows.at(-1)?.bettor
    if (rows.length < inFileChunk) return
  }
}

function readAccounts(
  { db }: Pick<ListDeps, 'db'>,
  { q = '', state, marker, source }: BettorFilter,
  { before, most }: { before: bigint | undefined; most: number },
): Promise<Row[]> {
  const standing = sql`coalesce(${restrictionOf(sql`b.bettor`)}, case when b.verified then 'open' else 'unverified' end)`
  const conditions = [
    before === undefined ? sql`true` : sql`b.bettor < ${before}::bigint`,
    ...(q === '' ? [] : [accountMatches({ text: q, msisdn: mobileNumber(q) })]),
    ...(source === undefined ? [] : [sql`b.source = ${source}`]),
    ...(marker === undefined ? [] : [sql`b.bettor in ${withMarker(marker)}`]),
    ...(state === undefined ? [] : [sql`${standing} = ${state}`]),
    ...(state === undefined || state === 'open' || state === 'unverified' ? [] : [sql`b.bettor in ${restricted}`]),
  ]
  return queryRows<Row>(db)`
    select b.bettor, b.name, b.msisdn, b.since, ${standing} as state from (${accounts}) b
    where ${sql.join(conditions, sql` and `)} order by b.bettor desc limit ${most}::int`
}

async function shown({ db, kyc, country }: ListDeps, rows: readonly Row[]): Promise<BettorRow[]> {
  const bettors = rows.map(({ bettor }) => bettor)
  const [checks, cash, seen, netMonth] = await Promise.all([
    kyc.operator.states(bettors),
    cashOf(db, bettors),
    lastSeen(db, bettors),
    netOfMonth(db, bettors, country.timeZone),
  ])
  return rows.map(({ bettor, name, msisdn, since: opened, state }) => {
    return {
      bettor_id: bettor.toString(),
      name,
      msisdn,
      state,
      identity: checks.get(bettor) ?? 'none',
      balance: formatMoney(money(cash.get(bettor) ?? 0n)),
      since: opened.toISOString(),
      last_seen_at: seen.get(bettor)?.toISOString() ?? null,
      net_30d: formatMoney(money(netMonth(bettor))),
    }
  })
}
