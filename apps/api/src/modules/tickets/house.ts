import type { BetView } from '@nare/contract/betting'
import { movementsOf, type TicketTransfer } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import type { Rows } from '#platform/paging'
import type { AllTicketDetails, TicketProof } from './details.ts'
import * as store from './house-store.ts'
import { betView } from './views.ts'

/** A ticket with its bettor. */
export type HouseView = { readonly bettor: bigint; readonly bet: BetView }

/** A ticket with everything that speaks for its result. `session` and `device` are marks in hex; null if they are not known. */
export type HouseEvidence = HouseView & {
  readonly proof: TicketProof
  readonly transfers: readonly TicketTransfer[]
  readonly session: string | null
  readonly device: string | null
}

const fileChunk = 500
/** The most movements of one kind that are read; a casino round may have more stakes. */
const timesMax = 1_000

/** The tickets of all bettors, for operators. */
export function openHouseTickets({ db, details }: { db: Db; details: AllTicketDetails }) {
  async function views(rows: readonly store.HouseTicket[]): Promise<HouseView[]> {
    const detailOf = await details.read(db, rows, { asPlaced: false })
    return rows.map((row) => ({ bettor: row.bettor, bet: betView(row, detailOf(row.bet_id)) }))
  }

  async function page(
    filter: store.HouseFilter,
    part: Parameters<typeof store.houseTickets>[2],
  ): Promise<Rows<HouseView>> {
    const { rows, next } = await store.houseTickets(db, filter, part)
    return { rows: await views(rows), next }
  }

  return {
    /** A page of tickets, newest first. It may be shorter than its limit although `next` continues it; see house-store.ts. */
    page,

    /** All tickets that match a filter, newest first, in chunks of 500. */
    async *all(filter: store.HouseFilter): AsyncGenerator<HouseView[]> {
      for (let before: string | undefined; ;) {
        const { rows, next } = await page(filter, { limit: fileChunk, before })
        yield rows
        if (next === undefined) return
        before = next
      }
    },

    /** The newest tickets of all products, with a version for a live topic. */
    async newest(most: number): Promise<{ rows: HouseView[]; version: number }> {
      const { rows, version } = await store.newestTickets(db, most)
      return { rows: await views(rows), version }
    },

    /** A ticket by its id with its evidence; undefined if there is none. */
    async evidence(betId: bigint): Promise<HouseEvidence | undefined> {
      const ticket = await store.fullTicket(db, betId)
      const [view] = ticket ? await views([ticket]) : []
      if (!ticket || !view) return undefined
      const [proof, transfers] = await Promise.all([
        details.proof(db, view.bet),
        movementsOf(db, { bettor: ticket.bettor, ids: transferIds(ticket) }),
      ])
      const { session, device } = ticket
      return {
        ...view,
        proof,
        transfers,
        session: session && session.toString('hex'),
        device: device && device.toString('hex'),
      }
    },
  }
}

/** The ids of all transfers that a ticket can have. */
function transferIds({ bet_id, bonus_stake, timesStaked, timesSettled, timesCashed }: store.FullTicket): string[] {
  const about = `bet/${bet_id}`
  const numbered = (step: string, times: number) =>
    Array.from({ length: Math.min(times, timesMax) }, (_, n) => `${about}/${step}/${n + 1}`)
  const steps = (prefix: string) => [
    ...numbered(`${prefix}settle`, timesSettled),
    ...numbered(`${prefix}reverse`, timesSettled),
    ...numbered(`${prefix}cash-out`, timesCashed),
  ]
  return [
    `${about}/stake`,
    ...numbered('stake', timesStaked),
    ...steps(''),
    ...(bonus_stake > 0n ? [`${about}/bonus_stake`, ...steps('bonus_')] : []),
  ]
}
