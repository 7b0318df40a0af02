import { sql, type RawBuilder } from 'kysely'

/**
 * For other areas: what tells persons apart, as an expression over a bettor's id. Accounts whose identity was confirmed under one name and
 * birthday are one person; one document confirms one account already. Others are persons of their own.
 */
export const personOf = (bettor: RawBuilder<unknown>) => sql`
  coalesce((
    select lower(k.name) || '|' || p.date_of_birth from identity.kyc_case k join identity.bettor p on p.id = k.bettor
    where k.bettor = ${bettor} and k.state = 'passed' and k.name is not null limit 1), ${bettor}::text)`
