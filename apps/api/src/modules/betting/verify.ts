import { sql } from 'kysely'
import { runCheck, movedAbout, type Check } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'

type Counts = { scanned: bigint; broken: bigint }

/** Checks the bets' legs and states, and compares their stakes and returns with the ledger. */
export async function verifyBets(db: Db): Promise<Check[]> {
  return [
    await runCheck(db, 'every bet has its legs', withoutLegs),
    await runCheck(db, 'no bet that a lost leg decides is paid', paidThoughLost),
    await runCheck(db, "every bet's stake was debited once and its return paid once", wrongMoney),
  ]
}

const withoutLegs = sql<Counts>`
  select count(*) as scanned, count(*) filter (where l.legs is null or (b.type = 'single') <> (l.legs = 1)) as broken
  from betting.bet b left join (select bet_id, count(*) as legs from betting.leg group by 1) l using (bet_id)`

const paidThoughLost = sql<Counts>`
  select count(*) as scanned, count(*) filter (where b.returned > 0 and b.type <> 'system' and b.state <> 'cashed_out'
    and exists (select from betting.leg l where l.bet_id = b.bet_id and l.state = 'lost')) as broken
  from betting.bet b where b.state <> 'open'`

const wrongMoney = sql<Counts>`
  select count(*) as scanned, count(*) filter (where m.staked is distinct from b.stake or m.returned is distinct from b.returned) as broken
  from betting.bet b left join (${movedAbout('bet/')}) m on m.about = 'bet/' || b.bet_id and m.owner = b.bettor_id`
