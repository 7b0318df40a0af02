import { sql, type RawBuilder } from 'kysely'
import { houseOfProduct, isPosted, kindsWhere, movedIn, type TransferRange } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { noSource, notPlaced, placeOf, type AccountSources } from './places.ts'
import * as store from './roll-up-store.ts'

/** The reader of the ledger that keeps the figures. */
export const reportReader = 'reports'

type Deps = {
  readonly accountSources: AccountSources
  /** The time zone of the country, by whose days figures are summed. */
  readonly zone: string
}

const playKinds = kindsWhere(({ counts }) => counts === 'staked' || counts === 'returned')
const depositKinds = kindsWhere(({ counts }) => counts === 'deposited')

/** The house account of each product, as rows (product, account). */
const houses = sql`
  unnest(${Object.keys(houseOfProduct)}::text[], ${Object.values(houseOfProduct)}::text[]) h (product, account)`

/** The stakes that wait for their bets and that one move looks at. */
const unplacedMax = 1_000

/**
 * Opens the sums of figures. A reader of the ledger passes ranges of transfers to `add`, in the transaction that moves its cursor, so that each transfer
 * counts once: on every account by day and kind, and those of tickets at the place of their ticket too. A stake is read before its bet is placed
 * if the bet waits for a delay or a trader; it counts at `not_placed` until `movePlaced` finds its bet. All is summed by the database: no transfer is
 * read here.
 */
export function openRollUp({ accountSources, zone }: Deps) {
  /** The rows of `found` with the id of their place: its own, or `not_placed` of the product of their account. */
  const withPlace = (found: RawBuilder<unknown>) => sql`
    select f.no, f.day, f.kind, f.amount, f.transfers, f.bets, f.bet_id, f.bettor_id, f.product,
      coalesce(k.place_id, report.place_id(f.product, f.sport, f.competition, f.market, f.source)) as place_id
    from (${found}) f left join report.place k using (product, sport, competition, market, source)`

  return {
    /** Adds transfers to the sums. */
    async add(tx: Tx, range: TransferRange): Promise<void> {
      await sql`
        with moved as materialized (${movedIn(range, zone)}),
        found as materialized (
          select m.no, m.day, m.kind, m.amount, 1 as transfers, b.bet_id, p.bettor_id, coalesce(p.product, h.product) as product,
            coalesce(p.sport, ${notPlaced}) as sport, coalesce(p.competition, ${notPlaced}) as competition,
            coalesce(p.market, ${notPlaced}) as market, coalesce(p.source, ${noSource}) as source,
            case when m.id = ${stakeOf} or (m.id = 'bet/' || b.bet_id || '/bonus_stake' and not ${isPosted(stakeOf)}) then 1 else 0 end as bets
          from moved m join ${houses} using (account)
            cross join lateral (select substring(m.about from '^bet/([0-9]{1,18})$')::bigint as bet_id offset 0) b
            left join lateral (${placeOf(sql`b.bet_id`, accountSources)}) p on true
          where m.kind = any(${playKinds}::text[])),
        play as materialized (${withPlace(sql`select * from found`)}),
        waiting as (${store.keepUnplaced}),
        money as (${store.addMoney}),
        paying as (${store.addDepositors(depositKinds)}),
        marked as (${store.addBettors}),
        ${store.addActive}
        ${store.addPlay}`.execute(tx)
    },

    /** Moves stakes to the places of their bets, if these have been placed meanwhile, and forgets those that were given back whole. */
    async movePlaced(tx: Tx): Promise<void> {
      if (!(await store.hasUnplaced(tx))) return
      await store.forgetReleased(tx)
      const { rows } = await sql<{ day: string }>`
        with oldest as materialized (
          select distinct bet_id from (select bet_id from report.unplaced order by transfer_no limit ${unplacedMax}::int) u),
        placed as materialized (
          select o.bet_id, p.* from oldest o cross join lateral (${placeOf(sql`o.bet_id`, accountSources)}) p),
        taken as (
          delete from report.unplaced u using placed p where u.bet_id = p.bet_id
          returning u.transfer_no as no, u.day, u.kind, u.amount, u.bets, u.product as kept_at, p.*),
        found as materialized (
          select no, day, kind, -amount as amount, -1 as transfers, 0 as bets, bet_id, null::bigint as bettor_id, kept_at as product,
            ${notPlaced} as sport, ${notPlaced} as competition, ${notPlaced} as market, ${noSource} as source from taken
          union all
          select no, day, kind, amount, 1, bets, bet_id, bettor_id, product, sport, competition, market, source from taken),
        play as materialized (${withPlace(sql`select * from found`)}),
        marked as (${store.addBettors}),
        ${store.addActive}
        ${store.addPlay} returning day::text as day`.execute(tx)
      await store.dropEmpty(tx, [...new Set(rows.map(({ day }) => day))])
    },
  }
}

/** The id of the stake of a bet `b`. */
const stakeOf = sql<string>`'bet/' || b.bet_id || '/stake'`
