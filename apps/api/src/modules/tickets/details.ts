import type { BetView } from '@nare/contract/betting'
import type { TicketEvidence } from '@nare/contract/console-tickets'
import type { Product } from '@nare/contract/products'
import type { Db, Tx } from '#platform/db'

/** The part of a ticket that its product stores: its legs, and the fields that only this product's tickets have. */
export type TicketDetail = Pick<BetView, 'legs'> &
  Partial<Pick<BetView, 'lines' | 'picks' | 'jackpot' | 'best' | 'right' | 'decided' | 'game' | 'casino'>>

/** The state of a leg as the topic `bets` publishes it; `n` counts from 0. `minute` and `score` are those of a match that is live. */
export type LegProgress = {
  readonly n: number
  readonly state: BetView['legs'][number]['state']
  readonly minute?: number
  readonly score?: string
}

/** The game of a ticket: its id in the contract, and the name that players know it by. */
export type TicketGame = { readonly game: string; readonly name: string }

/** The reader of the details of one product's tickets. Each method reads a page of bet ids with one query; ids of other products are left out. */
export type TicketDetails = {
  /** With `asPlaced`, the details when the ticket was placed, without later changes. */
  read(
    on: Db,
    betIds: readonly bigint[],
    options: { readonly asPlaced: boolean },
  ): Promise<ReadonlyMap<bigint, TicketDetail>>
  legProgress(on: Db | Tx, betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly LegProgress[]>>
  /** The games of tickets; products that are not games leave it out. */
  games?(on: Db, betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, TicketGame>>
  /** What proves the result of a ticket, for operators; undefined for a ticket of another source. */
  proof?(on: Db, bet: BetView): Promise<TicketProof | undefined>
  /** The picks of a ticket as text, for one cell of a file. */
  picksText(bet: BetView): string
}

/** What a product has to say for a ticket: about each leg beyond what its bettor sees, and about the ticket. */
export type TicketProof = {
  readonly legs?: readonly Omit<TicketEvidence['legs'][number], keyof BetView['legs'][number]>[]
  readonly why?: string
} & Partial<Pick<TicketEvidence, 'round' | 'cash_outs' | 'cash_outs_refused' | 'cash_out_now' | 'cash_out_rule'>>

type Ticket = { readonly bet_id: bigint; readonly product: Product }
const noDetail: TicketDetail = { legs: [] }

/** The details of all products. Tickets of a product that is not registered have none. */
export function openTicketDetails() {
  const byProduct: (readonly [Product, TicketDetails])[] = []

  /** Queries each product with tickets on the page, once. */
  async function ofPage<T>(
    tickets: readonly Ticket[],
    read: (details: TicketDetails, betIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, T>>,
  ): Promise<Map<bigint, T>> {
    const pages = byProduct.map(async ([product, details]) => {
      const own = tickets.filter((ticket) => ticket.product === product)
      return own.length === 0
        ? []
        : [
            ...(await read(
              details,
              own.map((ticket) => ticket.bet_id),
            )),
          ]
    })
    return new Map((await Promise.all(pages)).flat())
  }

  return {
    /**
     * Registers the details of a product when the application is wired, once per product. With `beside`, they are a further source,
     * for tickets that the product stores separately.
     */
    register(product: Product, details: TicketDetails, { beside = false } = {}): void {
      if (!beside && byProduct.some(([registered]) => registered === product))
        throw new Error(`the details of ${product} are registered twice`)
      byProduct.push([product, details])
    },

    async read(on: Db, tickets: readonly Ticket[], options: { asPlaced: boolean }) {
      const detailById = await ofPage(tickets, (details, betIds) => details.read(on, betIds, options))
      return (betId: bigint): TicketDetail => detailById.get(betId) ?? noDetail
    },

    async legProgress(on: Db, tickets: readonly Ticket[]) {
      const progressById = await ofPage(tickets, (details, betIds) => details.legProgress(on, betIds))
      return (betId: bigint): readonly LegProgress[] => progressById.get(betId) ?? []
    },

    /** The games of the tickets that were staked on a game. */
    games: (on: Db, tickets: readonly Ticket[]): Promise<ReadonlyMap<bigint, TicketGame>> =>
      ofPage(tickets, async (details, betIds) => details.games?.(on, betIds) ?? new Map<bigint, TicketGame>()),

    /** What the product of a ticket has to say for it. */
    async proof(on: Db, bet: BetView): Promise<TicketProof> {
      for (const [product, details] of byProduct) {
        const proof = product === bet.product ? await details.proof?.(on, bet) : undefined
        if (proof) return proof
      }
      return {}
    },

    picksText: (bet: BetView): string =>
      byProduct.flatMap(([product, details]) => (product === bet.product ? details.picksText(bet) : '')).join(''),
  }
}

export type AllTicketDetails = ReturnType<typeof openTicketDetails>
