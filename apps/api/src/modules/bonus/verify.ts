import { sql, type RawBuilder } from 'kysely'
import { bonusBalances, runCheck, type Check, type Counts } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'

/** The tickets with bonus money, as rows (bet_id, stake, bonus_stake, returned, cashed). */
export type BonusTickets = RawBuilder<unknown>

/** Verifies the grants against the ledger and the bets: every cent of bonus money belongs to one grant. */
export async function verifyBonus(db: Db | Tx, tickets: BonusTickets): Promise<Check[]> {
  return [
    await runCheck(db, 'every bonus account holds what is left of its grants', balances),
    await runCheck(db, 'the bonus part of every bet is that of its grants', uses(tickets)),
    await runCheck(db, 'the wagering of every grant is that of its bets', wagers),
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
