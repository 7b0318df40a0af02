import { sql } from 'kysely'
import { erasedText, type Erase, type KeptWhole } from '#platform/erase'

const noHash = sql`decode(repeat('00', 32), 'hex')`

/**
 * What this area erases of a person: the numbers and names of payments. Their amounts, receipts and times stay, which the books and the
 * providers' statements are compared by. A payment that is under way keeps its number until it ends.
 */
export const erasePayments: readonly Erase[] = [
  {
    table: 'payments.paybill',
    erase: ({ bettor }) => sql`
      update payments.paybill set payer = null, reference = ${erasedText}
      where deposit_id in (select id from payments.deposit where bettor_id = ${bettor}::bigint)`,
  },
  {
    table: 'payments.proof_request',
    erase: ({ bettor }) => sql`
      update payments.proof_request set text = ${erasedText}
      where withdrawal_id in (select id from payments.withdrawal where bettor_id = ${bettor}::bigint)`,
  },
  {
    table: 'payments.deposit',
    erase: ({ bettor }) => sql`
      update payments.deposit set payer = null, party = null, msisdn = case when msisdn is null then null else ${erasedText} end,
        hash = case when hash is null then null else ${noHash} end
      where bettor_id = ${bettor}::bigint and state in ('succeeded', 'failed')`,
  },
  {
    table: 'payments.withdrawal',
    erase: ({ bettor }) => sql`
      update payments.withdrawal set party = null, msisdn = ${erasedText}, hash = ${noHash}
      where bettor_id = ${bettor}::bigint and state in ('done', 'failed')`,
  },
]

/** That a withdrawal or a return to somebody is under way. */
export const hasOpenPayout: KeptWhole = (bettor) =>
  sql`exists (select from payments.withdrawal o where o.bettor_id = ${bettor} and o.state not in ('done', 'failed'))`
