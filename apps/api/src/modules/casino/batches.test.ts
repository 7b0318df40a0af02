import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { protection } from '@nare/contract/protection'
import { openDb, transact } from '#platform/db'
import { openLog } from '#platform/log'
import { TooManyWaiting, turnsInMemory } from '#platform/turns'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { bgaming } from './testing/bgaming-client.ts'
import { openWalletWorld, unique, type WalletWorld } from './testing/wallet-world.ts'
import { openWallet, type Command, type Wallet } from './wallet/wallet.ts'

let world: WalletWorld
let wallet: Wallet
beforeAll(async () => {
  // A test holds the connections of many locked calls.
  world = await openWalletWorld({ DB_POOL: '16' })
  const { app } = world.nare
  const log = openLog('silent')
  wallet = openWallet({ ...app, moneyDb: app.db, log, turns: turnsInMemory(), answerMsMax: 600_000 })
})
afterAll(async () => {
  await world.verify()
  await world.close()
})

const provider = 'bgaming'
const gameId = 'bgaming:coin-duel'

/** Bettors whose calls need no query before their transaction, so that concurrent calls share a batch. Each has staked 1.00 of 100.00. */
async function players(count: number): Promise<SeededBettor[]> {
  const bettors = await world.nare.bettors(count)
  for (const bettor of bettors) {
    await world.launch(bgaming, bettor)
    expect(await send(bettor, bet(unique('round'), 100n))).toBe('done 9900')
  }
  return bettors
}

const bet = (roundId: string, cents: bigint, txId = unique('bet')): Command => ({
  ...{ kind: 'debit', txId, roundId, gameId, amount: money(cents) },
})
const win = (roundId: string, cents: bigint, txId = unique('win')): Command => ({
  ...{ kind: 'credit', of: 'win', txId, roundId, gameId, amount: money(cents), closes: true },
})
const rollback = (refTxId: string): Command => ({ kind: 'rollback', txId: unique('back'), refTxId })

async function send({ id: bettor }: Pick<SeededBettor, 'id'>, ...commands: Command[]): Promise<string> {
  const answer = await wallet.run({ provider, bettor, stakes: 'any session', commands })
  return answer.ok ? `done ${answer.balance}` : answer.reason
}

test('a bet or a win of another game than its round is refused, and a win whose provider named no game is paid', async () => {
  const [player] = (await players(1)) as [SeededBettor]
  const round = unique('round')
  expect(await send(player, bet(round, 100n))).toBe('done 9800')
  const other = { gameId: 'bgaming:another' }
  expect(await send(player, { ...bet(round, 100n), ...other } as Command)).toBe('game_unknown')
  const elsewhere = { ...win(round, 500n), ...other } as Command
  expect(await send(player, elsewhere)).toBe('game_unknown')
  expect(await send(player, { ...elsewhere, isGameImplied: true } as Command)).toBe('done 10300')
})

/** Opens connections of the pool, so that calls with a deadline do not wait for new ones on a busy machine. */
async function openConnections(count: number): Promise<void> {
  const allOpen = Promise.withResolvers<void>()
  let open = 0
  const hold = () =>
    transact(world.nare.app.db, async (tx) => {
      await sql`select 1`.execute(tx)
      if (++open === count) allOpen.resolve()
      await allOpen.promise
    })
  await Promise.all(Array.from({ length: count }, hold))
}

/** The number of database transactions that wrote these provider transactions, and the number of written ones. */
async function writers(txIds: readonly string[]): Promise<{ written: number; writers: number }> {
  const { rows } = await sql<{ written: number; writers: number }>`
    select count(*)::int as written, count(distinct xmin::text)::int as writers from casino.provider_tx
    where provider = ${provider} and tx_id = any(${txIds}::text[])`.execute(world.nare.app.db)
  return rows[0] ?? { written: 0, writers: 0 }
}

