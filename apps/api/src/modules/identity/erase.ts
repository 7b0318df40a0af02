import { sql } from 'kysely'
import { queryRow, queryRows, type Db } from '#platform/db'
import { erasedText, type Erase } from '#platform/erase'

/** An erased account has no birthday; the column stands for one that nobody has. */
const noBirthday = '1900-01-01'

/** What this area erases of a person. The rows of sessions stay until their sweep, because the lines of the regulator are read from them. */
export const eraseIdentity: readonly Erase[] = [
  {
    table: 'identity.kyc_picture',
    erase: ({ bettor }) => sql`
      delete from identity.kyc_picture where case_id in (select id from identity.kyc_case where bettor = ${bettor}::bigint)`,
  },
  {
    table: 'identity.kyc_case',
    erase: ({ bettor }) => sql`
      update identity.kyc_case set number = 'ERASED' || id, name = '', source_answer = null, hash = decode(repeat('00', 32), 'hex'),
        reason = case when reason is null then null else ${erasedText} end
      where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.kyc_wanted',
    erase: ({ bettor }) => sql`
      update identity.kyc_wanted set reason = ${erasedText} where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.bettor_note',
    erase: ({ bettor }) => sql`
      update identity.bettor_note set text = ${erasedText} where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.bettor_message',
    erase: ({ bettor }) => sql`
      update identity.bettor_message set text = ${erasedText} where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.device',
    erase: ({ bettor }) => sql`delete from identity.device where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.device_use',
    erase: ({ bettor }) => sql`delete from identity.device_use where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.passkey',
    erase: ({ bettor }) => sql`delete from identity.passkey where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.mail_link',
    erase: ({ bettor }) => sql`delete from identity.mail_link where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.signup',
    erase: ({ bettor }) => sql`delete from identity.signup where bettor = ${bettor}::bigint`,
  },
  {
    table: 'identity.session',
    erase: ({ bettor }) => sql`
      update identity.session set ended_at = coalesce(ended_at, platform.now()), revoked = revoked or ended_at is null, device = null
      where bettor = ${bettor}::bigint`,
  },
  ...['code', 'failed_login', 'network_code', 'received_sms', 'sms_number'].map((name): Erase => {
    const table = `identity.${name}`
    return { table, erase: ({ msisdn }) => sql`delete from ${sql.table(table)} where msisdn = ${msisdn}` }
  }),
  {
    table: 'identity.bettor',
    erase: ({ bettor }) => sql`
      update identity.bettor set msisdn = 'erased-' || id, name = '', email = null, email_confirmed_at = null, password_hash = null,
        date_of_birth = ${noBirthday}::date, utm_source = null, utm_campaign = null, btag = null, erased_at = platform.now()
      where id = ${bettor}::bigint`,
  },
]

/** The number of an account. */
export async function numberOf(on: Db, bettor: bigint): Promise<string | undefined> {
  const row = await queryRow<{ msisdn: string }>(on)`select msisdn from identity.bettor where id = ${bettor}::bigint`
  return row?.msisdn
}

/** The names of the files of a bettor's documents. */
export async function documentFilesOf(on: Db, bettor: bigint): Promise<string[]> {
  const rows = await queryRows<{ file: string }>(on)`
    select p.file from identity.kyc_picture p join identity.kyc_case c on c.id = p.case_id where c.bettor = ${bettor}::bigint`
  return rows.map(({ file }) => file)
}
