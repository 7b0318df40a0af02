import { olderTransactionsEnded } from '#modules/protection/protection'
import type { Db } from '#platform/db'
import type { Page, Paged } from '#platform/paging'
import type { RunCall } from './apply-batch.ts'
import type { GameProvider } from './commands.ts'
import * as store from './house-store.ts'

export type { HouseRound, ProviderStop, RoundFilter, RoundTx } from './house-store.ts'

const transactionsMax = 1000

export type HouseRounds = ReturnType<typeof openHouse>

/** The operators' view of rounds and their transactions; closes rounds and switches providers off. */
export function openHouse({ db, wallet }: { readonly db: Db; readonly wallet: { run: RunCall } }) {
  return {
    rounds: (filter: store.RoundFilter, page: Page): Promise<Paged<store.HouseRound>> =>
      store.roundsLike(db, filter, page),

    /** The rounds with this id of ours or of a provider. */
    find: (id: string, most: number) => store.roundsWithId(db, id, most),

    /** A round with its transactions; undefined if there is none. */
    async round(id: bigint): Promise<{ round: store.HouseRound; transactions: store.RoundTx[] } | undefined> {
      const round = await store.roundById(db, id)
      return round && { round, transactions: await store.transactionsOfRound(db, round, transactionsMax) }
    },

    /**
     * Closes an open round with its payments so far. Later stakes on it are refused; late wins and rollbacks are accepted. Returns false if
     * there is no open round with this id.
     */
    async closeRound(id: bigint, operator: string): Promise<boolean> {
      const round = await store.roundById(db, id)
      if (!round || round.closedAt) return false
      const { provider, bettor, roundId } = round
      const closed = await wallet.run({ provider, bettor, commands: [{ kind: 'end', roundId, closedBy: operator }] })
      return closed.ok
    },

    stops: (): Promise<store.ProviderStop[]> => store.stopsOf(db),

    /** The providers that are switched off, for hiding their games. */
    async stoppedProviders(): Promise<ReadonlySet<GameProvider>> {
      return new Set((await store.stopsOf(db)).filter(({ stopped }) => stopped).map(({ provider }) => provider))
    },

    /** Switches a provider off for new stakes, or on again. No stake is committed after a switch-off has returned; wins are still paid. */
    async switchProvider({ provider, on, operator }: { provider: GameProvider; on: boolean; operator: string }) {
      await store.writeStop(db, { provider, stopped: !on, operator })
      if (!on) await olderTransactionsEnded(db)
    },
  }
}
