import { sql } from 'kysely'
import { personOf } from '#modules/identity/identity'
import { placedLately } from '#modules/tickets/tickets'
import { queryRow, queryRows, type Db } from '#platform/db'
import type { Mask, SlipGroup } from './sets.ts'

export type PickName = { readonly match_id: string; readonly sub_type_id: string; readonly odd_key: string }
export type SportPick = PickName & { readonly sport_id: string }
export type CountedPick = SportPick & { readonly percent: number }
export type CountedMulti = { readonly code: string; readonly picks: readonly SportPick[]; readonly percent: number }
export type Counted = { readonly picks: readonly CountedPick[]; readonly multis: readonly CountedMulti[] }

/** The newest tickets that are read, of the last 24 hours: the bound of a count. */
const ticketsMax = 1_000_000
const picksMax = 400
const groupsMax = 500

const sinceYesterday = sql`platform.now() - interval '24 hours'`

/** The tickets on matches of the last 24 hours, each with its person. A person is looked up once, whatever the number of tickets. */
const recent = sql`
  tickets as materialized (
    select bet_id, bettor_id from (${placedLately('sports', sinceYesterday)}) placed order by placed_at desc limit ${ticketsMax}::int),
  persons as materialized (
    select bettor_id, ${personOf(sql`bettor_id`)} as person from (select distinct bettor_id from tickets) b),
  recent as materialized (select bet_id, person from tickets join persons using (bettor_id))`

/** The picks of a ticket that are not decided, by the key of the table. */
const openLegs = sql`
  cross join lateral (
    select match_id, market_id, odd_key from betting.leg l where l.bet_id = recent.bet_id and l.state = 'open' offset 0) leg`

/** Picks that more than `above` persons have, the most popular first, and how many persons have placed a bet on a match. */
export async function pickedBy(
  db: Db,
  { above }: { above: number },
): Promise<{ persons: number; picks: (PickName & { persons: number })[] }> {
  const row = await queryRow<{ persons: number; picks: (PickName & { persons: number })[] }>(db)`
    with ${recent},
    picked as (
      select match_id, market_id, odd_key, count(distinct person)::int as persons from recent ${openLegs}
      group by 1, 2, 3 having count(distinct person) > ${above}::int order by persons desc, match_id, market_id, odd_key limit ${picksMax}::int)
    select (select count(distinct person)::int from persons) as persons,
      coalesce((select json_agg(json_build_object('match_id', match_id::text, 'sub_type_id', market_id, 'odd_key', odd_key, 'persons', persons)
        order by persons desc, match_id, market_id, odd_key) from picked), '[]') as picks`
  return row ?? { persons: 0, picks: [] }
}

/** The slips with two or more of these picks, as masks of them, each person once for each mask. */
const masked = (picks: readonly PickName[]) => sql`
  ${recent},
  slips as materialized (
    select distinct person, mask from (
      select person, bit_or(1::bigint << (p.nth - 1)::int) as mask from recent ${openLegs}
        join unnest(${picks.map((one) => Number(one.match_id))}::int[], ${picks.map((one) => one.sub_type_id)}::text[],
          ${picks.map((one) => one.odd_key)}::text[]) with ordinality p (match_id, market_id, odd_key, nth) using (match_id, market_id, odd_key)
      group by bet_id, person having count(*) >= 2) s)`

/** The slips with two or more of these picks (at most 62), by what they have of them: those of most persons. */
export const slipGroups = (db: Db, picks: readonly PickName[]): Promise<SlipGroup[]> =>
  queryRows<SlipGroup>(db)`
    with ${masked(picks)}
    select mask, count(*)::int as persons from slips group by mask order by persons desc, mask limit ${groupsMax}::int`

/** How many persons have all picks of each of these sets on one slip, of those with more than `above`. */
export const personsWith = (
  db: Db,
  picks: readonly PickName[],
  { sets, above }: { sets: readonly Mask[]; above: number },
): Promise<SlipGroup[]> =>
  queryRows<SlipGroup>(db)`
    with ${masked(picks)}
    select c.mask, count(distinct person)::int as persons
    from unnest(${sets}::bigint[]) c (mask) join slips on slips.mask & c.mask = c.mask
    group by c.mask having count(distinct person) > ${above}::int order by persons desc, c.mask`

/**
 * Claims the next count: false if one was claimed less than `seconds` ago, or if fewer than `fresh` bettors have placed a bet since the last
 * count, so that no single bet changes what is shown.
 */
export async function claimCount(db: Db, { seconds, fresh }: { seconds: number; fresh: number }): Promise<boolean> {
  const rows = await queryRows(db)`
    update betting.popular set claimed_at = platform.now()
    where claimed_at not between platform.now() - make_interval(secs => ${seconds}::float8) and platform.now()
      and (select count(*) from (
        select distinct bettor_id from (${placedLately('sports', sql`greatest(counted_at, ${sinceYesterday})`)}) b limit ${fresh}::int) n) >= ${fresh}::int
    returning is_only`
  return rows.length > 0
}

export async function writeCounted(db: Db, { picks, multis }: Counted): Promise<void> {
  await sql`
    update betting.popular set counted_at = claimed_at, picks = ${JSON.stringify(picks)}::jsonb, multis = ${JSON.stringify(multis)}::jsonb`.execute(
    db,
  )
}

/** What was counted last; nothing if that was more than 24 hours ago. */
export async function counted(db: Db): Promise<Counted> {
  const row = await queryRow<Counted>(db)`
    select picks, multis from betting.popular where counted_at > ${sinceYesterday}`
  return row ?? { picks: [], multis: [] }
}
