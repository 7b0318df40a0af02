import { sql, type RawBuilder } from 'kysely'
import { bonusBalances, bonusMoves, cursorOf, runCheck, type Check, type Counts } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import { costReader } from './costs.ts'

/** The tickets with bonus money, as rows (bet_id, stake, bonus_stake, returned, cashed). */
export type BonusTickets = RawBuilder<unknown>

/** Verifies the grants against the ledger and the bets: every cent of bonus money belongs to one grant. */
export async function verifyBonus(db: Db | Tx, tickets: BonusTickets): Promise<Check[]> {
  return [
    await runCheck(db, 'every bonus account holds what is left of its grants', balances),
    await runCheck(db, 'the bonus part of every bet is that of its grants', uses(tickets)),
    await runCheck(db, 'the wagering of every grant is that of its bets', wagers),
    await runCheck(db, 'what bonus money costs is what the ledger moved for its grants', costs),
  ]
}

const balances = sql<Counts>`
  select count(*) as scanned, count(*) filter (where coalesce(a.balance, 0) <> coalesce(g.total, 0)) as broken
  from (${bonusBalances}) a full join (
    select bettor_id as owner, sum(left_amount) as total from bonus.grant group by bettor_id) g on g.owner = a.owner`

const uses = (tickets: BonusTickets) => sql<Counts>`
  select count(*) as scanned, count(*) filter (where b.bonus_stake is distinct from u.stake
    or b.returned * b.bonus_stake / b.stake - b.cashed * b.bonus_stake / b.stake is distinct from u.returned) as broken
  from (${tickets}) b full join (
    select bet_id, sum(stake)::bigint as stake, sum(returned)::bigint as returned from bonus.use group by bet_id) u on u.bet_id = b.bet_id`

const wagers = sql<Counts>`
  select count(*) as scanned, count(*) filter (where g.wager_done <> coalesce(w.total, 0) or g.wager_done > g.wager_total
    or g.state = 'active' and g.wager_done = g.wager_total) as broken
  from bonus.grant g left join (select grant_id, sum(amount) as total from bonus.wager group by grant_id) w using (grant_id)`

/** Sums of the reader's columns count up to its transfer; the wagering is written with the grants. */
const costs = sql<Counts>`
  with move as (
    select g.source, coalesce(g.promotion_id, '') as promotion_id, m.kind, m.amount
    from (${bonusMoves('grant/')}) m join bonus.grant g on m.about = 'grant/' || g.grant_id where m.no <= ${cursorOf(costReader)}),
  moved as (
    select source, promotion_id, count(*) filter (where kind = 'bonus_granted') as grants,
      coalesce(sum(amount) filter (where kind = 'bonus_granted'), 0) as granted, coalesce(sum(amount) filter (where kind = 'bonus_restored'), 0) as restored,
      coalesce(-sum(amount) filter (where kind = 'bonus_converted'), 0) as converted,
      coalesce(-sum(amount) filter (where kind = 'bonus_expired'), 0) as expired,
      coalesce(-sum(amount) filter (where kind = 'bonus_cancelled'), 0) as cancelled
    from move group by 1, 2),
  done as (select source, coalesce(promotion_id, '') as promotion_id, sum(wager_done) as wagered from bonus.grant group by 1, 2)
  select count(*) as scanned, count(*) filter (where (c.grants, c.granted, c.restored, c.converted, c.expired, c.cancelled)
      is distinct from (coalesce(m.grants, 0), coalesce(m.granted, 0), coalesce(m.restored, 0), coalesce(m.converted, 0),
        coalesce(m.expired, 0), coalesce(m.cancelled, 0))
    or c.wagered is distinct from coalesce(d.wagered, 0)) as broken
  from bonus.cost c full join moved m using (source, promotion_id) left join done d using (source, promotion_id)`
