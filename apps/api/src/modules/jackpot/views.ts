import type { Answer } from '@nare/contract/route'
import type { jackpot as calls, JackpotView } from '@nare/contract/jackpot'
import { percentages } from '@nare/jackpot/crowd'
import { fullPercent, type Mode, type Reduced } from '@nare/jackpot/terms'
import { formatMoney, money } from '@nare/money/money'
import type { MatchView } from '#modules/catalog/catalog'
import { hasNotStarted, type FinalOutcome } from './outcomes.ts'
import type { PoolMatch, PoolRow, ResultRow, TierRow } from './pool-store.ts'

type PastView = Answer<typeof calls.past>['data'][number]
type ResultsView = Answer<typeof calls.results>['data']
type Names = Pick<MatchView, 'home_team' | 'away_team'>

const text = (cents: bigint): string => formatMoney(money(cents))

/** A pool as the API shows it. It is shown as closed from its first kick-off, even before its stored state changes. */
export function jackpotView(
  pool: PoolRow,
  {
    matchIds,
    views,
    carried,
    now,
  }: { matchIds: readonly number[]; views: ReadonlyMap<number, MatchView>; carried: bigint; now: Date },
): JackpotView {
  const takesTickets = pool.state === 'open' && matchIds.every((id) => hasNotStarted(views.get(id), now))
  const staked = pool.lines * pool.stake
  const total = staked + carried
  return {
    jackpot_id: String(pool.id),
    code: String(pool.code),
    name: pool.name,
    state: takesTickets || (pool.state !== 'open' && pool.state !== 'draft') ? pool.state : 'closed',
    amount: text(amountOf(pool.mode, pool.tiers, total)),
    stake: text(pool.stake),
    closes_at: pool.closesAt.toISOString(),
    mode: pool.mode,
    tiers: pool.tiers.map(tierView),
    ...(pool.mode !== 'fixed' && { pool: { staked: text(staked), carried_over: text(carried), total: text(total) } }),
    void_policy: pool.voidPolicy,
    ...(pool.cancelAt !== null && { cancel_at: pool.cancelAt }),
    ...(pool.reduced && { reduced: pool.reduced.map(reducedView) }),
    ...(pool.deadline && { deadline: pool.deadline.toISOString() }),
    max_doubles: pool.maxDoubles,
    max_triples: pool.maxTriples,
    max_lines: pool.maxLines,
    commitment: pool.commitment,
    matches: matchIds.flatMap((id, n) => {
      const view = views.get(id)
      return view ? [{ ...view, crowd: crowdView(pool.crowd.slice(n * 3, n * 3 + 3)) }] : []
    }),
  }
}

/** The amount to win: the highest prize, the share of the highest score, or all shares if the pool must be won. */
function amountOf(mode: Mode, tiers: readonly TierRow[], total: bigint): bigint {
  const top = tiers.toSorted((a, b) => b.correct - a.correct)[0]
  if (mode === 'fixed') return BigInt(top?.prize ?? 0)
  const shares = mode === 'pool' ? (top?.share ?? 0) : tiers.reduce((sum, { share = 0 }) => sum + share, 0)
  return (total * BigInt(shares)) / BigInt(fullPercent)
}

export const tierView = ({ correct, prize, split, share }: TierRow): JackpotView['tiers'][number] => ({
  correct,
  ...(prize !== undefined && { prize: text(BigInt(prize)) }),
  ...(split !== undefined && { split }),
  ...(share !== undefined && { share: share / 100 }),
})

export const reducedView = (row: Reduced): Reduced => ({ ...row, percent: row.percent / 100 })

function crowdView(counts: readonly bigint[]): JackpotView['matches'][number]['crowd'] {
  const [home_team = 0, draw = 0, away_team = 0] = percentages(counts.map(Number))
  return { home_team, draw, away_team }
}

const resultViews = (rows: readonly ResultRow[] | null) =>
  (rows ?? []).map(({ prize_each, ...row }) => ({ ...row, prize_each: text(BigInt(prize_each)) }))

export function pastView(pool: PoolRow): PastView {
  return {
    jackpot_id: String(pool.id),
    code: String(pool.code),
    name: pool.name,
    state: pool.state === 'settled' ? 'settled' : 'cancelled',
    mode: pool.mode,
    matches: pool.matches,
    settled_at: (pool.settledAt ?? pool.closesAt).toISOString(),
    staked: text(pool.staked),
    best: pool.best,
    tiers: resultViews(pool.results),
    paid: text(pool.paid),
  }
}

/** The results of a pool. While it is not settled, the outcomes are those of the newest results, `ended`, in the order of the matches. */
export function resultsView(
  pool: PoolRow,
  {
    matches,
    names,
    ended,
  }: { matches: readonly PoolMatch[]; names: ReadonlyMap<number, Names>; ended: readonly (FinalOutcome | undefined)[] },
): ResultsView {
  const isSettled = pool.state === 'settled'
  return {
    jackpot_id: String(pool.id),
    code: String(pool.code),
    name: pool.name,
    state: pool.state === 'draft' ? 'closed' : pool.state,
    ...(pool.settledAt && { settled_at: pool.settledAt.toISOString() }),
    matches: matches.map((match, n) => {
      const end = match.outcome === null ? ended[n] : match
      const { home_team = '', away_team = '' } = names.get(match.matchId) ?? {}
      return {
        match_id: String(match.matchId),
        home_team,
        away_team,
        ...(end?.outcome && { outcome: end.outcome }),
        ...(end?.fullTime && { full_time: end.fullTime }),
        ...(match.drawn && { drawn: match.drawn }),
      }
    }),
    tiers: isSettled ? resultViews(pool.results) : [],
    paid: text(isSettled ? pool.paid : 0n),
    best: pool.best,
    commitment: pool.commitment,
    ...(pool.seed !== null && { seed: pool.seed }),
  }
}
