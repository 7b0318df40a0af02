import type { betting, BetView } from '@nare/contract/betting'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import type { Answer, Received } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Country } from '#country/country'
import { monotonicMs } from '#platform/clock'
import type { Db } from '#platform/db'
import { metaOf } from '#platform/paging'
import { betDays } from './days.ts'
import * as store from './list-store.ts'
import type { AllTicketDetails, TicketGame } from './details.ts'
import { betView } from './views.ts'

type List = typeof betting.bets
/** The filter of a list of bets; days are in the country's time zone. */
export type BetQuery = Pick<Received<List>, 'state' | 'product' | 'from' | 'to'>
/** A page of bets; `old` lists those settled before today, false all others. */
export type ListQuery = Received<List> & { readonly old?: boolean }
/** The product of a ticket, and its game if it has one. */
export type TicketProduct = { readonly product: Product } & Partial<TicketGame>
type Deps = { db: Db; details: AllTicketDetails; country: Pick<Country, 'timeZone'> }

const fileChunkBets = 500
/** How long the totals of a first page are repeated on later ones, and for how many lists. */
const totalsMs = 60_000
const totalsMax = 10_000
const idOrCommand = /^(\d{1,18}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

export type History = ReturnType<typeof openHistory>

/** A bettor's bet history over all products: one bet, pages with totals, and the whole list for a file. */
export function openHistory({ db, details, country }: Deps) {
  async function views(rows: readonly store.BetRow[], { asPlaced = false } = {}): Promise<BetView[]> {
    const detailOf = await details.read(db, rows, { asPlaced })
    return rows.map((row) => betView(row, detailOf(row.bet_id), { asPlaced }))
  }

  const firstPageTotals = new Map<string, { readonly totals: store.BetTotals; readonly atMs: number }>()

  /**
   * The totals of all pages. They sum every matching bet, so later pages repeat those of the first page, for a minute: one visit to a long
   * list sums it once.
   */
  async function totalsOf(filter: store.BetFilter, page: number): Promise<store.BetTotals> {
    const key = JSON.stringify(filter, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    const known = firstPageTotals.get(key)
    if (page > 1 && known && known.atMs + totalsMs > monotonicMs()) return known.totals
    const totals = await store.totalsOf(db, filter)
    firstPageTotals.delete(key)
    for (const [oldest] of firstPageTotals) if (firstPageTotals.size >= totalsMax) firstPageTotals.delete(oldest)
    firstPageTotals.set(key, { totals, atMs: monotonicMs() })
    return totals
  }

  return {
    /** One bet, by our id or by the id of the command that placed it. */
    async bet(bettor: bigint, id: string): Promise<Outcome<Answer<typeof betting.bet>, 'not_found'>> {
      const row = idOrCommand.test(id) ? await store.betOf(db, { bettor, id }) : undefined
      const [data] = row ? await views([row]) : []
      return data ? done({ data }) : refused('not_found')
    },

    /** The bet of a command as its placement returned it, without later changes. */
    async placedBet(bettor: bigint, id: string): Promise<BetView | undefined> {
      const row = await store.betOf(db, { bettor, id })
      const [view] = row ? await views([row], { asPlaced: true }) : []
      return view
    },

    /** The picks of a bet as text, for one cell of a file. */
    picksText: details.picksText,

    /** Bettors' tickets by id, and their picks as text; ids without a ticket are left out. */
    async texts(
      betIds: readonly bigint[],
    ): Promise<ReadonlyMap<bigint, { readonly view: BetView; readonly picks: string }>> {
      const rows = betIds.length === 0 ? [] : await store.betsById(db, betIds)
      const shown = await views(rows)
      return new Map(shown.map((view) => [BigInt(view.bet_id), { view, picks: details.picksText(view) }]))
    },

    /** The product of each of these tickets, and the game of tickets that were staked on a game. */
    async products(betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, TicketProduct>> {
      const rows = betIds.length === 0 ? [] : await store.productsOf(db, betIds)
      const games = await details.games(db, rows)
      return new Map(rows.map((row) => [row.bet_id, { product: row.product, ...games.get(row.bet_id) }]))
    },

    /** What a bettor's bets that settled on the last days have won and lost; see days.ts. */
    days: (bettor: bigint, days: number) => betDays({ db, details, country }, { bettor, days }),

    /** The number of a bettor's open bets. */
    openBets: store.countOpen,

    /** The stakes of a bettor's open bets that were placed since each of these times. */
    openStakesSince: store.openStakesSince,

    /** All bets that match a filter, the latest placed first, in chunks of 500. */
    async *all(bettor: bigint, query: BetQuery): AsyncGenerator<BetView[]> {
      const { state, product, from, to } = query
      const filter = { bettor, state, product, from, to, timeZone: country.timeZone }
      for (let after: bigint | undefined; ;) {
        const rows = await store.betsAfter(db, filter, { after, most: fileChunkBets })
        if (rows.length === 0) return
        yield await views(rows)
        after = rows.at(-1)?.bet_id
      }
    },

    /** A page of bets in the requested order, with the totals of all pages, on later pages those of up to a minute ago. */
    async list(bettor: bigint, input: ListQuery): Promise<Answer<List>> {
      const { state, product, kind, from, to, old } = input
      const filter = { bettor, state, product, kind, from, to, old, timeZone: country.timeZone }
      const [{ rows, next }, { total, staked, paid, tax, netSettled }] = await Promise.all([
        store.betsOf(db, filter, input),
        totalsOf(filter, input.page),
      ])
      return {
        data: await views(rows),
        meta: metaOf(input, { total, next }),
        totals: {
          staked: formatMoney(money(staked)),
          returned: formatMoney(money(paid)),
          ...(tax > 0n && { tax: formatMoney(money(tax)) }),
          net: formatMoney(money(paid - staked)),
          net_settled: formatMoney(money(netSettled)),
        },
      }
    },
  }
}
