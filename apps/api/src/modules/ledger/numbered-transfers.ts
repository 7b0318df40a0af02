import { sql } from 'kysely'
import { formatMoney, money } from '@nare/money/money'
import type { Db } from '#platform/db'
import type { NumberedRow, NumberRange } from '#platform/numbered-rows'

type Row = {
  readonly no: bigint
  readonly id: string
  readonly kind: string
  readonly about: string | null
  readonly at: Date
}
type Entry = {
  readonly no: bigint
  readonly owner: bigint | null
  readonly account: string
  readonly currency: string
  readonly amount: bigint
  readonly after: bigint | null
}
/** Where the cash of a bettor is read who had no entry of cash in a transfer. */
type Missing = { readonly no: bigint; readonly owner: bigint }

/**
 * The transfers of a range of numbers. `amount` is the change of the bettor's cash and `balance_after` the cash after it; both are null if the
 * transfer moves only the house's own money. `entries` sum to zero in each currency; points have no decimals.
 */
export async function numberedTransfers(db: Db, { after, upTo }: NumberRange): Promise<NumberedRow[]> {
  const { rows } = await sql<Row>`
    select no, id, kind, about, at from ledger.transfer where no > ${after}::bigint and no <= ${upTo}::bigint order by no`.execute(
    db,
  )
  const { rows: entries } = await sql<Entry>`
    select e.transfer_no as no, a.owner, case when a.owner is null then a.name else a.kind end as account, a.currency, e.amount,
      e.balance_after as after
    from ledger.entry e join ledger.account a on a.id = e.account_id
    where e.transfer_no > ${after}::bigint and e.transfer_no <= ${upTo}::bigint order by e.transfer_no, a.id`.execute(
    db,
  )
  const byNo = Map.groupBy(entries, ({ no }) => no)
  const cash = new Map(entries.filter(({ account }) => account === 'cash').map((entry) => [entry.no, entry]))
  const owners = new Map(entries.flatMap(({ no, owner }) => (owner === null ? [] : [[no, owner]])))
  const before = await cashBefore(
    db,
    [...owners].filter(([no]) => !cash.has(no)).map(([no, owner]) => ({ no, owner })),
  )
  return rows.map(({ no, id, kind, about, at }) => {
    const owner = owners.get(no)
    const moved = cash.get(no)
    const balance = moved ? moved.after : (before.get(no) ?? 0n)
    return {
      no,
      at,
      fields: {
        ledger_no: no.toString(),
        transfer_id: id,
        kind,
        about,
        bettor_id: owner?.toString() ?? null,
        amount: owner === undefined ? null : formatMoney(money(moved?.amount ?? 0n)),
        balance_after: owner === undefined || balance === null ? null : formatMoney(money(balance)),
        entries: (byNo.get(no) ?? []).map(({ account, currency, amount }) => ({
          account,
          amount: currency === 'PTS' ? amount.toString() : formatMoney(money(amount)),
        })),
      },
    }
  })
}

/** The cash of these bettors before these transfers, by transfer. */
async function cashBefore(db: Db, missing: readonly Missing[]): Promise<Map<bigint, bigint>> {
  if (missing.length === 0) return new Map()
  const { rows } = await sql<{ no: bigint; balance: bigint }>`
    select m.no, x.balance_after as balance
    from unnest(${missing.map(({ no }) => no)}::bigint[], ${missing.map(({ owner }) => owner)}::bigint[]) m (no, owner)
      join ledger.account a on a.owner = m.owner and a.kind = 'cash'
      cross join lateral (
        select balance_after from ledger.entry where account_id = a.id and transfer_no < m.no order by transfer_no desc limit 1) x`.execute(
    db,
  )
  return new Map(rows.map(({ no, balance }) => [no, balance]))
}
