import type { ledger as calls, Transaction } from '@nare/contract/ledger'
import type { Answer, Received } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import {
  newestStatementNo,
  statementRows,
  sumStatement,
  transferKinds,
  type KindRow,
  type StatementFilter,
  type StatementRow,
} from '#modules/ledger/ledger'
import type { TicketGame, TicketProduct } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import { own } from '#platform/own'

type Filter = Pick<Received<typeof calls.transactions>, 'kind' | 'from' | 'to'>
type Query = Received<typeof calls.transactions>

export type Statement = ReturnType<typeof openStatement>

const rowsInChunk = 1000
/** The maximum number of rows in a file. A bettor exports the rest with a filter by days. */
const fileRowsMax = 100_000

export type StatementDeps = {
  readonly db: Db
  readonly country: { readonly timeZone: string }
  /** The tax included in the debit of each of these withdrawals. It is posted to the tax account only once the withdrawal is paid. */
  readonly withdrawalTaxes: (payments: readonly bigint[]) => Promise<ReadonlyMap<bigint, bigint>>
  /** The product of each of these tickets, and its game if it has one. */
  readonly products: (betIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, TicketProduct>>
  /** The games of game providers' payments without a ticket, by `<provider>/<transaction>`. */
  readonly casinoGames: (
    payments: readonly { readonly provider: string; readonly txId: string }[],
  ) => Promise<ReadonlyMap<string, TicketGame>>
}

/** A bettor's statement: the movements of the cash account, newest first. */
export function openStatement({ db, country, withdrawalTaxes, products, casinoGames }: StatementDeps) {
  /** A page of rows, with the tax of withdrawals. */
  async function rowsOf(...query: Parameters<typeof statementRows>): Promise<StatementRow[]> {
    const rows = await statementRows(...query)
    const taxes = await withdrawalTaxes(rows.map(withdrawalOf).filter((id) => id !== undefined))
    return rows.map((row) => ({ ...row, tax: taxes.get(withdrawalOf(row) ?? 0n) ?? row.tax }))
  }

  /** The rows in the contract's shape, with product and game. */
  async function transactionsOf(rows: readonly StatementRow[]): Promise<Transaction[]> {
    const betIds = new Set(rows.map(betOf).filter((id) => id !== undefined))
    const payments = rows.map(casinoPaymentOf).filter((payment) => payment !== undefined)
    const [tickets, games] = await Promise.all([products([...betIds]), casinoGames(payments)])
    return rows.map((row) => {
      const payment = casinoPaymentOf(row)
      const ofPayment = payment && { product: 'casino' as const, ...games.get(`${payment.provider}/${payment.txId}`) }
      const ticket = tickets.get(betOf(row) ?? 0n)
      // The bet of a reserved stake may never exist.
      const about = ticket || meaningOf(row.kind)?.counts !== 'staked' ? aboutOf(row.about) : null
      return { ...transactionOf(row, about), ...ticket, ...ofPayment }
    })
  }

  const filterOf = (bettor: bigint, { kind, from, to }: Filter): StatementFilter => ({
    bettor,
    kind,
    from,
    to,
    zone: country.timeZone,
  })

  return {
    /** One page. The meta's `up_to`, sent with the next page, excludes transfers posted in between. */
    async page(bettor: bigint, query: Query): Promise<Answer<typeof calls.transactions>> {
      const filter = filterOf(bettor, query)
      const upTo = query.up_to === undefined ? await newestStatementNo(db, bettor) : BigInt(query.up_to)
      const { page, limit } = query
      const [rows, { total, came, went }] = await Promise.all([
        rowsOf(db, filter, { upTo, limit, offset: (page - 1) * limit }),
        sumStatement(db, filter, upTo),
      ])
      return {
        data: await transactionsOf(rows),
        meta: { page, limit, total, up_to: upTo.toString() },
        totals: { in: plainMoney(came), out: plainMoney(went), net: plainMoney(came + went) },
      }
    },

    /** The whole current statement in chunks, at most `fileRowsMax` rows. */
    async *all(bettor: bigint, query: Filter): AsyncGenerator<Transaction[]> {
      const filter = filterOf(bettor, query)
      let upTo = await newestStatementNo(db, bettor)
      for (let read = 0; read < fileRowsMax; read += rowsInChunk) {
        const rows = await rowsOf(db, filter, { upTo, limit: rowsInChunk, offset: 0 })
        yield await transactionsOf(rows)
        const last = rows.at(-1)
        if (!last || rows.length < rowsInChunk) return
        upTo = last.no - 1n
      }
    },
  }
}

/** The payment of a withdrawal's row. */
function withdrawalOf({ kind, about }: StatementRow): bigint | undefined {
  const [, id] = /^payment\/(\d{1,18})$/.exec(about ?? '') ?? []
  return meaningOf(kind)?.payment === 'withdrawal' && id !== undefined ? BigInt(id) : undefined
}

/** The ticket of a row. */
function betOf({ about }: StatementRow): bigint | undefined {
  const [, id] = /^bet\/(\d{1,18})$/.exec(about ?? '') ?? []
  return id === undefined ? undefined : BigInt(id)
}

/** A payment of a game provider without a ticket, such as the win of a free round. */
function casinoPaymentOf({ about }: StatementRow): { provider: string; txId: string } | undefined {
  const [, provider, txId] = /^casino\/([^/]+)\/(.+)$/.exec(about ?? '') ?? []
  return provider === undefined || txId === undefined ? undefined : { provider, txId }
}

/** Gross, tax and net of a payment, and of what a ticket paid after a tax on winnings. */
function detailsOf({ kind, amount, tax, repaid }: StatementRow): Transaction['details'] {
  const text = plainMoney
  const arrived = amount + repaid
  const { payment, counts } = meaningOf(kind) ?? {}
  if (payment === 'deposit' || (counts === 'returned' && tax !== 0n))
    return { gross: text(arrived + tax), tax: text(tax), net: text(arrived) }
  if (payment === 'withdrawal') return { gross: text(-amount), tax: text(tax), net: text(-amount - tax) }
  return null
}

function transactionOf(row: StatementRow, about: Transaction['about']): Transaction {
  return {
    transaction_id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    amount: formatMoney(money(row.amount)),
    balance: formatMoney(money(row.balance)),
    tax: row.tax === 0n ? null : formatMoney(money(row.tax)),
    details: detailsOf(row),
    debt: row.owed === null ? null : { change: formatMoney(money(-row.repaid)), owed: formatMoney(money(row.owed)) },
    returnable:
      row.returnable === null || row.toReturn === null
        ? null
        : { change: plainMoney(row.returnable), left: plainMoney(row.toReturn) },
    ...(row.bonus !== null && {
      bonus: { change: plainMoney(row.bonus), left: plainMoney(row.bonusLeft ?? 0n) },
    }),
    about,
    description: describe(row, about),
  }
}

/** "bet/123" links to a bet, "payment/…", "deposit/…" and "withdrawal/…" to a payment; others have no page. */
function aboutOf(about: string | null): Transaction['about'] {
  const [, type, id] = /^(bet|payment|deposit|withdrawal)\/([^/]+)/.exec(about ?? '') ?? []
  return id === undefined ? null : { type: type === 'bet' ? 'bet' : 'payment', id }
}

/** The meaning of a kind; undefined for a kind that an older version posted. */
const meaningOf = (kind: string): KindRow | undefined => own(transferKinds, kind)

const plainMoney = (cents: bigint): string => formatMoney(money(cents))

function describe({ kind, tax, repaid, returnable, bonus }: StatementRow, about: Transaction['about']): string {
  const plain = kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
  const what = meaningOf(kind)?.text ?? plain
  const where = about?.type === 'bet' ? `, bet ${about.id}` : ''
  const taxed = tax === 0n ? '' : `, tax ${plainMoney(tax)}`
  const owing =
    repaid === 0n ? '' : repaid > 0n ? `, ${plainMoney(repaid)} repaid a debt` : `, ${plainMoney(-repaid)} is owed`
  const back = returnable === null ? '' : `, ${plainMoney(returnable < 0n ? -returnable : returnable)}`
  const ofBonus = bonus === null ? '' : `, bonus ${bonus < 0n ? '' : '+'}${plainMoney(bonus)}`
  return `${what}${where}${taxed}${owing}${back}${ofBonus}`
}
