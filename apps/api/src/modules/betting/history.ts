import type { betting, BetView } from '@nare/contract/betting'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Catalog } from '#modules/catalog/catalog'
import type { Db } from '#platform/db'
import * as store from './bets-store.ts'
import { betView } from './views.ts'

type List = typeof betting.bets
/** The filter of a list of bets; days are in the country's time zone. */
export type BetQuery = Pick<Received<List>, 'state' | 'product' | 'from' | 'to'>
type Deps = { db: Db; catalog: Catalog; country: Pick<Country, 'timeZone'> }

const fileChunkBets = 500
const highest = 9_223_372_036_854_775_807n
const idOrCommand = /^(\d{1,18}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** A bettor's bet history: one bet, pages with totals, and the whole list for a file. */
export function openHistory({ db, catalog, country }: Deps) {
  async function views(rows: readonly store.BetRow[]): Promise<BetView[]> {
    const matchIds = rows.flatMap((row) => row.legs.map((leg) => leg.match_id))
    const facts = await catalog.legFacts(db, [...new Set(matchIds)])
    return rows.map((row) => betView(row, facts))
  }

  return {
    /** One bet, by our id or by the id of the command that placed it. */
    async bet(bettor: bigint, id: string): Promise<Outcome<Answer<typeof betting.bet>, 'not_found'>> {
      const row = idOrCommand.test(id) ? await store.betOf(db, { bettor, id }) : undefined
      const [data] = row ? await views([row]) : []
      return data ? done({ data }) : refused('not_found')
    },

    /** The number of a bettor's open bets. */
    openBets: store.countOpen,

    /** All bets that match a filter, newest first, in chunks of 500. */
    async *all(bettor: bigint, query: BetQuery): AsyncGenerator<BetView[]> {
      const { state, product, from, to } = query
      const filter = { bettor, state, product, from, to, timeZone: country.timeZone }
      for (let below = highest; ;) {
        const rows = await store.betsBelow(db, filter, { below, most: fileChunkBets })
        const last = rows.at(-1)
        if (!last) return
        yield await views(rows)
        below = last.bet_id
      }
    },

    /** A page of bets, newest first, with the totals of all pages. */
    async list(bettor: bigint, input: Received<List>): Promise<Answer<List>> {
      const { state, product, from, to, page, limit } = input
      const filter = { bettor, state, product, from, to, timeZone: country.timeZone }
      const [rows, { total, staked, returned }] = await Promise.all([
        store.betsOf(db, filter, input),
        store.totalsOf(db, filter),
      ])
      return {
        data: await views(rows),
        meta: { page, limit, total },
        totals: {
          staked: formatMoney(money(staked)),
          returned: formatMoney(money(returned)),
          net: formatMoney(money(returned - staked)),
        },
      }
    },
  }
}
