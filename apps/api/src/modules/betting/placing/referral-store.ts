import { sql } from 'kysely'
import type { referralStates } from '@nare/contract/referral-state'
import type { FailureCode } from '@nare/contract/failures'
import type { Refusal } from '@nare/contract/outcome'
import { snapshotVersion } from '#modules/tickets/tickets'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { waitingIn, type Waiting } from '#platform/waiting'

/** A slip as it was asked, with what a later decision about it needs. Prices are decimal text. */
export type AskedSlip = {
  readonly type: 'single' | 'multi' | 'system' | undefined
  readonly system: readonly number[] | undefined
  readonly accept: 'none' | 'higher' | 'any'
  readonly attribution: string | undefined
  readonly verified: boolean
  readonly origin: { readonly session: string; readonly device?: string | undefined } | undefined
  /** Removed when the referral ends. */
  readonly signingKey: string | undefined
  /** How often each match had been interrupted when the bet was sent. */
  readonly interruptions: Readonly<Record<string, number>>
  readonly boost: { readonly percent: number; readonly amount: string }
  /** `odd_value` is the price that the bettor saw, `asked` the one at which the bet would have been placed. */
  readonly picks: readonly {
    readonly match_id: string
    readonly sub_type_id: string
    readonly odd_key: string
    readonly odd_value: string
    readonly asked: string
    readonly start_time: string
  }[]
}

export type ReferralState = (typeof referralStates)[number]

/** A bet that was sent to a trader. `version` orders what is published about it. */
export type ReferralRow = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly clientId: string
  readonly hash: string
  readonly slip: AskedSlip
  readonly stake: bigint
  readonly bonusStake: bigint
  readonly type: 'single' | 'multi' | 'system'
  readonly totalOdds: bigint | null
  readonly possibleWin: bigint
  readonly inPlay: boolean
  readonly state: ReferralState
  readonly createdAt: Date
  readonly until: Date
  readonly dueAt: Date | null
  readonly withdrawAt: Date | null
  readonly offerStake: bigint | null
  readonly offerPrice: bigint | null
  readonly offerWin: bigint | null
  readonly answeredBy: string | null
  readonly outcome: Refusal<FailureCode> | null
  readonly now: Date
  readonly version: bigint
}

const columns = sql`
  bet_id as "betId", bettor_id as bettor, client_id::text as "clientId", encode(hash, 'hex') as hash, slip, stake, bonus_stake as "bonusStake", type,
  total_odds as "totalOdds", possible_win as "possibleWin", in_play or starts_at <= platform.now() as "inPlay", state, created_at as "createdAt",
  until, due_at as "dueAt", withdraw_at as "withdrawAt", offer_stake as "offerStake", offer_price as "offerPrice", offer_win as "offerWin",
  answered_by as "answeredBy", outcome, platform.now() as now,
  ${snapshotVersion} as version`

export type NewReferral = Pick<
  ReferralRow,
  'betId' | 'bettor' | 'clientId' | 'hash' | 'slip' | 'stake' | 'bonusStake' | 'type' | 'totalOdds' | 'possibleWin'
> & { readonly inPlay: boolean; readonly startsAt: Date; readonly createdAt: Date; readonly until: Date }

export async function insertReferrals(tx: Tx, made: readonly NewReferral[]): Promise<void> {
  if (made.length === 0) return
  await sql`
    insert into betting.referral (bet_id, bettor_id, client_id, hash, slip, stake, bonus_stake, type, total_odds, possible_win, in_play,
      starts_at, created_at, until, due_at)
    select f.bet_id, f.bettor, f.id, decode(f.hash, 'hex'), f.slip, f.stake, f.bonus, f.type, f.odds, f.win, f.in_play, f.starts_at, f.at,
      f.until, f.until
    from unnest(${made.map((f) => f.betId)}::bigint[], ${made.map((f) => f.bettor)}::bigint[], ${made.map((f) => f.clientId)}::uuid[],
      ${made.map((f) => f.hash)}::text[], ${made.map((f) => JSON.stringify(f.slip))}::jsonb[], ${made.map((f) => f.stake)}::bigint[],
      ${made.map((f) => f.bonusStake)}::bigint[], ${made.map((f) => f.type)}::text[], ${made.map((f) => f.totalOdds)}::bigint[],
      ${made.map((f) => f.possibleWin)}::bigint[], ${made.map((f) => f.inPlay)}::boolean[], ${made.map((f) => f.startsAt)}::timestamptz[],
      ${made.map((f) => f.createdAt)}::timestamptz[], ${made.map((f) => f.until)}::timestamptz[])
      as f (bet_id, bettor, id, hash, slip, stake, bonus, type, odds, win, in_play, starts_at, at, until)`.execute(tx)
}

/** How many referrals wait in total, and of each of these bettors. */
export async function countWaiting(tx: Tx, bettors: readonly bigint[]) {
  const rows = await queryRows<{ bettor: bigint; own: number; total: number }>(tx)`
    select b.bettor, (select count(*)::int from betting.referral f where f.bettor_id = b.bettor and f.due_at is not null) as own,
      (select count(*)::int from betting.referral f where f.due_at is not null) as total
    from (select distinct unnest(${bettors}::bigint[]) as bettor) b`
  return { total: rows[0]?.total ?? 0, own: new Map(rows.map(({ bettor, own }) => [bettor, own])) }
}

/** One referral. Lock the bettor's accounts first. */
export function lockReferral(tx: Tx, betId: bigint): Promise<ReferralRow | undefined> {
  return queryRow<ReferralRow>(tx)`
    select ${columns} from betting.referral where bet_id = ${betId}::bigint for update`
}

