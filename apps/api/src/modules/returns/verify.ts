import { sql } from 'kysely'
import { statedProducts } from '@nare/contract/operator-returns'
import { runCheck, type Check, type Counts } from '#modules/ledger/ledger'
import { decidedTickets } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'

/** Checks that the sums of decided rounds, with the changes that are not summed yet, are those of the decided tickets. */
export async function verifyReturns(db: Db): Promise<Check[]> {
  return [await runCheck(db, 'the returns of games by hours are those of the decided tickets', sums)]
}

const sums = sql<Counts>`
  with ticket as (${decidedTickets(statedProducts)}),
  kept as (
    select product, sum(rounds) as rounds, sum(stakes) as stakes, sum(returned) as returned from (
      select product, rounds, stakes, returned from returns.hour
      union all
      select product, is_counted::int - was_counted::int, case when is_counted then stake else 0 end - case when was_counted then was_stake else 0 end,
        case when is_counted then returned else 0 end - case when was_counted then was_returned else 0 end
      from returns.change) row
    group by product)
  select coalesce(sum(t.rounds), 0) as scanned,
    count(*) filter (where (coalesce(t.rounds, 0), coalesce(t.stakes, 0), coalesce(t.returned, 0))
      is distinct from (coalesce(k.rounds, 0), coalesce(k.stakes, 0), coalesce(k.returned, 0))) as broken
  from ticket t full join kept k using (product)`
