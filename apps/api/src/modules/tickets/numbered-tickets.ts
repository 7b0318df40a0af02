import { sql } from 'kysely'
import type { BetView } from '@nare/contract/betting'
import type { Product } from '@nare/contract/products'
import { formatMoney, money } from '@nare/money/money'
import type { Db } from '#platform/db'
import type { NumberedRow, NumberRange } from '#platform/numbered-rows'
import type { AllTicketDetails } from './details.ts'
import { columns, type BetRow } from './list-store.ts'
import { betView } from './views.ts'

type Row = BetRow & { readonly no: bigint; readonly bettor: bigint }

/** The tickets of a range of numbers as they were placed. The stake of a round that is staked on again includes later stakes. */
export async function numberedTickets(
  db: Db,
  details: AllTicketDetails,
  { after, upTo }: NumberRange,
): Promise<NumberedRow[]> {
  const { rows } = await sql<Row>`
    select b.no, b.bettor_id as bettor, ${columns} from betting.bet b
    where b.no > ${after}::bigint and b.no <= ${upTo}::bigint order by b.no`.execute(db)
  const detailOf = await details.read(db, rows, { asPlaced: true })
  return rows.map((row) => ({
    no: row.no,
    at: row.placed_at,
    fields: {
      bet_id: row.bet_id.toString(),
      bettor_id: row.bettor.toString(),
      ...placedFields(betView(row, detailOf(row.bet_id), { asPlaced: true })),
    },
  }))
}

/** What a ticket was when it was placed: without its state, and with its type under a name of its own. */
function placedFields({
  bet_id: _id,
  id: _command,
  type,
  placed_at: _at,
  state: _state,
  returned: _returned,
  ...view
}: BetView) {
  return { ...view, bet_type: type }
}

type SettledRow = {
  readonly no: bigint
  readonly betId: bigint
  readonly timesSettled: number
  readonly at: Date
  readonly bettor: bigint | null
  readonly product: Product | null
  readonly state: BetRow['state'] | null
  readonly stake: bigint | null
  readonly returned: bigint | null
  readonly tax: bigint | null
}

/**
 * The settlements of a range of numbers, with the result that each left its ticket with. One that a later settlement has replaced since is
 * `replaced`: its result follows with the later one, and its money is in the transfers.
 */
export async function numberedSettlements(db: Db, { after, upTo }: NumberRange): Promise<NumberedRow[]> {
  const { rows } = await sql<SettledRow>`
    select s.no, s.bet_id as "betId", s.times_settled as "timesSettled", s.at, any_b.bettor_id as bettor, any_b.product, b.state, b.stake,
      b.returned, b.tax
    from betting.settled s join betting.bet any_b on any_b.bet_id = s.bet_id
      left join betting.bet b on b.bet_id = s.bet_id and b.times_settled = s.times_settled
    where s.no > ${after}::bigint and s.no <= ${upTo}::bigint order by s.no`.execute(db)
  return rows.map(({ no, betId, timesSettled, at, bettor, product, state, stake, returned, tax }) => ({
    no,
    at,
    fields: {
      about: 'bet',
      bet_id: betId.toString(),
      bettor_id: bettor?.toString() ?? null,
      product,
      times_settled: timesSettled,
      state: state ?? 'replaced',
      ...(stake !== null && { stake: formatMoney(money(stake)) }),
      ...(returned !== null && { returned: formatMoney(money(returned)) }),
      ...(tax !== null && tax > 0n && { tax: formatMoney(money(tax)) }),
    },
  }))
}
