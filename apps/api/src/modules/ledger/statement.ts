import type { ledger as calls, Transaction } from '@nare/contract/ledger'
import type { Answer, Received } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Db } from '#platform/db'
import * as store from './statement-store.ts'

type Filter = Pick<Received<typeof calls.transactions>, 'kind' | 'from' | 'to'>
type Asked = Received<typeof calls.transactions>

export type Statement = ReturnType<typeof openStatement>

const rowsInPiece = 1000
/** A file holds at most this many rows; the days of the filter narrow it. */
export const fileRowsMost = 100_000

/** A bettor's statement: the movements of the cash account as the ledger holds them, newest first. */
export function openStatement({ db, country }: { db: Db; country: { readonly timeZone: string } }) {
  const filterOf = (bettor: bigint, { kind, from, to }: Filter): store.StatementFilter => ({
    bettor,
    kind,
    from,
    to,
    zone: country.timeZone,
  })

  return {
    /** One page. The meta's `up_to`, handed in with the next page, keeps what was posted meanwhile out of it. */
    async page(bettor: bigint, asked: Asked): Promise<Answer<typeof calls.transactions>> {
      const filter = filterOf(bettor, asked)
      const upTo = asked.up_to === undefined ? await store.newestNo(db, bettor) : BigInt(asked.up_to)
      const { page, limit } = asked
      const [rows, { total, came, went }] = await Promise.all([
        store.rowsOf(db, filter, { upTo, limit, offset: (page - 1) * limit }),
        store.sumRows(db, filter, upTo),
      ])
      const text = (amount: bigint) => formatMoney(money(amount))
      return {
        data: rows.map(transactionOf),
        meta: { page, limit, total, up_to: upTo.toString() },
        totals: { in: text(came), out: text(went), net: text(came + went) },
      }
    },

    /** The whole statement as it stands now, piece by piece, at most `fileRowsMost` rows. */
    async *all(bettor: bigint, asked: Filter): AsyncGenerator<Transaction[]> {
      const filter = filterOf(bettor, asked)
      let upTo = await store.newestNo(db, bettor)
      for (let told = 0; told < fileRowsMost; told += rowsInPiece) {
        const rows = await store.rowsOf(db, filter, { upTo, limit: rowsInPiece, offset: 0 })
        yield rows.map(transactionOf)
        const last = rows.at(-1)
        if (!last || rows.length < rowsInPiece) return
        upTo = last.no - 1n
      }
    },
  }
}

function transactionOf(row: store.StatementRow): Transaction {
  const about = aboutOf(row.about)
  return {
    transaction_id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    amount: formatMoney(money(row.amount)),
    balance: formatMoney(money(row.balance)),
    tax: row.tax === 0n ? null : formatMoney(money(row.tax)),
    about,
    description: describe(row, about),
  }
}

/** "bet/123" leads to a bet, "payment/…", "deposit/…" and "withdrawal/…" to a payment; other things have no page of their own. */
function aboutOf(about: string | null): Transaction['about'] {
  const [, what, id] = /^(bet|payment|deposit|withdrawal)\/([^/]+)/.exec(about ?? '') ?? []
  return id === undefined ? null : { type: what === 'bet' ? 'bet' : 'payment', id }
}

const words: Readonly<Record<string, string>> = {
  stake: 'Stake',
  win: 'Winnings',
  refund: 'Refund',
  cash_out: 'Cash-out',
  prize: 'Prize',
  correction: 'Correction of a result',
  rollback: 'Round cancelled',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  withdrawal_released: 'Withdrawal returned',
  test_money: 'Test money',
}

function describe({ kind, tax }: store.StatementRow, about: Transaction['about']): string {
  const plain = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
  const what = words[kind] ?? plain
  const where = about?.type === 'bet' ? `, bet ${about.id}` : ''
  const taxed = tax === 0n ? '' : `, tax ${formatMoney(money(tax))}`
  return `${what}${where}${taxed}`
}
