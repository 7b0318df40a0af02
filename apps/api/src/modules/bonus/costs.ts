import { sql } from 'kysely'
import { cursorOf, type Ledger, type PostedTransfer, type TransferKind } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import type { GrantSource } from './store.ts'

/** The reader of the ledger that sums what bonus money costs. */
export const costReader = 'bonus costs'

/** The kinds of transfers about grants, with the sum that each adds to, and the sign of what it moves on a bonus account. */
const sums = {
  bonus_granted: { column: 'granted', sign: 1n },
  bonus_restored: { column: 'restored', sign: 1n },
  bonus_converted: { column: 'converted', sign: -1n },
  bonus_expired: { column: 'expired', sign: -1n },
  bonus_cancelled: { column: 'cancelled', sign: -1n },
} as const satisfies Partial<Record<TransferKind, { column: string; sign: bigint }>>

export const costKinds = Object.keys(sums) as (keyof typeof sums)[]
const isCostKind = (kind: string): kind is keyof typeof sums => Object.hasOwn(sums, kind)

type Column = (typeof sums)[keyof typeof sums]['column']
const columns = Object.values(sums).map(({ column }) => column)

/**
 * What the bonus money of a source or promotion costs, in cents. `wagered` of `toWager` counts towards the requirements; `converted` became cash,
 * `expired` and `cancelled` went back to the house, winnings of bonus money included; `restored` is what the house added for corrected results.
 * `cost` is what `house:promotions` has paid for it: granted + restored - expired - cancelled.
 */
export type BonusCost = Readonly<Record<Column | 'grants' | 'toWager' | 'wagered' | 'cost', bigint>>

const nothing: BonusCost = {
  ...{ grants: 0n, granted: 0n, restored: 0n, converted: 0n, expired: 0n, cancelled: 0n },
  ...{ toWager: 0n, wagered: 0n, cost: 0n },
}

/** The costs of bonus money as of the transfer `until`. */
export type BonusCosts = { readonly until: bigint; readonly of: (promotionId?: string) => BonusCost }

/** Opens the sums of what bonus money costs. */
export function openBonusCosts({ db, ledger }: { readonly db: Db; readonly ledger: Pick<Ledger, 'follow'> }) {
  return {
    /** Reads the ledger on into the sums. One process at a time does it. */
    sum: () => ledger.follow({ name: costReader, kinds: costKinds }, addTransfers),

    /** What the bonus money of a source costs, by promotion. `of` without an id is that of grants without a promotion. */
    async read(source: GrantSource, promotionIds: readonly string[] = []): Promise<BonusCosts> {
      const { rows } = await sql<BonusCost & { promotionId: string | null; until: bigint }>`
        select read.no as until, c.promotion_id as "promotionId", grants, granted, restored, converted, expired, cancelled,
          to_wager as "toWager", wagered, granted + restored - expired - cancelled as cost
        from (select ${cursorOf(costReader)} as no) read
          left join bonus.cost c on c.source = ${source} and c.promotion_id = any(${['', ...promotionIds]}::text[])`.execute(
        db,
      )
      const byId = new Map(rows.map(({ promotionId, until: _until, ...cost }) => [promotionId, cost]))
      return { until: rows[0]?.until ?? 0n, of: (promotionId = '') => byId.get(promotionId) ?? nothing }
    },
  }
}

/** Adds transfers about grants to the sums of their sources and promotions. */
async function addTransfers(tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> {
  const moves = transfers.flatMap(({ kind, about, entries }) => {
    const grantId = /^grant\/(\d+)$/.exec(about ?? '')?.[1]
    if (grantId === undefined || !isCostKind(kind)) return []
    const moved = entries.reduce((sum, { accountKind, amount }) => (accountKind === 'bonus' ? sum + amount : sum), 0n)
    return [{ grantId, isNew: kind === 'bonus_granted', column: sums[kind].column, amount: moved * sums[kind].sign }]
  })
  if (moves.length === 0) return
  const sumsOf = sql.join(columns.map((column) => sql`coalesce(sum(m.amount) filter (where m.sum = ${column}), 0)`))
  await sql`
    insert into bonus.cost as c (source, promotion_id, grants, to_wager, ${sql.join(columns.map((name) => sql.ref(name)))})
    select g.source, coalesce(g.promotion_id, ''), count(*) filter (where m.is_new),
      coalesce(sum(g.wager_total) filter (where m.is_new), 0), ${sumsOf}
    from unnest(${moves.map((one) => one.grantId)}::bigint[], ${moves.map((one) => one.isNew)}::boolean[],
        ${moves.map((one) => one.column)}::text[], ${moves.map((one) => one.amount)}::bigint[]) m (grant_id, is_new, sum, amount)
      join bonus.grant g using (grant_id)
    group by 1, 2 order by 1, 2
    on conflict (source, promotion_id) do update set grants = c.grants + excluded.grants, to_wager = c.to_wager + excluded.to_wager,
      ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`c.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`.execute(
    tx,
  )
}
