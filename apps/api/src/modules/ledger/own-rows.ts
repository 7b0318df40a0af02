import { sql } from 'kysely'
import type { OwnRows } from '#platform/own-rows'

/**
 * Every movement of a bettor's accounts with the balance after it, for the bettor's download. Each account is read by its own index: the order of
 * all entries would lead through those of other accounts.
 */
const entries: OwnRows = {
  table: 'ledger.entry',
  about: 'The statement: each movement of money and points with the balance after it',
  async read(db, { bettor, after, most }) {
    const [account = '0', no = '0'] = after?.split(' ') ?? []
    const { rows } = await sql<{ row: unknown; place: string }>`
      select jsonb_build_object('account', a.kind, 'currency', a.currency, 'amount', e.amount, 'balance_after', e.balance_after,
          'kind', t.kind, 'at', t.at) as row, e.account_id || ' ' || e.transfer_no as place
      from ledger.account a cross join lateral (
        select own.account_id, own.transfer_no, own.amount, own.balance_after from ledger.entry own
        where own.account_id = a.id and own.transfer_no > case when a.id = ${account}::bigint then ${no}::bigint else 0 end
        order by own.transfer_no limit ${most}::int) e
      join ledger.transfer t on t.no = e.transfer_no
      where a.owner = ${bettor}::bigint and a.id >= ${account}::bigint
      order by e.account_id, e.transfer_no limit ${most}::int`.execute(db)
    return { rows: rows.map(({ row }) => row), next: rows.length < most ? undefined : rows.at(-1)?.place }
  },
}

/** What this area keeps about a bettor, for the bettor's download. */
export const ledgerOfBettor = [entries]
