import { formatMoney, money, type Money } from '@nare/money/money'
import { machine } from './machine.ts'

/**
 * A transaction in this provider's book. `done`: acknowledged by the wallet. `refused`: discarded. `rolled_back`: rolled back after its
 * response was lost. `owed`: not acknowledged yet.
 */
export type Entry = {
  readonly kind: 'bet' | 'win' | 'rollback'
  readonly id: string
  readonly ref?: string
  readonly amount: Money
  state: 'owed' | 'done' | 'refused' | 'rolled_back'
}

export type Round = {
  readonly id: string
  readonly provider: string
  readonly game: string
  readonly player: string
  readonly openedAt: string
  readonly entries: Entry[]
  state: 'open' | 'closed' | 'refunded' | 'refused'
}

const roundsMax = 20_000

/** This provider's book of its rounds for money. The oldest finished rounds are dropped. */
export function openBook() {
  const rounds = new Map<string, Round>()

  function dropOldest(): void {
    if (rounds.size < roundsMax) return
    for (const [id, round] of rounds) {
      if (round.state !== 'open' && rounds.delete(id)) return
    }
  }

  return {
    open(provider: string, game: string, player: string): Round {
      dropOldest()
      const openedAt = machine.now().toISOString()
      const round: Round = { id: machine.uuid(), provider, game, player, openedAt, entries: [], state: 'open' }
      rounds.set(round.id, round)
      return round
    },

    add(round: Round, entry: Omit<Entry, 'id' | 'state'>): Entry {
      const added: Entry = { ...entry, id: machine.uuid(), state: 'owed' }
      round.entries.push(added)
      return added
    },

    /** The rounds with their sums of bets and wins that are acknowledged and not rolled back. */
    shown(provider: string | null) {
      const all = [...rounds.values()].filter((round) => provider === null || round.provider === provider)
      const data = all.map((round) => {
        const [staked, paid] = [sumOf(round, 'bet'), sumOf(round, 'win')]
        return {
          round_id: round.id,
          provider: round.provider,
          game_id: `${round.provider}:${round.game}`,
          player_id: round.player,
          opened_at: round.openedAt,
          state: round.state,
          staked: formatMoney(staked),
          paid: formatMoney(paid),
          transactions: round.entries.map(({ kind, id, ref, amount, state }) => ({
            ...{ kind, id, amount: formatMoney(amount), state },
            ...(ref !== undefined && { ref }),
          })),
        }
      })
      const sum = (kind: 'bet' | 'win') =>
        formatMoney(money(all.reduce((total, round) => total + sumOf(round, kind), 0n)))
      const owed = all.flatMap(({ entries }) => entries).filter(({ state }) => state === 'owed').length
      return { rounds: data, totals: { rounds: all.length, staked: sum('bet'), paid: sum('win') }, owed }
    },
  }
}

export type Book = ReturnType<typeof openBook>

const sumOf = ({ entries }: Round, kind: 'bet' | 'win'): Money =>
  money(entries.reduce((sum, one) => (one.kind === kind && one.state === 'done' ? sum + one.amount : sum), 0n))
