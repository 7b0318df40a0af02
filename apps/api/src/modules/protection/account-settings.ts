import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'

/** What operators have set on an account, and who. */
export type AccountSetting = {
  readonly locked: { readonly by: string; readonly since: Date } | null
  readonly stakePercent: number
  /** Who set the share; null if nobody did. */
  readonly percentBy: { readonly by: string; readonly since: Date } | null
}

/** What operators have set on an account. */
export async function accountSetting(on: Db | Tx, bettor: bigint): Promise<AccountSetting> {
  const rows = await queryRows<{
    locked: boolean
    lockedBy: string | null
    lockedAt: Date | null
    stakePercent: number
    percentBy: string | null
    percentAt: Date | null
  }>(on)`
    select locked, locked_by as "lockedBy", locked_at as "lockedAt", stake_percent as "stakePercent",
      percent_by as "percentBy", percent_at as "percentAt"
    from protection.account_setting where bettor_id = ${bettor}::bigint`
  const [row] = rows
  return {
    locked: row?.locked && row.lockedBy && row.lockedAt ? { by: row.lockedBy, since: row.lockedAt } : null,
    stakePercent: row?.stakePercent ?? 100,
    percentBy: row?.percentBy && row.percentAt ? { by: row.percentBy, since: row.percentAt } : null,
  }
}

/** The bettors among these whose accounts are locked. */
export async function lockedNow(on: Db | Tx, bettors: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await queryRows<{ bettor: bigint }>(on)`
    select bettor_id as bettor from protection.account_setting
    where bettor_id = any(${bettors}::bigint[]) and locked`
  return new Set(rows.map(({ bettor }) => bettor))
}

type Setting = { readonly bettor: bigint; readonly by: string }

/** Locks an account or unlocks it. The caller has locked the bettor's cash account, so no stake, deposit or withdrawal follows the commit of a lock. */
export async function setLocked(tx: Tx, { bettor, locked, by }: Setting & { readonly locked: boolean }): Promise<void> {
  await sql`
    insert into protection.account_setting (bettor_id, locked, locked_by, locked_at)
    values (${bettor}::bigint, ${locked}::boolean, ${by}, platform.now())
    on conflict (bettor_id) do update set locked = excluded.locked, locked_by = excluded.locked_by, locked_at = excluded.locked_at
    where account_setting.locked <> excluded.locked`.execute(tx)
}

/** Sets the share of the highest stake and liability. The caller has locked the bettor's cash account. */
export async function setStakePercent(
  tx: Tx,
  { bettor, percent, by }: Setting & { readonly percent: number },
): Promise<void> {
  await sql`
    insert into protection.account_setting (bettor_id, stake_percent, percent_by, percent_at)
    values (${bettor}::bigint, ${percent}::int, ${by}, platform.now())
    on conflict (bettor_id) do update set stake_percent = excluded.stake_percent, percent_by = excluded.percent_by,
      percent_at = excluded.percent_at`.execute(tx)
}

/** The share of stakes and liability that the house offers these bettors, in percent; those with the whole share may be left out. */
export async function stakePercentsOf(db: Db, bettors: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  const rows = await queryRows<{ bettor: bigint; percent: number }>(db)`
    select bettor_id as bettor, stake_percent as percent from protection.account_setting
    where bettor_id = any(${bettors}::bigint[])`
  return new Map(rows.map(({ bettor, percent }) => [bettor, percent]))
}
