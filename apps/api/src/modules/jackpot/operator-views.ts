import type { operatorJackpot as calls } from '@nare/contract/operator-jackpot'
import type { Answer } from '@nare/contract/route'
import { fullPercent } from '@nare/jackpot/terms'
import { formatMoney, money } from '@nare/money/money'
import type { LegFacts } from '#modules/catalog/catalog'
import { booksOf, type PoolBooks } from './books.ts'
import type { FinalOutcome } from './outcomes.ts'
import type { PoolRow } from './pool-store.ts'
import { reducedView, tierView } from './views.ts'

type View = Answer<typeof calls.operatorJackpots>['data'][number]
type WholeView = Answer<typeof calls.operatorJackpot>['data']

/** A pool as operators see it. `pot` is what is carried over for the next pool of its name; `final` are its matches with a confirmed result. */
export type OperatedPool = { readonly pool: PoolRow; readonly pot: bigint; readonly final: number }

/** A pool with its matches in their order. */
export type WholePool = OperatedPool & {
  readonly on: readonly {
    readonly id: number
    readonly facts: LegFacts | undefined
    readonly end: FinalOutcome | undefined
  }[]
}

const text = (cents: bigint): string => formatMoney(money(cents))

/** A pool in the list of operators. `proposedBy` is who has proposed to cancel it. */
export function operatedView({ pool, pot, final }: OperatedPool, proposedBy: string | undefined): View {
  const books = booksOf(pool)
  return {
    ...{ jackpot_id: String(pool.id), code: String(pool.code), name: pool.name, state: pool.state, mode: pool.mode },
    ...{ matches: pool.matches, final, closes_at: pool.closesAt.toISOString() },
    ...{ created_by: pool.createdBy, opened_by: pool.openedBy, cancel_by: pool.cancelBy ?? proposedBy ?? null },
    fault: pool.fault,
    tiers: (pool.results ?? []).map((tier) => ({ ...tier, prize_each: text(BigInt(tier.prize_each)) })),
    books: booksView(books),
    stake: text(pool.stake),
    pool: winnable(pool, { books, pot }),
  }
}

/** A pool with its terms and matches. */
export function wholeView(whole: WholePool, proposedBy: string | undefined): WholeView {
  const { pool } = whole
  return {
    ...operatedView(whole, proposedBy),
    terms: {
      tiers: pool.tiers.map(tierView),
      void_policy: pool.voidPolicy,
      ...(pool.cancelAt !== null && { cancel_at: pool.cancelAt }),
      ...(pool.reduced && { reduced: pool.reduced.map(reducedView) }),
      ...(pool.deadline && { deadline: pool.deadline.toISOString() }),
    },
    on: whole.on.map(({ id, facts, end }) => ({
      match_id: String(id),
      ...{
        home_team: facts?.home_team ?? '',
        away_team: facts?.away_team ?? '',
        start_time: facts?.start_time ?? null,
      },
      outcome: end?.outcome ?? null,
    })),
  }
}

const booksView = (books: PoolBooks): View['books'] => ({
  tickets: Number(books.tickets),
  lines: Number(books.lines),
  staked: text(books.staked),
  carried_in: text(books.carriedIn),
  refunded: text(books.refunded),
  paid: text(books.paid),
  rounding: text(books.rounding),
  carried_out: text(books.carriedOut),
  house: text(books.house),
})

/** What bettors can win of a pool: shares of its stakes and of what was carried over, or fixed prizes. Shares round down. */
function winnable(pool: PoolRow, { books, pot }: { books: PoolBooks; pot: bigint }): View['pool'] {
  const takesPot = pool.mode !== 'fixed' && (pool.state === 'draft' || pool.state === 'open')
  const carried = takesPot ? pot : books.carriedIn
  const guaranteed = pool.tiers.reduce((sum, { prize = '0' }) => sum + BigInt(prize), 0n)
  const shares = pool.tiers.reduce((sum, { share = 0 }) => sum + share, 0)
  const shared = (amount: bigint): bigint => (amount * BigInt(shares)) / BigInt(fullPercent)
  return {
    contributed: text(shared(books.staked)),
    carried: text(carried),
    guaranteed: text(guaranteed),
    prizes: text(guaranteed + shared(books.staked + carried)),
  }
}
