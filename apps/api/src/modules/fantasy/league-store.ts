import { sql } from 'kysely'
import { visibleText } from '@nare/contract/shapes'
import { queryRows, type Db, type Tx } from '#platform/db'

export const leaguesMax = 50
export const membersMax = 1_000

export type LeagueRow = {
  readonly code: string
  readonly name: string
  readonly players: number
  readonly mine: boolean
}

export async function leaguesOf(db: Db, bettor: bigint): Promise<LeagueRow[]> {
  const rows = await queryRows<LeagueRow>(db)`
    select l.code, l.name, l.owner_id = ${bettor}::bigint as mine,
      (select count(*)::int from fantasy.member o where o.code = l.code) as players
    from fantasy.member m join fantasy.league l using (code)
    where m.bettor_id = ${bettor}::bigint order by m.joined_at, l.code limit ${leaguesMax}::int`
  return rows.map((row) => ({ ...row, name: shownName(row) }))
}

export async function leagueByCode(on: Db | Tx, code: string): Promise<{ code: string; name: string } | undefined> {
  const rows = await queryRows<{ code: string; name: string }>(on)`
    select code, name from fantasy.league where code = ${code}`
  const [row] = rows
  return row && { ...row, name: shownName(row) }
}

/** The name of a mini-league as others see it; its code if nothing of the name is visible. */
function shownName({ code, name }: { readonly code: string; readonly name: string }): string {
  const shown = visibleText(name).trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown) ? shown : code
}

/** The code of the mini-league that a command has created. */
export async function codeOfCommand(tx: Tx, bettor: bigint, id: string): Promise<string | undefined> {
  const rows = await queryRows<{ code: string }>(tx)`
    select code from fantasy.league where owner_id = ${bettor}::bigint and command = ${id}::uuid`
  return rows[0]?.code
}

/** Stores a mini-league. Returns false if its code is already used. */
export async function insertLeague(
  tx: Tx,
  { code, name, bettor, id }: { code: string; name: string; bettor: bigint; id: string },
): Promise<boolean> {
  const made = await sql`
    insert into fantasy.league (code, name, owner_id, command) values (${code}, ${name}, ${bettor}::bigint, ${id}::uuid)
    on conflict (code) do nothing`.execute(tx)
  return made.numAffectedRows === 1n
}

/** The codes of a bettor's mini-leagues. */
export async function membershipsOf(tx: Tx, bettor: bigint): Promise<Set<string>> {
  const rows = await queryRows<{ code: string }>(tx)`
    select code from fantasy.member where bettor_id = ${bettor}::bigint`
  return new Set(rows.map(({ code }) => code))
}

/** Locks the membership of a mini-league until the transaction ends, so that joins run one after the other. Read its members after this. */
export async function lockMembers(tx: Tx, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fantasy.member'), hashtext(${code}))`.execute(tx)
}

/** The number of members of a mini-league. */
export async function membersOf(tx: Tx, code: string): Promise<number> {
  const rows = await queryRows<{ members: number }>(tx)`
    select count(*)::int as members from fantasy.member where code = ${code}`
  return rows[0]?.members ?? 0
}

export async function insertMember(tx: Tx, bettor: bigint, code: string): Promise<void> {
  await sql`
    insert into fantasy.member (bettor_id, code) values (${bettor}::bigint, ${code}) on conflict do nothing`.execute(tx)
}
