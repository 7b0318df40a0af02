import { sql } from 'kysely'
import { queryRows, transact, type Db } from '#platform/db'
import { lockExclusive } from '#platform/locks'

/** Why betting on the coming rounds of a competition is stopped: an operator, a fault, both, or neither. */
export type Stop = {
  readonly competitionId: string
  readonly pausedBy: string | null
  readonly fault: string | null
  readonly changedAt: Date
}

export function stopsOf(db: Db): Promise<Stop[]> {
  return queryRows<Stop>(db)`
    select competition_id as "competitionId", paused_by as "pausedBy", fault, changed_at as "changedAt"
    from league.competition order by competition_id`
}

/**
 * Pauses betting on the coming rounds of a competition, or resumes it (`pausedBy` null). Waits for stakes in progress, so no stake is
 * accepted after the commit. Returns false if the competition does not exist.
 */
export async function pauseCompetition(
  db: Db,
  { competitionId, pausedBy }: { competitionId: string; pausedBy: string | null },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const rows = await queryRows<{ id: number }>(tx)`
      select p.id from platform.round p join league.round r using (round_id) join league.season s using (season_id)
      where s.competition_id = ${competitionId} and p.state = 'open'`
    await lockExclusive(
      tx,
      'round',
      rows.map(({ id }) => id),
    )
    const changed = await sql`
      update league.competition set paused_by = ${pausedBy}, changed_at = platform.now()
      where competition_id = ${competitionId}`.execute(tx)
    return changed.numAffectedRows === 1n
  })
}