const owner = <T>(text: ReturnType<typeof sql<T>>) => {
  const { db } = openDb(world.nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  return text.execute(db).finally(() => db.destroy())
}

test('concurrent calls of different bettors share one transaction, and a refused call does not affect the others', async () => {
  const [one, two, poor, excluded, winner, regretful, liar, gone] = await players(8)
  if (!one || !two || !poor || !excluded || !winner || !regretful || !liar || !gone) throw new Error('no bettors')
  const [won, undone, regretted, lied, round] = ['won', 'undone', 'bet', 'bet', 'round'].map(unique) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await send(winner, bet(won, 900n))
  await send(regretful, bet(undone, 900n, regretted))
  await send(liar, bet(round, 900n, lied))
  expect((await world.nare.call(protection.selfExclude, { period: '24h' }, excluded.token)).status).toBe(200)
  await world.logOut(gone)
  const txIds = Array.from({ length: 4 }, () => unique('tx'))
  const [first = '', second = '', third = '', fourth = ''] = txIds
  const answers = await Promise.all([
    send(one, bet(unique('round'), 400n, first)),
    send(poor, bet(unique('round'), 100n), bet(unique('round'), 9_900n)),
    send(excluded, bet(unique('round'), 100n)),
    send(winner, win(won, 2000n, second)),
    send(liar, bet(round, 901n, lied)),
    send(gone, bet(unique('round'), 100n)),
    send(two, bet(unique('round'), 500n, third)),
    send(regretful, { kind: 'rollback', txId: fourth, refTxId: regretted, roundId: undone }),
  ])
  expect(answers).toEqual([
    ...['done 9500', 'insufficient_funds', 'excluded', 'done 11000', 'duplicate', 'session_ended'],
    ...['done 9400', 'done 9900'],
  ])
  expect(await writers(txIds)).toEqual({ written: 4, writers: 1 })
  expect(await Promise.all([poor, excluded, liar].map((bettor) => world.cents(bettor)))).toEqual([9900n, 9900n, 9000n])
})

test('two concurrent calls of one bettor are applied in order, and the second sees the changes of the first', async () => {
  const [bettor, other] = await players(2)
  if (!bettor || !other) throw new Error('no bettors')
  const round = unique('round')
  const answers = Promise.all([
    send(bettor, bet(round, 5000n)),
    send(bettor, win(round, 700n)),
    send(bettor, bet(unique('round'), 5601n)),
    send(other, bet(unique('round'), 100n)),
  ])
  expect(await answers).toEqual(['done 4900', 'done 5600', 'insufficient_funds', 'done 9800'])
})

test('a concurrent win and rollback of one round are applied in the order of arrival', async () => {
  const [bettor] = await players(1)
  if (!bettor) throw new Error('no bettor')
  for (const [first, expected] of [
    ['win', ['done 11900', 'done 12900']],
    ['rollback', ['done 9900', 'rolled_back']],
  ] as const) {
    const [round, tx, before] = [unique('round'), unique('bet'), await world.cents(bettor)]
    await send(bettor, bet(round, 1000n, tx))
    const both = [win(round, 3000n), rollback(tx)]
    const answers = await Promise.all(
      (first === 'win' ? both : both.toReversed()).map((request) => send(bettor, request)),
    )
    expect(answers.map((text) => text.replace(/\d+/, (cents) => String(BigInt(cents) - before + 9900n)))).toEqual(
      expected,
    )
  }
})

test('if the commit of a batch fails, only the call at fault fails', async () => {
  const [guilty, ...others] = await players(6)
  if (!guilty) throw new Error('no bettor')
  await owner(sql`
    create function casino.refuse_guilty() returns trigger language plpgsql as $$
    begin
      raise exception 'this row is refused at commit';
    end $$`)
  await owner(sql`
    create constraint trigger refuse_guilty after insert on casino.provider_tx deferrable initially deferred
      for each row when (new.tx_id like 'guilty%') execute function casino.refuse_guilty()`)
  const txIds = others.map(() => unique('tx'))
  const answers = await Promise.allSettled([
    send(guilty, bet(unique('round'), 100n, unique('guilty'))),
    ...others.map((bettor, n) => send(bettor, bet(unique('round'), 100n, txIds[n]))),
  ])
  await owner(sql`drop trigger refuse_guilty on casino.provider_tx`)
  expect(answers[0]).toMatchObject({ status: 'rejected', reason: { message: 'this row is refused at commit' } })
  expect(answers.slice(1).map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason))).toEqual(
    others.map(() => 'done 9800'),
  )
  expect(await world.cents(guilty)).toBe(9900n)
  expect((await writers(txIds)).written).toBe(5)
})

