import type { LegState } from '@nare/bets/result'
import { whyLeg } from '@nare/bets/grading/why'
import type { BetView } from '@nare/contract/betting'
import { scoreText } from '@nare/league/draw'
import { whyOf } from '#modules/betting/betting'
import type { TicketProof } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import { matchesById, roundsById, type RoundRow } from '../rounds/rounds.ts'

/** What proves the result of a league bet: the drawn result of each match, and the seals and seeds of its rounds. */
export async function leagueProof(db: Db, bet: BetView): Promise<TicketProof> {
  const matches = await matchesById(
    db,
    bet.legs.map(({ match_id }) => Number(match_id)),
  )
  const roundIds = [...new Set([...matches.values()].flatMap(({ roundId }) => roundId ?? []))]
  const rounds = new Map((await roundsById(db, roundIds)).map((round) => [round.roundId, round]))
  return {
    why: whyOf(bet),
    legs: bet.legs.map((leg, n) => {
      const match = matches.get(Number(leg.match_id))
      const round = rounds.get(match?.roundId ?? '')
      const drawn = match?.drawn ?? undefined
      const isVoid = round?.state === 'voided'
      const result = drawn && { ...drawn, goals: drawn.goals.map(({ side }) => side), finished: true }
      const by = `round ${round?.roundId}`
      return {
        n,
        why: whyLeg({
          ...{ marketId: leg.sub_type_id, oddKey: leg.odd_key, state: leg.state as LegState },
          ...{ home: leg.home_team, away: leg.away_team },
          ...(isVoid ? { kind: 'cancelled', result: { finished: false } } : result && { kind: 'result', result }),
        }),
        ...{ prices: [], changes: [], events: [] },
        results:
          drawn && round?.endsAt
            ? [
                {
                  ...{ version: 1, kind: 'result', reason: null, by, at: round.endsAt.toISOString() },
                  result: `${scoreText(drawn.fullTime)} (${scoreText(drawn.halfTime)})`,
                  ...(round.settledAt && { settled_at: round.settledAt.toISOString() }),
                },
              ]
            : [],
      }
    }),
    round: {
      facts: [...rounds.values()].flatMap(factsOf),
      steps: [],
      check: `/v1/nare-league/rounds/${roundIds[0] ?? ''}`,
    },
  }
}

function factsOf({ roundId, seasonId, commitment, seed, link, chainTip, voidReason }: RoundRow) {
  const facts = { round: roundId, season: seasonId, commitment, seed, link, 'chain tip': chainTip, void: voidReason }
  return Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}
