import type { DrawnMatch } from '@nare/league/draw'
import { transact, type Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Ownership } from '#platform/owners'
import { openRoundSettling, type DueRound } from '#platform/round-settling'
import type { WokenWork } from '#platform/woken-work'
import { matchesOfRounds, roundsById, type RoundOutcome, type SettleRound } from '../rounds/rounds.ts'
import { markSettled } from './round-store.ts'

type Deps = { readonly db: Db; readonly log: Log; readonly settleRound: SettleRound }

/** Settles the bets on the finished rounds of a competition, as `openRoundSettling` does. */
export function openSettling({ db, log, settleRound }: Deps, own: Ownership): WokenWork {
  async function settle(round: DueRound): Promise<void> {
    await settleRound(await outcomeOf(db, round.roundId))
    await transact(db, async (tx) => {
      await own.check(tx)
      await markSettled(tx, round)
    })
  }
  return openRoundSettling({ db, log, settle }, own)
}

async function outcomeOf(db: Db, roundId: string): Promise<RoundOutcome> {
  const [round] = await roundsById(db, [roundId])
  if (!round) throw new Error(`round ${roundId} does not exist`)
  const { competitionId, voidReason } = round
  if (round.state === 'voided') return { kind: 'void', roundId, competitionId, reason: voidReason ?? '' }
  const matches = await matchesOfRounds(db, [roundId])
  const drawn = matches.flatMap(({ matchId, drawn: match }): [number, DrawnMatch][] =>
    match ? [[matchId, match]] : [],
  )
  return { kind: 'ended', roundId, competitionId, matches: new Map(drawn) }
}
