import type { BetView } from '@nare/contract/betting'
import { multiplierText } from '@nare/games/games'
import { formatMoney, money } from '@nare/money/money'
import type { TicketProof } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import { gameTitles } from '../tickets.ts'
import { anyRound, movesOf } from './round-store.ts'

/** What proves a round of an own game: its seeds, options, moves and result, as far as its bettor may see them. */
export async function ownRoundProof(db: Db, bet: BetView): Promise<TicketProof | undefined> {
  const round = await anyRound(db, BigInt(bet.bet_id))
  if (!round) return undefined
  const multiplier = multiplierText(round.multiplier)
  const facts = {
    game: gameTitles[round.game],
    options: JSON.stringify(round.options),
    result: JSON.stringify(round.result),
    multiplier,
    'server seed hash': round.hash,
    'server seed': round.serverSeed ?? 'secret until its bettor changes it',
    'client seed': round.clientSeed,
    nonce: String(round.nonce),
  }
  const payout = formatMoney(money(round.payout))
  return {
    why:
      round.state === 'open'
        ? `${facts.game}: the round is still open.`
        : `${facts.game}: the round ended at ${multiplier} and paid ${payout} for ${bet.stake}.`,
    round: {
      facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
      steps: (await movesOf(db, round.betId)).map(({ move, at }) => {
        return { at: at.toISOString(), text: JSON.stringify(move) }
      }),
      check: 'npm run games:verify -- ' + bet.bet_id,
    },
  }
}
