import type { fantasy as calls } from '@nare/contract/fantasy'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { positions, teamFault, type Team } from '@nare/fantasy/team'
import { commandHash } from '#platform/command-hash'
import { transact, type Db, type Tx } from '#platform/db'
import { faultSentence } from './fault-sentence.ts'
import * as store from './team-store.ts'
import { stateOf, teamView } from './views.ts'
import { lockWeekForSaving, playersOf, weekById, type PlayerRow, type WeekRow } from './week-store.ts'

type SaveTeamInput = Received<typeof calls.saveTeam>

/**
 * Saves a team once for each id; it replaces an earlier team. The statement that stores it checks the deadline by the database's clock,
 * under a lock that prevents the week from advancing. Repeating a command that was stored before the deadline succeeds even after it.
 */
export function saveTeam(db: Db, { week_id, id, ...team }: SaveTeamInput, bettor: bigint) {
  const content = commandHash([week_id, team.players, team.captain, team.bench])
  return transact(db, async (tx) => {
    await store.lockCommands(tx, bettor)
    const week = await weekToSave(tx, week_id)
    if (!week) return refused('not_found')
    const players = await playersOf(tx, week.weekNo)
    const command = { bettor, id, content }
    const known = await store.findCommand(tx, command)
    if (known === 'other') return refused('id_reused')
    if (known === 'new') {
      const refusal = await storeTeam(tx, { week, players, team, bettor })
      if (refusal) return refusal
      await store.insertCommand(tx, command)
    }
    const stored = await store.teamOf(tx, week.weekNo, bettor)
    return stored ? done({ message: 'Your team is saved', team: teamView(stored, players) }) : refused('not_found')
  })
}

/** Reads the week of a team and locks it if it is open. A closed week is not locked, so that late requests do not delay it. */
async function weekToSave(tx: Tx, weekId: string): Promise<WeekRow | undefined> {
  const week = await weekById(tx, weekId)
  return week && stateOf(week) === 'open' ? lockWeekForSaving(tx, weekId) : week
}

type TeamToStore = { week: WeekRow; players: readonly PlayerRow[]; team: Team; bettor: bigint }

async function storeTeam(tx: Tx, { week, players, team, bettor }: TeamToStore) {
  if (stateOf(week) !== 'open') return refused('deadline_passed')
  const byId = new Map(players.map((player) => [player.id, player]))
  const fault = teamFault(team, byId, week.budget)
  if (fault) return refused('bad_team', { ...fault }, faultSentence(fault))
  const rows = (ids: readonly string[]): PlayerRow[] => ids.flatMap((id) => byId.get(id) ?? [])
  const eleven = rows(team.players).toSorted((a, b) => positions.indexOf(a.position) - positions.indexOf(b.position))
  const saved = await store.putTeam(tx, {
    weekNo: week.weekNo,
    bettor,
    players: eleven.map(({ n }) => n),
    captain: byId.get(team.captain)?.n ?? 0,
    bench: rows(team.bench).map(({ n }) => n),
  })
  return saved ? undefined : refused('deadline_passed')
}
