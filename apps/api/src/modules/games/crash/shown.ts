import { sql } from 'kysely'
import type { CrashState } from '@nare/contract/crash'
import { formatMoney, money } from '@nare/money/money'
import type { CrashCycle } from '#config-crash'
import { queryRows, type Db } from '#platform/db'
import { sealOf } from './chains.ts'
import { ownerName, roundColumns, type CrashRoundRow } from './round-store.ts'
import { multiplierText } from './views.ts'

type ShownRow = CrashRoundRow & {
  readonly now: Date
  /** The hash of the previous game, or the tip of the chain for the first. */
  readonly before: string | null
  readonly bets: number
  readonly staked: bigint
  readonly outs: number
  /** Grows with each bet, cancellation and cash-out. */
  readonly changes: number
}

export type Phase = CrashState['phase']
export type Shown = { readonly version: number; readonly round: number; readonly state: CrashState }

const [roundStep, phaseStep] = [1_000_000_000, 300_000_000]
const phaseRank: Readonly<Record<Phase, number>> = { betting: 0, flying: 1, crashed: 2 }

/** The current public state of the game with its version; undefined before the first round. */
export async function liveState(db: Db, cycle: CrashCycle): Promise<Shown | undefined> {
  const rows = await shownRows(db)
  const current = currentOf(rows, cycle)
  if (!current) return undefined
  const { row, phase } = current
  const next = rows.find(({ roundNo }) => roundNo === row.roundNo + 1n)
  const changes = Math.min(row.changes + (next?.changes ?? 0), phaseStep - 1)
  return {
    version: Number(row.roundNo) * roundStep + phaseRank[phase] * phaseStep + changes,
    round: row.id,
    state: stateOf(row, { phase, next, cycle }),
  }
}

/** The shown round and its phase: the flight, else a crash for its time, else the round that accepts bets. */
function currentOf(rows: readonly ShownRow[], { crashedMs }: CrashCycle): { row: ShownRow; phase: Phase } | undefined {
  const last = rows.findLast(({ state }) => state === 'ended')
  const flying = rows.find(({ state }) => state === 'locked')
  if (flying) return { row: flying, phase: 'flying' }
  if (last?.endedAt && last.endedAt.getTime() + crashedMs > last.now.getTime()) return { row: last, phase: 'crashed' }
  const betting = rows.find(({ state, locksAt }) => state === 'open' && locksAt)
  if (betting) return { row: betting, phase: 'betting' }
  return last && { row: last, phase: 'crashed' }
}

type Facts = { readonly phase: Phase; readonly next: ShownRow | undefined; readonly cycle: CrashCycle }

function stateOf(row: ShownRow, { phase, next, cycle }: Facts): CrashState {
  const { roundId, chainId, gameNo, hash, crashPoint, startedAt, endedAt, locksAt, before } = row
  const endsAt = phase === 'crashed' && endedAt ? new Date(endedAt.getTime() + cycle.crashedMs) : locksAt
  return {
    phase,
    round_id: roundId,
    game_no: gameNo,
    chain_id: chainId,
    seal: before ?? (hash === null ? '' : sealOf(hash)),
    ...(phase !== 'flying' && endsAt && { ends_at: endsAt.toISOString() }),
    ...(startedAt && { started_at: startedAt.toISOString() }),
    ...(phase === 'crashed' && crashPoint !== null && { crash_point: multiplierText(crashPoint) }),
    ...(phase === 'crashed' && hash !== null && { hash }),
    bets: row.bets,
    staked: formatMoney(money(row.staked)),
    cashed_out: row.outs,
    next: { round_id: next?.roundId ?? '', bets: next?.bets ?? 0 },
    server_time: row.now.toISOString(),
  }
}

/** A text that changes with the phase. Reads no bets. */
export async function phaseKey(db: Db, { crashedMs }: CrashCycle): Promise<string> {
  const rows = await queryRows<{ mark: string }>(db)`
    select concat_ws(' ', string_agg(concat_ws(' ', p.id, p.state, p.locks_at), ' ' order by p.round_no),
      bool_or(p.state = 'ended' and p.ended_at > platform.now() - make_interval(secs => ${crashedMs / 1000}::float8))) as mark
    from (${shownRounds}) p`
  return rows[0]?.mark ?? ''
}

/** The last finished round and the unfinished ones, in order. */
const shownRounds = sql`
  (select * from platform.round where name = ${ownerName} and state = 'ended' order by round_no desc limit 1)
  union all
  (select * from platform.round where name = ${ownerName} and state in ('open', 'locked') order by round_no limit 3)`

function shownRows(db: Db): Promise<ShownRow[]> {
  return queryRows<ShownRow>(db)`
    with shown as materialized (${shownRounds})
    select ${roundColumns}, platform.now() as now, t.bets, t.staked, t.outs, t.changes,
      coalesce((select b.hash from games.crash_round b where b.chain_id = r.chain_id and b.game_no = r.game_no - 1),
        (select c.tip from games.crash_chain c where c.chain_id = r.chain_id and r.game_no = 1)) as before
    from shown p join games.crash_round r on r.round = p.id cross join lateral (
      select count(*) filter (where b.state <> 'void')::int as bets,
        coalesce(sum(b.stake) filter (where b.state <> 'void'), 0)::bigint as staked,
        count(*) filter (where b.state = 'won')::int as outs,
        (count(*) + count(*) filter (where b.state in ('void', 'won')))::int as changes
      from games.crash_bet b where b.round = p.id) t
    order by p.round_no`
}
