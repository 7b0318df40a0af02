import { sql, type RawBuilder } from 'kysely'
import { kindsWhere, movedIn, type TransferRange } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { marked, months, returnedKinds, stakedKinds, type Days } from './counted.ts'
import type { AccountSources } from './places.ts'

/** The reader of the ledger that keeps the figures of marketing sources. */
export const sourceReader = 'report sources'

type Deps = { readonly accountSources: AccountSources; readonly zone: string }

const depositKinds = kindsWhere(({ counts }) => counts === 'deposited')

/** Adds a range of transfers to the sums of the sources of their bettors. Deposits are before tax. */
export async function addToSources(tx: Tx, range: TransferRange, { accountSources, zone }: Deps): Promise<void> {
  await sql`
    with moved as materialized (${movedIn(range, zone)}),
    flow as materialized (
      select day, max(owner) as bettor,
        coalesce(-sum(amount) filter (where owner is null and amount < 0 and kind = any(${depositKinds}::text[])), 0) as deposited,
        coalesce(-sum(amount) filter (where owner is not null and kind = any(${stakedKinds}::text[])), 0) as staked,
        coalesce(sum(amount) filter (where owner is not null and kind = any(${returnedKinds}::text[])), 0) as returned,
        coalesce(-sum(amount) filter (where account = 'house:promotions'), 0) as given
      from moved group by no, day),
    summed as materialized (
      select day, bettor, sum(deposited) as deposited, sum(staked) as staked, sum(returned) as returned, sum(given) as given
      from flow where bettor is not null and (deposited, staked, returned, given) <> (0, 0, 0, 0) group by 1, 2),
    found as materialized (
      select f.*, coalesce(s.utm_source, '') as utm_source, coalesce(s.utm_campaign, '') as utm_campaign, coalesce(s.btag, '') as btag
      from summed f left join lateral (
        select utm_source, utm_campaign, btag from (${accountSources()}) a where a.bettor = f.bettor offset 0) s on true)
    insert into report.source_day as d (day, source_id, deposited, staked, returned, given)
    select f.day, coalesce(k.source_id, report.source_id(f.utm_source, f.utm_campaign, f.btag)), sum(f.deposited)::bigint, sum(f.staked)::bigint,
      sum(f.returned)::bigint, sum(f.given)::bigint
    from found f left join report.source k using (utm_source, utm_campaign, btag) group by 1, 2
    on conflict (day, source_id) do update set deposited = d.deposited + excluded.deposited, staked = d.staked + excluded.staked,
      returned = d.returned + excluded.returned, given = d.given + excluded.given`.execute(tx)
}

/** Removes the sums of sources, for a reader that begins again. */
export async function removeSources(tx: Tx): Promise<void> {
  for (const table of ['source_day', 'source']) await sql`delete from report.${sql.ref(table)}`.execute(tx)
}

/**
 * For the attribution: rows (utm_source, utm_campaign, btag, depositors, deposited, staked, returned, given) of these days, some for each source; what
 * a source does not have is null.
 */
export const playOfSources = (accountSources: AccountSources, days: Days): RawBuilder<unknown> => sql`
  select nullif(s.utm_source, '') as utm_source, nullif(s.utm_campaign, '') as utm_campaign, nullif(s.btag, '') as btag, 0 as depositors,
    d.deposited, d.staked, d.returned, d.given
  from report.source_day d join report.source s using (source_id)
  where d.day between ${days.from}::date and ${days.to}::date
  union all
  select nullif(a.utm_source, ''), nullif(a.utm_campaign, ''), nullif(a.btag, ''), 1, 0, 0, 0, 0
  from (select distinct m.bettor_id from report.depositor_month m join ${months(days)} using (month) where ${marked}) p
    join (${accountSources()}) a on a.bettor = p.bettor_id`
