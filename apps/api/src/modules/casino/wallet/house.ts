import { olderTransactionsEnded } from '#modules/protection/protection'
import type { Db } from '#platform/db'
import type { Page, Paged } from '#platform/paging'
import type { GameProvider } from './commands.ts'
import * as store from './house-store.ts'
import type { Wallet } from './wallet.ts'

export type { HouseRound, ProviderStop, RoundFilter, RoundTx } from './house-store.ts'

const transactionsMax = 1000

export type HouseRounds = ReturnType<typeof openHouse>

/** What operators see and do: rounds with their transactions, closing one, and switching a provider off. */
export function openHouse({ db, wallet }: { readonly db: Db; readonly wallet: Pick<Wallet, 'run'> }) {
  return {
    rounds: (filter: store.RoundFilter, page: Page): Promise<Paged<store.HouseRound>> =>
      store.roundsLike(db, filter, page),

    /** A round with its transactions; undefined if there is none. */
    async round(id: bigint): Promise<{ round: store.HouseRound; transactions: store.RoundTx[] } | undefined> {
      const round = await store.roundById(db, id)
      return round && { round, transactions: await store.transactionsOfRound(db, round, transactionsMax) }
    },

    /**
     * Closes an open round with what it has paid so far; no stake is taken on it afterwards, a late win or rollback is. False if there
     * is no open round with this id.
     */
    async closeRound(id: bigint, operator: string): Promise<boolean> {
      const round = await store.roundById(db, id)
      if (!round || round.closedAt) return false
      const { provider, bettor, roundId } = round
      const closed = await wallet.run({ provider, bettor, commands: [{ kind: 'end', roundId, closedBy: operator }] })
      return closed.ok
    },

    stops: (): Promise<store.ProviderStop[]> => store.stopsOf(db),

    /** Whether a provider takes stakes, for those who show its games. */
    async stoppedProviders(): Promise<ReadonlySet<GameProvider>> {
      return new Set((await store.stopsOf(db)).filter(({ stopped }) => stopped).map(({ provider }) => provider))
    },

    /** Switches a provider off for new stakes, or on again. No stake is committed after the answer to a switch-off; wins are paid. */
    async switchProvider({ provider, on, operator }: { provider: GameProvider; on: boolean; operator: string }) {
      await store.writeStop(db, { provider, stopped: !on, operator })
      if (!on) await olderTransactionsEnded(db)
    },
  }
}