/** A referral by its bet id, or by the id of its command, of one bettor or of any. Of several with one command id it is the newest. */
export function referralOf(
  on: Db | Tx,
  { id, bettor }: { readonly id: string; readonly bettor?: bigint | undefined },
): Promise<ReferralRow | undefined> {
  const which = /^\d{1,18}$/.test(id) ? sql`bet_id = ${id}::bigint` : sql`client_id = ${id}::uuid`
  return queryRow<ReferralRow>(on)`
    select ${columns} from betting.referral where ${which} and (${bettor ?? null}::bigint is null or bettor_id = ${bettor ?? null}::bigint)
    order by created_at desc limit 1`
}

export function referralsOf(db: Db, betIds: readonly bigint[]): Promise<ReferralRow[]> {
  return queryRows<ReferralRow>(db)`
    select ${columns} from betting.referral where bet_id = any(${betIds}::bigint[])`
}

/** The referrals of these bettors that wait or ended without a bet in the last hour. */
export function recentReferrals(db: Db, bettors: readonly bigint[]): Promise<ReferralRow[]> {
  return queryRows<ReferralRow>(db)`
    select ${columns} from betting.referral
    where bettor_id = any(${bettors}::bigint[]) and created_at > platform.now() - interval '2 hours'
      and (due_at is not null or (state <> 'placed' and ended_at > platform.now() - interval '1 hour'))
    order by created_at desc limit 2000`
}

/** The referrals that a trader can answer, the one whose wait ends first at the top. */
export function openReferrals(db: Db, most: number): Promise<ReferralRow[]> {
  return queryRows<ReferralRow>(db)`
    select ${columns} from betting.referral where due_at is not null order by until, bet_id limit ${most}::int`
}

/** The next referrals on which the house acts, with a bet id above `after`. */
export function dueReferrals(
  db: Db,
  { after = 0n, count }: { after: bigint | undefined; count: number },
): Promise<Pick<ReferralRow, 'betId' | 'bettor'>[]> {
  return queryRows<Pick<ReferralRow, 'betId' | 'bettor'>>(db)`
    select bet_id as "betId", bettor_id as bettor from betting.referral
    where due_at <= platform.now() and bet_id > ${after}::bigint order by bet_id limit ${count}::int`
}

/** Writes what was decided about a locked referral that has not ended; `dueS` is how many seconds later the house acts next. */
export async function updateReferral(
  tx: Tx,
  betId: bigint,
  to: {
    readonly state: 'referred' | 'offered' | 'accepted'
    readonly dueS: number
    readonly by?: string | undefined
    readonly withdraws?: boolean
    readonly offer?: { readonly stake: bigint; readonly price: bigint | null; readonly win: bigint }
  },
): Promise<void> {
  const { state, dueS, by = null, withdraws = false, offer } = to
  const due = sql`platform.now() + make_interval(secs => ${dueS}::float8)`
  await sql`
    update betting.referral set state = ${state}, due_at = ${withdraws ? sql`least(due_at, ${due})` : due},
      until = ${withdraws ? sql`until` : due}, withdraw_at = ${withdraws ? due : null},
      offer_stake = coalesce(${offer?.stake ?? null}::bigint, offer_stake), offer_price = coalesce(${offer?.price ?? null}::bigint, offer_price),
      offer_win = coalesce(${offer?.win ?? null}::bigint, offer_win), answered_by = coalesce(${by}::text, answered_by)
    where bet_id = ${betId}::bigint`.execute(tx)
}

/** Ends a locked referral without a bet. */
export async function endReferral(
  tx: Tx,
  betId: bigint,
  {
    state,
    outcome,
    by,
  }: { state: 'refused' | 'withdrawn'; outcome: Refusal<FailureCode> | undefined; by?: string | undefined },
): Promise<void> {
  await sql`
    update betting.referral set state = ${state}, outcome = ${outcome ? JSON.stringify(outcome) : null}::jsonb, due_at = null,
      ended_at = platform.now(), answered_by = coalesce(${by ?? null}::text, answered_by), slip = slip - 'signingKey'
    where bet_id = ${betId}::bigint`.execute(tx)
}

/** Marks these referrals as placed, in the transaction that places their bets. */
export async function placeReferrals(tx: Tx, betIds: readonly bigint[]): Promise<void> {
  if (betIds.length === 0) return
  await sql`
    update betting.referral set state = 'placed', due_at = null, ended_at = platform.now(), slip = slip - 'signingKey'
    where bet_id = any(${betIds}::bigint[])`.execute(tx)
}

/** Judges an accepted referral again a second later. */
export async function postpone(tx: Tx, betId: bigint): Promise<void> {
  await sql`
    update betting.referral set due_at = platform.now() + interval '1 second'
    where bet_id = ${betId}::bigint and state = 'accepted'`.execute(tx)
}

/** How many referrals wait for a trader. */
export const waitingReferrals = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`betting.referral where due_at is not null and state = 'referred'`, sql`created_at`)

const sweptMax = 10_000

/** Removes a bounded number of referrals that ended more than `days` ago. Placed bets stay. */
export async function sweepReferrals(db: Db, days: number): Promise<void> {
  await sql`
    delete from betting.referral where bet_id in (
      select bet_id from betting.referral where ended_at < platform.now() - make_interval(days => ${days}::int)
      order by ended_at limit ${sweptMax}::int)`.execute(db)
}
