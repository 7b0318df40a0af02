import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startServer, type BenchServer } from './support/server.ts'
import { makeBettors, makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench settle`: legs a second when results arrive, beside one set-based SQL over the same number of bets that does
 * the same to the same tables: leg states, bet states, payouts with the boost, transfers, entries and balances.
 */
const matchCount = Number(process.env['BENCH_MATCHES'] ?? 60)
const betCount = Number(process.env['BENCH_BETS'] ?? 60_000)
const rounds = 3
const results = ['2:1', '1:1', '0:2']

const server = await startServer()
try {
  const bettors = await makeBettors(server, 20_000)
  console.log(`${matchCount} matches, ${betCount} three-leg bets a round, ${rounds} rounds each`)
  console.log('round   ours legs/s    raw legs/s    ratio')
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ours = await makeMatches(server, matchCount)
    await seedBets(
      server,
      ours,
      bettors.map((one) => one.id),
    )
    const oursTook = await settleByApi(ours)
    const theirs = await makeMatches(server, matchCount)
    await seedBets(
      server,
      theirs,
      bettors.map((one) => one.id),
    )
    const rawTook = await settleBySql(server, theirs)
    const legs = betCount * 3
    ratios.push(rawTook / oursTook)
    const row = [round + 1, (legs / oursTook).toFixed(0), (legs / rawTook).toFixed(0), (rawTook / oursTook).toFixed(2)]
    console.log(row.map((cell, n) => String(cell).padStart(n ? 12 : 5)).join('  '))
  }
  const middle = [...ratios].sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
  console.log(`the middle ratio is ${middle.toFixed(2)} (the aim is 0.7)`)
} finally {
  await server.stop()
}

/** Writes bets with their stakes as the platform would have, a third of the prices on each outcome of the main market. */
async function seedBets(at: BenchServer, matches: readonly Priced[], bettors: readonly bigint[]): Promise<void> {
  const run = randomUUID().slice(0, 8)
  const ids = matches.map((one) => one.matchId)
  await sql`
    with made as (
      insert into betting.bet (bet_id, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, boost_percent, boost_amount,
        rules_version, placed_at)
      select (select coalesce(max(bet_id), 5000000000000) from betting.bet) + n, (${bettors}::bigint[])[1 + n % ${bettors.length}::int], gen_random_uuid(), '\\x00',
        'multi', 'higher', 2000, 9260, 18522, 5, 800, (select max(version) from betting.rules), platform.now()
      from generate_series(1, ${betCount}::int) n returning bet_id),
    numbered as (select bet_id, (row_number() over (order by bet_id))::int as n from made)
    insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, start_time)
    select bet_id, part, (${ids}::int[])[1 + (n * 7 + part * 13 + (n / 60) * part) % 20 + part * ${Math.floor(matchCount / 3)}::int],
      '1', (array['home_team', 'draw', 'away_team'])[1 + (n + part * (n / 3)) % 3], (array[2100, 3400, 3600])[1 + (n + part * (n / 3)) % 3], platform.now()
    from numbered, generate_series(0, 2) part`.execute(at.db)
  await sql`
    with t as (
      insert into ledger.transfer (id, hash, kind, about, at)
      select ${run} || '/' || bet_id, '\\x00', 'stake', 'bet/' || bet_id, platform.now() from betting.bet b
      where not exists (select from ledger.transfer where about = 'bet/' || b.bet_id) returning no, about)
    insert into ledger.entry (account_id, transfer_no, amount, balance_after)
    select a.id, t.no, 2000, null from t, ledger.account a where a.name = 'house:sports'`.execute(at.db)
  await sql`vacuum analyze`.execute(at.db)
}

async function settleByApi(matches: readonly Priced[]): Promise<number> {
  const started = performance.now()
  for (const [n, { matchId }] of matches.entries()) {
    const reply = await fetch(new URL(`/sandbox/feed/matches/${matchId}/result`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ half_time: '0:0', full_time: results[n % 3] }),
    })
    if (reply.status !== 200) throw new Error(`a result was refused: ${await reply.text()}`)
  }
  return (performance.now() - started) / 1000
}

/** The same by SQL alone, match after match like ours, each in one transaction. */
async function settleBySql(at: BenchServer, matches: readonly Priced[]): Promise<number> {
  const started = performance.now()
  for (const [n, { matchId }] of matches.entries()) {
    const winner = ['home_team', 'draw', 'away_team'][n % 3] ?? 'draw'
    await at.db.transaction().execute(async (tx) => {
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
  }
  return (performance.now() - started) / 1000
}
