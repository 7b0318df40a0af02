import { openDb, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql } from 'kysely'
import { startServer } from './support/server.ts'
import { seedBets, settleByApi } from './support/settling.ts'
import { makeBettors, makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench settle`: legs settled per second when results arrive, compared with set-based SQL that writes the same tables for the same
 * number of bets: leg states, bet states, payouts with the boost, transfers, entries and balances. The SQL stores no results and no jobs,
 * and locks nothing against other matches. The two alternate match by match on freshly vacuumed tables after a checkpoint, so that other
 * load on the machine and the growth of the tables affect both equally. The readers of the settled feed (points, bonus money, boards,
 * promotions) get no rows, because they would share the process of our settlement only. With BENCH_READERS=1 they read the feed.
 */
const matchCount = Number(process.env['BENCH_MATCHES'] ?? 60)
const betCount = Number(process.env['BENCH_BETS'] ?? 60_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const legs = betCount * 3
const withReaders = process.env['BENCH_READERS'] === '1'
/** Above every number of the settled feed. */
const allRead = 9_000_000_000_000_000_000n

const server = await startServer()
const owner = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
try {
  const bettors = (await makeBettors(server, 20_000)).map(({ id }) => id)
  await sql`set statement_timeout = 0`.execute(owner)
  console.log(`${matchCount} matches, ${betCount} three-leg bets a round, ${rounds} rounds each`)
  console.log('round   ours legs/s    raw legs/s    ratio')
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ours = await seeded(bettors)
    const raw = await seeded(bettors)
    if (!withReaders) await sql`update betting.settled_reader set no = ${allRead}::bigint`.execute(owner)
    await sql`vacuum analyze`.execute(owner)
    await sql`checkpoint`.execute(owner)
    const seconds = { ours: 0, raw: 0 }
    for (let n = 0; n < matchCount; n++) {
      const turns = [
        async () => (seconds.ours += await settleByApi(server.url, ours, n)),
        async () => (seconds.raw += await settleBySql(owner, raw, n)),
      ]
      for (const turn of n % 2 === 0 ? turns : turns.reverse()) await turn()
    }
    ratios.push(seconds.raw / seconds.ours)
    const row = [
      round + 1,
      (legs / seconds.ours).toFixed(0),
      (legs / seconds.raw).toFixed(0),
      (seconds.raw / seconds.ours).toFixed(2),
    ]
    console.log(row.map((cell, n) => String(cell).padStart(n ? 12 : 5)).join('  '))
  }
  const median = [...ratios].sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
  console.log(`median ratio ${median.toFixed(2)} (aim: 0.8)`)
} finally {
  await owner.destroy()
  await server.stop()
}

async function seeded(bettors: readonly bigint[]): Promise<Priced[]> {
  const matches = await makeMatches(server, matchCount)
  await seedBets(owner, { matches, bettors, bets: betCount })
  return matches
}

/** Settles the n-th of these matches by SQL alone, in one transaction. Returns the duration in seconds. */
async function settleBySql(db: Db, matches: readonly Priced[], n: number): Promise<number> {
  const matchId = matches[n]?.matchId
  const started = performance.now()
  const winner = ['home_team', 'draw', 'away_team'][n % 3] ?? 'draw'
  await db.transaction().execute(async (tx) => {
    await sql`update betting.leg set state = case odd_key when ${winner} then 'won' else 'lost' end where match_id = ${matchId}`.execute(
      tx,
    )
    await sql`
        update betting.bet b set state = 'lost', settled_at = platform.now(), times_settled = 1
        where b.state = 'open' and b.bet_id in (select bet_id from betting.leg where match_id = ${matchId} and state = 'lost')`.execute(
      tx,
    )
    await sql`
        with won as (
          select b.bet_id, b.bettor_id, b.stake * max(l.price) filter (where n = 0) * max(l.price) filter (where n = 1) * max(l.price) filter (where n = 2) / 1000000000::numeric as gross, b.stake
          from betting.bet b join betting.leg l using (bet_id)
          where b.state = 'open' and b.bet_id in (select bet_id from betting.leg where match_id = ${matchId} and state = 'won')
          group by b.bet_id having bool_and(l.state = 'won')),
        paid as (select bet_id, bettor_id, floor(gross + (gross - stake) * 0.05)::bigint as amount from won),
        bets as (
          update betting.bet b set state = 'won', returned = amount, settled_at = platform.now(), times_settled = 1 from paid where b.bet_id = paid.bet_id),
        moved as (
          insert into ledger.transfer (id, hash, kind, about, at)
          select 'bet/' || bet_id || '/settle/1', '\\x00', 'win', 'bet/' || bet_id, platform.now() from paid returning no, about),
        credited as (
          update ledger.account a set balance = balance + total.amount, version = version + 1
          from (select bettor_id, sum(amount)::bigint as amount from paid group by 1) total where a.owner = total.bettor_id and a.kind = 'cash' returning a.id, a.owner, a.balance)
        insert into ledger.entry (account_id, transfer_no, amount, balance_after)
        select c.id, m.no, p.amount, c.balance from moved m join paid p on m.about = 'bet/' || p.bet_id join credited c on c.owner = p.bettor_id
        union all select h.id, m.no, -p.amount, null from moved m join paid p on m.about = 'bet/' || p.bet_id, ledger.account h where h.name = 'house:sports'`.execute(
      tx,
    )
  })
  return (performance.now() - started) / 1000
}
