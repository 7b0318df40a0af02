import type { DrawnMatch } from '@nare/league/draw'
import { transact, type Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Ownership } from '#platform/owners'
import { openWokenWork, type WokenWork } from '#platform/woken-work'
import { matchesOfRounds, roundsById, type RoundOutcome, type SettleRound } from '../rounds/rounds.ts'
import { markSettled, unsettledRounds } from './round-store.ts'

type Deps = { readonly db: Db; readonly log: Log; readonly settleRound: SettleRound }

const roundsAtOnce = 10

/**
 * Settles the bets on finished rounds in order, in the background. After a restart it continues with the rounds that are not marked as
 * settled.
 */
export function openSettling({ db, log, settleRound }: Deps, own: Ownership, competitionId: string): WokenWork {
  async function settle(roundId: string): Promise<void> {
    await settleRound(await outcomeOf(db, roundId))
    await transact(db, async (tx) => {
      await own.check(tx)
      await markSettled(tx, roundId)
    })
  }

  async function settleAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const rounds = await unsettledRounds(db, competitionId, roundsAtOnce)
      for (const roundId of rounds) {
        if (signal.aborted) return
        await settle(roundId)
      }
      if (rounds.length === 0) return
    }
  }

  return openWokenWork({
    work: settleAll,
    onFailure: (error) =>
      log.error({ err: error, competition: competitionId }, 'settling a league round failed; retrying'),
  })
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
