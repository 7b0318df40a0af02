import { visibleText } from '@nare/contract/shapes'
import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

/** What others may read of a bettor. */
export type ShownName = { readonly msisdn: string; readonly name: string; readonly nameShown?: boolean }

/**
 * The name of a bettor that others see: the first visible sign of the name and the last digit of the number, as "J***1". A bettor who lets
 * others read the name is "Juma W.": the first word and the initial of the last.
 */
export function maskedName(bettor: ShownName | undefined): string {
  const words = visibleText(bettor?.name ?? '')
    .split(/\s+/)
    .filter((word) => firstSign(word) !== undefined)
  const [word] = words
  const last = words.length > 1 ? words.at(-1) : undefined
  if (bettor?.nameShown && word !== undefined)
    return last === undefined ? word.slice(0, 20) : `${word.slice(0, 20)} ${firstSign(last)?.toUpperCase() ?? ''}.`
  const [letter = '*'] = (word === undefined ? '' : (firstSign(word) ?? '')).toUpperCase()
  return `${letter}***${bettor?.msisdn.at(-1) ?? ''}`
}

const firstSign = (text: string): string | undefined => /[\p{L}\p{N}\p{P}\p{S}]/u.exec(text)?.[0]

/** Whether a bettor lets others read the name beside a win. */
export async function isNameShown(db: Db | Tx, bettor: bigint): Promise<boolean> {
  const row = await queryRow<{ shown: boolean }>(db)`
    select name_shown as shown from identity.bettor where id = ${bettor}::bigint`
  return row?.shown ?? false
}

/** Stores whether a bettor lets others read the name, and when that changed. The same choice again changes nothing. */
export async function chooseNameShown(tx: Tx, bettor: bigint, shown: boolean): Promise<void> {
  const changed = await queryRows(tx)`
    update identity.bettor set name_shown = ${shown}::boolean
    where id = ${bettor}::bigint and name_shown <> ${shown}::boolean returning id`
  if (changed.length === 0) return
  await sql`
    insert into identity.name_consent (bettor, shown, at) values (${bettor}::bigint, ${shown}::boolean, platform.now())`.execute(
    tx,
  )
}

/**
 * For other areas: what tells persons apart, as an expression over a bettor's id. Accounts whose identity was confirmed under one name and
 * birthday are one person; one document confirms one account already. Others are persons of their own.
 */
export const personOf = (bettor: RawBuilder<unknown>) => sql`
  coalesce((
    select lower(k.name) || '|' || p.date_of_birth from identity.kyc_case k join identity.bettor p on p.id = k.bettor
    where k.bettor = ${bettor} and k.state = 'passed' and k.name is not null limit 1), ${bettor}::text)`
