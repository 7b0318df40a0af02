import { money, type Money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { lockPot } from './pool-store.ts'

type Move = {
  readonly kind: 'jackpot_carry' | 'jackpot_rounding'
  readonly id: string
  readonly from: bigint
  readonly to: bigint
  readonly amount: bigint
}

const potOf = (name: string) => `jackpot:carry:${name}` as const

/** The pots: money carried over to the next pool of the same name, and the remainders of rounded shares. */
export function openPots(ledger: Ledger) {
  const account = (on: Db | Tx, name: string): Promise<bigint> => ledger.openAccount(on, potOf(name))

  async function post(tx: Tx, move: Move): Promise<void> {
    if (move.amount === 0n) return
    const about = move.id.split('/').slice(0, 2).join('/')
    const [posted] = await ledger.post(tx, [
      {
        id: move.id,
        kind: move.kind,
        about,
        postings: [
          { account: move.from, amount: money(-move.amount) },
          { account: move.to, amount: money(move.amount) },
        ],
      },
    ])
    invariant(posted === 'posted', `posting transfer ${move.id} failed: ${posted}`)
  }

  return {
    /** The money carried over to the next pools of these names, by name; 0 for a name without a pot. Writes nothing. */
    async balances(on: Db | Tx, names: readonly string[]): Promise<ReadonlyMap<string, Money>> {
      const found = await ledger.accountBalances(on, names.map(potOf))
      return new Map(names.map((name) => [name, found.get(potOf(name)) ?? money(0n)]))
    },

    /** Puts test money into the pot of a pool's name. */
    async seed(tx: Tx, { pool, name, amount }: { pool: number; name: string; amount: bigint }): Promise<void> {
      const to = await account(tx, name)
      await post(tx, {
        kind: 'jackpot_carry',
        id: `jackpot/${pool}/seed`,
        from: ledger.house('house:sandbox'),
        to,
        amount,
      })
    },

    /** Moves all money from the pot of a pool's name to the house, which pays the pool's prizes. Returns the amount. */
    async empty(tx: Tx, { pool, name }: { pool: number; name: string }): Promise<bigint> {
      await lockPot(tx, name)
      const from = await account(tx, name)
      const amount = await ledger.accountBalance(tx, from)
      await post(tx, {
        kind: 'jackpot_carry',
        id: `jackpot/${pool}/carry_in`,
        from,
        to: ledger.houseOf('jackpot'),
        amount,
      })
      return amount
    },

    /** Moves money that a pool did not pay to the pot of its name. */
    async add(tx: Tx, { pool, name, amount }: { pool: number; name: string; amount: bigint }): Promise<void> {
      if (amount === 0n) return
      await lockPot(tx, name)
      const to = await account(tx, name)
      await post(tx, {
        kind: 'jackpot_carry',
        id: `jackpot/${pool}/carry_out`,
        from: ledger.houseOf('jackpot'),
        to,
        amount,
      })
    },

    /** Moves the remainders of shares that were rounded down to the cent to the rounding account. */
    addRounding: (tx: Tx, { pool, amount }: { pool: number; amount: bigint }): Promise<void> =>
      post(tx, {
        ...{ kind: 'jackpot_rounding', id: `jackpot/${pool}/rounding`, amount },
        from: ledger.houseOf('jackpot'),
        to: ledger.house('house:jackpot_rounding'),
      }),
  }
}

export type Pots = ReturnType<typeof openPots>