test('a call whose bettor or ticket is locked waits outside the batch', async () => {
  const [payer, locked, free] = await players(3)
  if (!payer || !locked || !free) throw new Error('no bettors')
  const round = unique('round')
  await send(locked, bet(round, 100n))
  const { db } = world.nare.base
  const [stake, paid] = await transact(db, async (tx) => {
    await sql`select from ledger.account where owner = ${payer.id}::bigint and kind = 'cash' for update`.execute(tx)
    await sql`select from betting.bet where bet_id = (select bet_id from casino.round where round_id = ${round}) for update`.execute(
      tx,
    )
    const waiting = [send(payer, bet(unique('round'), 100n)), send(locked, win(round, 300n))]
    expect(await send(free, bet(unique('round'), 100n))).toBe('done 9800')
    await expect.poll(() => waitingForLocks(tx)).toBe(2)
    return waiting
  })
  expect([await stake, await paid]).toEqual(['done 9800', 'done 10100'])
})

test('calls of many locked bettors use few connections, so that others are served meanwhile', async () => {
  const [free, ...locked] = await players(31)
  if (!free) throw new Error('no bettor')
  await openConnections(8)
  const calls = await transact(world.nare.base.db, async (tx) => {
    const ids = locked.map(({ id }) => id)
    await sql`select from ledger.account where owner = any(${ids}::bigint[]) and kind = 'cash' order by id for update`.execute(
      tx,
    )
    const waiting = locked.map((bettor) => send(bettor, bet(unique('round'), 100n)))
    await expect.poll(() => waitingForLocks(tx)).toBe(4)
    for (let n = 0; n < 20; n++) expect(await send(free, bet(unique('round'), 100n))).toBe(`done ${9800 - n * 100}`)
    expect(await waitingForLocks(tx)).toBe(4)
    return waiting
  })
  expect(await Promise.all(calls)).toEqual(locked.map(() => 'done 9800'))
})

test('at most fifty calls of one bettor wait, so that one bettor cannot use up a provider’s concurrent calls', async () => {
  const [bettor] = await players(1)
  if (!bettor) throw new Error('no bettor')
  const calls = Array.from({ length: 60 }, () => send(bettor, bet(unique('round'), 1n)))
  const refused = (await Promise.allSettled(calls)).flatMap((attempt) =>
    attempt.status === 'rejected' ? [attempt.reason] : [],
  )
  expect(refused).toEqual(Array.from({ length: 10 }, () => expect.any(TooManyWaiting)))
})

test('returns earlier in a call count towards a loss limit for a later stake of the same call', async () => {
  const [bettor] = await players(1)
  if (!bettor) throw new Error('no bettor')
  expect((await world.nare.call(protection.setLimits, { loss: { day: '60' } }, bettor.token)).status).toBe(200)
  const [round, next] = [unique('round'), unique('round')]
  expect(await send(bettor, bet(round, 5000n), bet(next, 1000n))).toBe('limit_reached')
  expect(await send(bettor, bet(round, 5000n), win(round, 5000n), bet(next, 5000n))).toBe('done 4900')
})

test('calls with many commands are divided among batches', async () => {
  const bettors = await players(3)
  const firsts = bettors.map(() => unique('tx'))
  const bets = (first: string) => Array.from({ length: 200 }, (_, n) => bet(first, 1n, n === 0 ? first : unique('bet')))
  const answers = await Promise.all(bettors.map((bettor, n) => send(bettor, ...bets(firsts[n] ?? ''))))
  expect(answers).toEqual(bettors.map(() => 'done 9700'))
  expect(await writers(firsts)).toEqual({ written: 3, writers: 2 })
})

test('of uncached players who bet concurrently, those without an open session are refused', async () => {
  const bettors = await world.nare.bettors(9)
  for (const [n, bettor] of bettors.entries()) if (n % 3 > 0) await world.launch(bgaming, bettor)
  const [unknown, ...answers] = await Promise.all(
    [{ id: 999_999_999n }, ...bettors].map((bettor) => send(bettor, bet(unique('round'), 100n))),
  )
  expect(answers).toEqual(bettors.map((_bettor, n) => (n % 3 > 0 ? 'done 9900' : 'session_ended')))
  expect(unknown).toBe('player_unknown')
})
