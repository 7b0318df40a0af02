import type { BetView } from '@nare/contract/betting'
import { formatMoney, money } from '@nare/money/money'
import type { TicketProof } from '#modules/tickets/tickets'
import { queryRows, type Db } from '#platform/db'
import { roundById, transactionsOfRound } from './house-store.ts'

const transactionsMax = 1000

const words: Readonly<Record<string, string>> = {
  debit: 'Stake',
  credit: 'Win',
  rollback: 'Taken back',
  adjust: 'Adjusted',
  tombstone: 'Taken back before it came',
}

/** What proves a casino ticket: the provider's round with all of its transactions. */
export async function casinoProof(db: Db, bet: BetView): Promise<TicketProof | undefined> {
  const rows = await queryRows<{ id: bigint }>(db)`
    select id from casino.round where bet_id = ${bet.bet_id}::bigint`
  const round = rows[0] && (await roundById(db, rows[0].id))
  if (!round) return undefined
  const name = bet.casino?.name ?? round.gameId
  const facts = {
    game: name,
    provider: round.provider,
    "provider's round": round.roundId,
    stakes: `${round.bets}, of it ${round.refunded} taken back`,
    results: String(round.results),
    opened: round.openedAt.toISOString(),
    closed: round.closedAt?.toISOString() ?? 'not yet',
    'closed by': round.closedBy ?? undefined,
  }
  return {
    why: round.closedAt
      ? `${name}: the provider's round paid ${bet.returned} for ${bet.stake}.`
      : `${name}: the provider has not ended its round; it paid ${bet.returned} for ${bet.stake} so far.`,
    round: {
      facts: Object.entries(facts).flatMap(([fact, value]) => (value === undefined ? [] : [{ name: fact, value }])),
      steps: (await transactionsOfRound(db, round, transactionsMax)).map(
        ({ kind, txId, refTx, amount, rolledBack, at }) => ({
          at: at.toISOString(),
          text: `${words[kind] ?? kind} ${txId}${refTx ? ` of ${refTx}` : ''}${rolledBack ? ', taken back' : ''}`,
          amount: formatMoney(money(amount)),
        }),
      ),
    },
  }
}
