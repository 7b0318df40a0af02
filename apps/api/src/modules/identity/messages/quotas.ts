import { sql } from 'kysely'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { sweepInRounds } from '../sweep.ts'

/** At most `most` uses of `key` in a window of `windowS` seconds. */
export type Quota = { readonly key: string; readonly most: number; readonly windowS: number }

/**
 * The quotas in which one use is counted. A use above a hard quota is refused. Above a soft quota one use is still allowed every `everyS`
 * seconds; `last` is the key of that window. `unchecked` quotas are counted and never refuse.
 */
export type Use = {
  readonly hard: readonly Quota[]
  readonly unchecked?: readonly Quota[]
  readonly soft?: { readonly quotas: readonly Quota[]; readonly last: string; readonly everyS: number }
}

/**
 * `overflow`: the use is above a soft quota. `by`: the kind of quota that refused, with the keys of hard ones. `waitS`: the seconds until the
 * next try.
 */
export type Used =
  | { readonly ok: true; readonly overflow: boolean }
  | { readonly ok: false; readonly by: 'hard'; readonly waitS: number; readonly keys: readonly string[] }
  | { readonly ok: false; readonly by: 'soft'; readonly waitS: number }

/** Counts uses in time windows. A use counts in all of its quotas or in none. */
export type Quotas = {
  use(use: Use): Promise<Used>
  /** The uses in the current window of a key. */
  used(key: string): Promise<number>
  /** Refunds one use, for an action that did not happen. */
  refund(use: Use): Promise<void>
  /** Removes a bounded number of windows that have ended. */
  sweep(): Promise<void>
}

/** A key's current window: its uses, and the seconds until it ends. */
type Window = { readonly used: number; readonly leftS: number }

/** Opens quotas in the database, which are exact and shared by all processes. Uses of one key are serialised. */
export function openQuotas(db: Db): Quotas {
  return {
    use: (use) =>
      transact(db, async (tx) => {
        const quotas = quotasOf(use)
        await lock(tx, quotas)
        const decided = decide(use, await windowsOf(tx, quotas))
        if (decided.ok) await count(tx, quotas)
        return decided
      }),
    async used(key) {
      const rows = await queryRows<{ used: number }>(db)`
        select used from identity.quota where key = ${key} and until > platform.now()`
      return rows[0]?.used ?? 0
    },
    async refund(use) {
      const quotas = quotasOf(use)
      const keys = quotas.map(({ key }) => key)
      await transact(db, async (tx) => {
        await lock(tx, quotas)
        await sql`delete from identity.quota where key = any(${keys}::text[]) and used = 1`.execute(tx)
        await sql`update identity.quota set used = used - 1 where key = any(${keys}::text[]) and used > 1`.execute(tx)
      })
    },
    sweep: () =>
      sweepInRounds(async (most) => {
        const swept = await queryRows(db)`
          delete from identity.quota where key = any(array(
            select key from identity.quota where until < platform.now() limit ${most}::int)) returning 1`
        return swept.length
      }),
  }
}

/** Decides whether one more use is within its quotas. `windows` are the current windows by key. */
export function decide({ hard, soft }: Use, windows: ReadonlyMap<string, Window>): Used {
  const full = (quotas: readonly Quota[]) =>
    quotas.flatMap(({ key, most }) => {
      const window = windows.get(key)
      return window && window.used >= most ? [{ key, waitS: Math.max(1, window.leftS) }] : []
    })
  const waitOf = (found: ReturnType<typeof full>): number => Math.max(...found.map(({ waitS }) => waitS))
  const refusing = full(hard)
  if (refusing.length > 0)
    return { ok: false, by: 'hard', waitS: waitOf(refusing), keys: refusing.map(({ key }) => key) }
  const overSoft = full(soft?.quotas ?? [])
  if (!soft || overSoft.length === 0) return { ok: true, overflow: false }
  const last = windows.get(soft.last)
  if (!last) return { ok: true, overflow: true }
  return { ok: false, by: 'soft', waitS: Math.max(1, Math.min(last.leftS, waitOf(overSoft))) }
}

function quotasOf({ hard, unchecked = [], soft }: Use): Quota[] {
  const last = soft ? [{ key: soft.last, most: 1, windowS: soft.everyS }] : []
  return [...hard, ...unchecked, ...(soft?.quotas ?? []), ...last].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

async function lock(tx: Tx, quotas: readonly Quota[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('identity.quota ' || key, 0))
    from unnest(${quotas.map(({ key }) => key)}::text[]) as k (key)`.execute(tx)
}

async function windowsOf(tx: Tx, quotas: readonly Quota[]): Promise<Map<string, Window>> {
  const rows = await queryRows<{ key: string; used: number; leftS: number }>(tx)`
    select key, used, ceil(extract(epoch from until - platform.now()))::int as "leftS" from identity.quota
    where key = any(${quotas.map(({ key }) => key)}::text[]) and until > platform.now()`
  return new Map(rows.map(({ key, used, leftS }) => [key, { used, leftS }]))
}

async function count(tx: Tx, quotas: readonly Quota[]): Promise<void> {
  await sql`
    insert into identity.quota as q (key, used, until)
    select key, 1, platform.now() + make_interval(secs => window_s)
    from unnest(${quotas.map(({ key }) => key)}::text[], ${quotas.map(({ windowS }) => windowS)}::int[]) as u (key, window_s)
    on conflict (key) do update set
      used = case when q.until <= platform.now() then 1 else q.used + 1 end,
      until = case when q.until <= platform.now() then excluded.until else q.until end`.execute(tx)
}
