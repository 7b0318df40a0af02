import { outcome } from '@nare/bets/outcome'
import type { LegState } from '@nare/bets/result'
import { settleBet } from '@nare/bets/settle'
import { money, price } from '@nare/money/money'
import type { Catalog, StandingResult } from '#modules/catalog/catalog'
import type { Credit, Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import type { RulesBook } from './rules.ts'
import * as store from './settle-store.ts'

export type Settled = { readonly legs: number; readonly bets: number; readonly paid: ReadonlySet<bigint> }

type Deps = { db: Db; catalog: Catalog; ledger: Ledger; rules: RulesBook }

/** How many bets one transaction settles. */
const chunkBets = 2000

/** How a match's legs come out by one version of its result: asked once for all chunks, for no new legs come. */
type Outcomes = { readonly version: number; readonly outcomes: readonly store.Outcome[] | undefined }

/**
 * Settles what a match's newest result decides, job by job, in chunks of one transaction each. A chunk that was
 * committed is never done again: the job's row remembers how far it came, and the bets know their own state. So it may be
 * killed anywhere and called again by anyone. Matches are settled side by side: a chunk locks the bets that it shares with other
 * matches before it reads their legs, or a bet whose matches end together would be seen as waiting from both sides.
 * Lock order: job → bets (by id) → accounts (by id). `tell` is told of each chunk's payments and must not throw; `goOn` is asked
 * before each chunk.
 */
export async function settleMatch(
  deps: Deps,
  matchId: number,
  tell: (paid: ReadonlySet<bigint>) => Promise<void>,
  goOn: () => boolean = () => true,
): Promise<Settled> {
  let legs = 0
  let bets = 0
  let known: Outcomes | undefined
  let telling: Promise<void> | undefined
  const everyone = new Set<bigint>()
  while (goOn()) {
    const chunk = await transact(deps.db, (tx) => settleChunk(deps, tx, { matchId, known }))
    if (!chunk) break
    known = chunk.known
    legs += chunk.legs
    bets += chunk.bets
    for (const bettor of chunk.paid) everyone.add(bettor)
    await telling
    telling = tell(chunk.paid)
  }
  await telling
  return { legs, bets, paid: everyone }
}

type Chunk = Settled & { readonly known: Outcomes }

async function settleChunk(
  deps: Deps,
  tx: Tx,
  { matchId, known }: { matchId: number; known: Outcomes | undefined },
): Promise<Chunk | undefined> {
  const job = await store.lockJob(tx, matchId)
  if (!job) return undefined
  const now = await outcomesOf(deps, tx, { matchId, known })
  const { last, count } = await store.nextRange(tx, { matchId, after: job.upTo, most: chunkBets })
  const range = { matchId, after: job.upTo, last }
  const done = { matchId, version: job.version, upTo: last, done: count < chunkBets }
  if (!now.outcomes || count === 0) {
    await store.advanceJob(tx, { ...done, legs: 0, bets: 0 })
    return { legs: 0, bets: 0, paid: new Set(), known: now }
  }
  await store.lockSharedBets(tx, range)
  const { legs, lost } = await store.decideLegs(tx, { ...range, outcomes: now.outcomes })
  const judged = await judge(deps, tx, await store.betsToJudge(tx, range))
  const bets = lost + judged.bets
  await store.advanceJob(tx, { ...done, legs, bets })
  return { legs, bets, paid: judged.paid, known: now }
}

async function outcomesOf(
  { catalog }: Deps,
  tx: Tx,
  { matchId, known }: { matchId: number; known: Outcomes | undefined },
): Promise<Outcomes> {
  const standing = await catalog.resultOf(tx, matchId)
  if (!standing) return { version: 0, outcomes: undefined }
  if (known?.version === standing.version) return known
  const readings = await store.readingsOf(tx, matchId)
  return {
    version: standing.version,
    outcomes: readings.map((reading) => ({ ...reading, state: stateOf(reading, standing) })),
  }
}

/** What a match's standing result makes of a leg. */
export function stateOf(reading: store.Reading, { kind, result }: StandingResult): LegState {
  if (kind === 'rolled_back') return 'open'
  if (kind === 'cancelled') return 'void'
  const { homeAtBet: home, awayAtBet: away } = reading
  const at = home === null || away === null ? undefined : { scoreAtBet: { home, away } }
  const state = outcome(reading.marketId, reading.oddKey, result, at)
  return state === 'open' && kind === 'void_undecided' ? 'void' : state
}

/**
 * Judges bets by the rules they were taken under. Where the judgement differs from what stands, what was paid before is
 * taken back by a transfer of its own, and what is due now is paid by another: nothing posted is ever edited.
 */
async function judge(
  { ledger, rules }: Deps,
  tx: Tx,
  bets: readonly store.OpenBet[],
): Promise<{ bets: number; paid: ReadonlySet<bigint> }> {
  const decided: store.Decided[] = []
  const back: Credit[] = []
  const due: Credit[] = []
  const against = ledger.house('house:sports')
  for (const bet of bets) {
    const { boost, cap } = await rules.of(bet.rulesVersion)
    const legs = bet.prices.map((at, n) => ({ price: price(at), state: bet.states[n] ?? 'open' }))
    const now = settleBet({
      type: bet.type,
      stake: money(bet.stake),
      system: bet.system ?? undefined,
      legs,
      boost,
      cap,
    })
    if (now.state === bet.state && now.returned === bet.returned) continue
    decided.push({ betId: bet.betId, state: now.state, returned: now.returned, paidBoost: now.boost })
    const about = `bet/${bet.betId}`
    const times = bet.timesSettled + 1
    if (bet.returned > 0n) {
      back.push({
        id: `${about}/reverse/${times}`,
        kind: 'correction',
        about,
        bettor: bet.bettor,
        amount: money(bet.returned),
        against,
      })
    }
    if (now.returned > 0n) {
      const kind = now.state === 'void' ? 'refund' : 'win'
      due.push({ id: `${about}/settle/${times}`, kind, about, bettor: bet.bettor, amount: now.returned, against })
    }
  }
  if (decided.length > 0) await store.writeDecided(tx, decided)
  if (back.length + due.length > 0) await ledger.correct(tx, { back, due })
  return { bets: decided.length, paid: new Set([...back, ...due].map((one) => one.bettor)) }
}
