import type { BetView } from '@nare/contract/betting'
import type { TicketProof } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import { betsById } from './bet-store.ts'
import { roundById } from './round-store.ts'
import { multiplierText } from './views.ts'

/** What proves a bet on crash: the round with its point and hash once it has ended, and the cash-out. */
export async function crashProof(db: Db, bet: BetView): Promise<TicketProof | undefined> {
  const [row] = await betsById(db, [BigInt(bet.bet_id)])
  if (!row) return undefined
  const round = await roundById(db, row.round)
  const isOver = round?.state === 'ended' || round?.state === 'voided'
  const point = isOver && round.crashPoint !== null ? multiplierText(round.crashPoint) : undefined
  const cashedOut = row.cashedOutAt === null ? undefined : multiplierText(row.cashedOutAt)
  const facts = {
    game: 'Crash',
    round: row.roundId,
    chain: round?.chainId,
    'game number': round && String(round.gameNo),
    'crash point': point,
    hash: isOver ? (round.hash ?? undefined) : undefined,
    'automatic cash-out': row.target === null ? undefined : multiplierText(row.target),
    'cashed out at': cashedOut,
  }
  return {
    why: whyOf({ state: row.state, point, cashedOut, bet }),
    round: {
      facts: Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
      steps: [
        ...(round?.startedAt ? [{ at: round.startedAt.toISOString(), text: 'Take-off' }] : []),
        ...(isOver && round.endedAt
          ? [{ at: round.endedAt.toISOString(), text: `Crashed at ${point ?? 'no point'}` }]
          : []),
      ],
      check: `/v1/games/crash/rounds?round_id=${row.roundId}`,
    },
  }
}

type Ending = {
  readonly state: 'open' | 'won' | 'lost' | 'void'
  readonly point: string | undefined
  readonly cashedOut: string | undefined
  readonly bet: BetView
}

function whyOf({ state, point, cashedOut, bet }: Ending): string {
  if (state === 'open') return 'Crash: the round has not ended.'
  if (state === 'void') return 'Crash: the round was void, so the stake was returned.'
  if (state === 'won') return `Crash: cashed out at ${cashedOut}, which paid ${bet.returned}.`
  return `Crash: the round crashed at ${point} before a cash-out, so the stake was lost.`
}
