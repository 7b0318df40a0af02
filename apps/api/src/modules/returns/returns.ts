import { market } from '@nare/bets/markets/markets'
import { fieldFacts } from '@nare/contract/field-codes'
import { operatedGames } from '@nare/contract/operator-games'
import { statedProducts, type KeptRow, type ReturnRow, type StatedProduct } from '@nare/contract/operator-returns'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { returnPercent } from '@nare/games/games'
import { leagueMarkets } from '@nare/league/markets'
import { formatMoney, money } from '@nare/money/money'
import type { Country } from '#country/country'
import { gamesOfRounds, type Casino } from '#modules/casino/casino'
import { gameTitles, roundsExpected } from '#modules/games/games'
import type { League } from '#modules/league/league'
import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db } from '#platform/db'
import { figuresOf, type Stated } from './figures.ts'
import { addSums, spanOf, sumsBetween, takeChanges, type Change } from './store.ts'
import { sumsOf, type Judged } from './sums.ts'

export { verifyReturns } from './verify.ts'

export type ReturnsDeps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'moneyIn'>
  readonly league: Pick<League, 'expected'>
  readonly casino: Pick<Casino, 'catalogue'>
  readonly country: Pick<Country, 'timeZone'>
}
export type Returns = ReturnType<typeof openReturns>

/** The changes that one transaction sums, and the transactions of one run. */
const changesMax = 2_000
const batchesMax = 20
const daysMax = 400
const [hourMs, dayMs] = [3_600_000, 86_400_000]

type Filter = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly product?: StatedProduct | undefined
}
export type Report = {
  readonly rows: readonly ReturnRow[]
  readonly from: Date
  readonly to: Date
  readonly countedTo: Date
  readonly now: Date
}

/** What games have returned: sums of decided rounds by hours, and the figures of a span from them. */
export function openReturns({ db, ledger, league, casino, country }: ReturnsDeps) {
  /** The game of each decided ticket, with what its rules expect. */
  async function judge(on: Parameters<typeof roundsExpected>[0], changes: readonly Change[]) {
    const of = (product: StatedProduct): Change[] => changes.filter((one) => one.product === product)
    const ids = (product: StatedProduct): bigint[] => of(product).map(({ betId }) => betId)
    const found = await Promise.all([
      roundsExpected(on, ids('games')),
      league.expected(on, of('league')),
      gamesOfRounds(on, ids('casino')),
    ])
    return new Map<bigint, Judged>(found.flatMap((tickets) => [...tickets]))
  }

  async function sumSome(): Promise<boolean> {
    return transact(db, async (tx) => {
      const changes = await takeChanges(tx, changesMax)
      if (changes.length > 0) await addSums(tx, sumsOf(changes, await judge(tx, changes)))
      return changes.length < changesMax
    })
  }

  /** The games of a product with the returns that bettors are told. */
  async function statedOf(product: StatedProduct): Promise<Stated[]> {
    if (product === 'games')
      return operatedGames.map((game) => ({
        ...{ product, game, name: gameTitles[game], group: null, stated_percent: returnPercent[game] },
      }))
    if (product === 'league') {
      const markets = leagueMarkets.map(({ marketId, returnPercent: percent }) => ({
        ...{ product, game: marketId, name: market(marketId)?.name ?? marketId, group: null },
        stated_percent: percent.toFixed(2),
      }))
      return [...markets, { product, game: 'multi', name: 'Multis and systems', group: null, stated_percent: null }]
    }
    const { games } = await casino.catalogue.read()
    return games.map(({ gameId, name, providerName, rtp }) => ({
      ...{ product, game: gameId, name, group: providerName, stated_percent: rtp },
    }))
  }

  return {
    /** Adds what was decided to the sums. Any process may do it; several share the work. */
    async sum(): Promise<void> {
      for (let batch = 0; batch < batchesMax; batch++) if (await sumSome()) return
    },

    /** The figures of a span: of every own game and market of the league, and of providers' games that were played. */
    async report({ from, to, product }: Filter): Promise<Outcome<Report, 'invalid_input'>> {
      const wrong = Object.entries({ from, to }).find(([, text]) => text !== undefined && !isMoment(text))
      if (wrong) return refusedField(wrong[0], 'There is no such day or time')
      const span = await spanOf(db, { from, to, zone: country.timeZone })
      if (span.from >= span.to) return refusedField('to', 'The end must be after the beginning')
      if (span.to.getTime() - span.from.getTime() > daysMax * dayMs)
        return refusedField('from', `Ask for at most ${daysMax} days`)
      const products = product ? [product] : statedProducts
      const [sums, stated] = await Promise.all([
        sumsBetween(db, { ...span, products }),
        Promise.all(products.map((one) => statedOf(one))),
      ])
      const byGame = new Map(sums.map((one) => [keyOf(one), one]))
      const known = stated.flat()
      const names = new Set(known.map(keyOf))
      const others = sums.filter((one) => !names.has(keyOf(one))).map(unlisted)
      const rows = [...known, ...others]
        .map((one) => figuresOf(one, byGame.get(keyOf(one))))
        .filter((row) => row.product !== 'casino' || row.rounds > 0)
      return done({ rows, ...span })
    },

    /** What the products have kept by the ledger, until now. */
    async kept(now: Date, product: StatedProduct | undefined): Promise<KeptRow[]> {
      const minute = Math.floor(now.getTime() / 60_000) * 60_000
      const hour = Math.floor(now.getTime() / hourMs) * hourMs
      const begins = [minute - dayMs, minute - 7 * dayMs, hour - 30 * dayMs]
      const spans = begins.map((ms) => ({ from: new Date(ms), to: now }))
      const inSpans = await ledger.moneyIn(spans)
      const keptOf = (place: number, of: StatedProduct) => {
        const { stakes = none, returns = none } = inSpans[place]?.find((one) => one.product === of) ?? {}
        return {
          stakes: formatMoney(stakes),
          returns: formatMoney(returns),
          gross: formatMoney(money(stakes - returns)),
        }
      }
      return (product ? [product] : statedProducts).map((of) => ({
        ...{ product: of, day: keptOf(0, of), week: keptOf(1, of), month: keptOf(2, of) },
      }))
    },
  }
}

const none = money(0n)
const keyOf = ({ product, game }: { readonly product: string; readonly game: string }): string => `${product} ${game}`

/** A game that is not in the catalogue any more. */
const unlisted = ({ product, game }: Pick<ReturnRow, 'product' | 'game'>): Stated => ({
  ...{
    product,
    game,
    name: game.split(':').at(-1) ?? game,
    group: game.includes(':') ? (game.split(':')[0] ?? null) : null,
  },
  stated_percent: null,
})

/** Whether a text in the shape of a day or a time is one: 31 February is none. */
function isMoment(text: string): boolean {
  const at = Date.parse(text.includes('T') ? text : `${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10))
}

const refusedField = (field: string, sentence: string) =>
  refused('invalid_input', fieldFacts({ [field]: { code: 'not_valid', sentence } }))
