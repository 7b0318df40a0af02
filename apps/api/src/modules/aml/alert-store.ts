import { sql } from 'kysely'
import type { AmlItem, AmlRule } from '@nare/contract/aml'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { areOfOthers, isIn, isOfOthers, type Filter } from './own.ts'

export type AlertFacts = { readonly text: string; readonly amount?: string | undefined; readonly items: AmlItem[] }
export type AlertRow = {
  readonly id: bigint
  readonly bettor: bigint
  readonly rule: AmlRule
  readonly facts: AlertFacts
  readonly state: 'open' | 'case' | 'closed'
  readonly owner: string | null
  readonly raisedAt: Date
  readonly changedAt: Date
  readonly caseId: bigint | null
  readonly endedAt: Date | null
  readonly endedBy: string | null
  readonly endedReason: string | null
}

const columns = sql`alert_id as id, bettor_id as bettor, rule, facts, state, owner, raised_at as "raisedAt", changed_at as "changedAt",
  case_id as "caseId", ended_at as "endedAt", ended_by as "endedBy", ended_reason as "endedReason"`

/**
 * Raises an alert, or renews what the open one of this bettor and rule says. Nothing if one ended within the quiet days, unless the sum has doubled
 * since: what was looked at once is no leave for much more.
 */
export async function raise(
  tx: Tx,
  { bettor, rule, facts, quietDays }: Pick<AlertRow, 'bettor' | 'rule' | 'facts'> & { readonly quietDays: number },
): Promise<void> {
  await sql`
    insert into aml.alert as a (bettor_id, rule, facts, raised_at, changed_at)
    select ${bettor}::bigint, ${rule}, ${JSON.stringify(facts)}::text::jsonb, platform.now(), platform.now()
    where not exists (
      select from aml.alert e where e.bettor_id = ${bettor}::bigint and e.rule = ${rule} and e.state <> 'open'
        and e.ended_at > platform.now() - make_interval(days => ${quietDays}::int)
        and coalesce((${JSON.stringify(facts)}::text::jsonb->>'amount')::numeric < 2 * (e.facts->>'amount')::numeric, true))
    on conflict (bettor_id, rule) where state = 'open'
    do update set facts = excluded.facts, changed_at = excluded.changed_at`.execute(tx)
}

type Alerts = Filter<AlertRow['state']> & { readonly rule?: AmlRule | undefined; readonly id?: bigint | undefined }
/** An alert of a list, with the open case about the same bettor. */
export type ListedAlert = AlertRow & { readonly openCase: bigint | null }

export const alertsIn = (db: Db, { rule, id, ...filter }: Alerts, page: Page): Promise<Paged<ListedAlert>> =>
  readPage<ListedAlert>(
    db,
    {
      columns: sql`${columns}, (select c.case_id from aml.case_file c
        where c.bettor_id = alert.bettor_id and c.state = 'open' and ${areOfOthers(filter.own)}) as "openCase"`,
      from: sql`aml.alert where ${isIn(filter)} and ${isOfOthers(filter.own)}
        ${rule === undefined ? sql`` : sql`and rule = ${rule}`} ${id === undefined ? sql`` : sql`and alert_id = ${id}::bigint`}`,
      order: [{ by: sql`alert_id`, type: 'number', desc: true }],
    },
    page,
  )

export const alertsOfCase = (db: Db, id: bigint): Promise<AlertRow[]> =>
  queryRows<AlertRow>(db)`select ${columns} from aml.alert where case_id = ${id}::bigint order by alert_id`

/** An alert, locked until the transaction ends. */
export const lockAlert = (tx: Tx, id: bigint, own: bigint | undefined): Promise<AlertRow | undefined> =>
  queryRow<AlertRow>(
    tx,
  )`select ${columns} from aml.alert where alert_id = ${id}::bigint and ${isOfOthers(own)} for update`

/** The open alerts of a bettor, locked. */
export const lockOpen = (tx: Tx, bettor: bigint): Promise<AlertRow[]> =>
  queryRows<AlertRow>(
    tx,
  )`select ${columns} from aml.alert where bettor_id = ${bettor}::bigint and state = 'open' order by alert_id for update`

/** Ends alerts: they are in a case, or closed without one. */
export async function endAlerts(
  tx: Tx,
  { ids, caseId, by, reason }: { ids: readonly bigint[]; caseId: bigint | null; by: string; reason: string },
): Promise<void> {
  await sql`
    update aml.alert set state = ${caseId === null ? 'closed' : 'case'}, case_id = ${caseId}::bigint, ended_at = platform.now(),
      ended_by = ${by}, ended_reason = ${reason} where alert_id = any(${ids}::bigint[])`.execute(tx)
}

export async function setOwner(tx: Tx, id: bigint, owner: string): Promise<void> {
  await sql`update aml.alert set owner = ${owner} where alert_id = ${id}::bigint`.execute(tx)
}

export type Found = {
  readonly rule: AmlRule
  readonly open: number
  readonly raised: number
  readonly inCase: number
  readonly closed: number
}

/** How many alerts of each rule are open, and how many of those raised in 30 days are in a case or closed. */
export const foundByRule = (db: Db, own: bigint | undefined): Promise<Found[]> =>
  queryRows<Found>(db)`
    select rule, count(*) filter (where state = 'open')::int as open,
      count(*) filter (where raised_at > platform.now() - interval '30 days')::int as raised,
      count(*) filter (where state = 'case' and raised_at > platform.now() - interval '30 days')::int as "inCase",
      count(*) filter (where state = 'closed' and raised_at > platform.now() - interval '30 days')::int as closed
    from aml.alert where ${isOfOthers(own)} group by rule`
