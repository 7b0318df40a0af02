import { done, refused } from '@nare/contract/outcome'
import { commandHash } from '#platform/command-hash'
import { transact, type Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import { random } from '#platform/random'
import * as store from './league-store.ts'
import { findCommand, insertCommand, lockCommands } from './team-store.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 8
const codeTries = 5

const newCode = (): string =>
  Array.from({ length: codeLength }, () => letters[random.below(letters.length)] ?? '').join('')

/** Creates a mini-league once for each id. Its creator is the first member. */
export function createLeague(db: Db, { id, name, bettor }: { id: string; name: string; bettor: bigint }) {
  const command = { bettor, id, content: commandHash(['league', name]) }
  return transact(db, async (tx) => {
    await lockCommands(tx, bettor)
    const known = await findCommand(tx, command)
    const existing = known === 'same' ? await store.codeOfCommand(tx, bettor, id) : undefined
    if (existing !== undefined) return done({ message: 'Your mini-league is ready', code: existing })
    if (known !== 'new') return refused('id_reused')
    if ((await store.membershipsOf(tx, bettor)).size >= store.leaguesMax) return refused('too_many_leagues')
    for (let tries = 0; tries < codeTries; tries++) {
      const code = newCode()
      if (!(await store.insertLeague(tx, { code, name, bettor, id }))) continue
      await insertCommand(tx, command)
      await store.insertMember(tx, bettor, code)
      return done({ message: 'Your mini-league is ready', code })
    }
    invariant(false, `${codeTries} random codes of a mini-league were all used`)
  })
}

/** Joins a mini-league. Joining again changes nothing. Codes may be lower case. */
export function joinLeague(db: Db, { code, bettor }: { code: string; bettor: bigint }) {
  return transact(db, async (tx) => {
    await lockCommands(tx, bettor)
    const league = await store.leagueByCode(tx, code)
    if (!league) return refused('not_found', undefined, 'There is no mini-league with this code')
    const joined = done({ message: `You're in ${league.name}`, name: league.name })
    const member = await store.membershipsOf(tx, bettor)
    if (member.has(league.code)) return joined
    if (member.size >= store.leaguesMax) return refused('too_many_leagues')
    await store.lockMembers(tx, league.code)
    if ((await store.membersOf(tx, league.code)) >= store.membersMax) return refused('league_full')
    await store.insertMember(tx, bettor, league.code)
    return joined
  })
}
