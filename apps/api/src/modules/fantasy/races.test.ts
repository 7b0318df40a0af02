import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fantasy as calls } from '@nare/contract/fantasy'
import { transact } from '#platform/db'
import { openSealing } from '#platform/sealing'
import { whileFailing } from '#testing/failing-writes'
import { fantasyWorld, someTeam, type FantasyWorld } from './testing/fantasy-world.ts'
import { openWeeks } from './weeks.ts'

let at: FantasyWorld
beforeAll(async () => {
  at = await fantasyWorld()
})
afterAll(() => at.close())

const count = async (statement: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await statement.execute(at.owner)).rows[0]?.n ?? -1

test('100 concurrent identical saves store one team and one command, and get equal responses', async () => {
  const { weekId } = await at.week({ league: 'Hundred' })
  const { players } = await at.weekOf(weekId)
  const bettor = await at.nare.bettor()
  const [team, id] = [someTeam(players), randomUUID()]
  const replies = await Promise.all(Array.from({ length: 100 }, () => at.save(weekId, team, bettor.token, id)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ body }) => JSON.stringify(body.team))).size).toBe(1)
  expect(await count(sql`select count(*)::int as n from fantasy.command where bettor_id = ${bettor.id ?? 0n}`)).toBe(1)
})

test('of 100 concurrent teams with one id, one is saved and the others are refused', async () => {
  const { weekId } = await at.week({ league: 'Others' })
  const { players } = await at.weekOf(weekId)
  const bettor = await at.nare.bettor()
  const id = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, n) => {
      const team = someTeam(players, n % 4)
      return at.save(weekId, { ...team, captain: team.players[n % 11] ?? '' }, bettor.token, id)
    }),
  )
  const captain = (await at.weekOf(weekId, bettor.token)).team?.captain
  const saved = replies.filter(({ status }) => status === 200)
  expect(saved.length).toBeGreaterThan(0)
  for (const { body } of saved) expect(body.team.captain).toBe(captain)
  for (const { status, body } of replies) if (status !== 200) expect(body).toMatchObject({ code: 'id_reused' })
})

test('saves that race the deadline are stored before it or refused, and the week counts exactly the stored teams', async () => {
  const { weekId } = await at.week({ league: 'Deadline', hours: 1 })
  const { players } = await at.weekOf(weekId)
  const bettors = await at.nare.bettors(40)
  const team = someTeam(players)
  const racing = bettors.map(async ({ token }, n) => {
    if (n === 20) await at.advance(3_700)
    if (n % 7 === 0) await at.app.fantasy.advanceAll()
    return at.save(weekId, team, token)
  })
  const replies = await Promise.all(racing)
  await at.app.fantasy.advanceAll()
  const saved = replies.filter(({ status }) => status === 200).length
  for (const { status, body } of replies) if (status !== 200) expect(body).toMatchObject({ code: 'deadline_passed' })
  expect(await count(sql`select teams as n from fantasy.week where week_id = ${weekId} and state = 'running'`)).toBe(
    saved,
  )
  expect(
    await count(
      sql`select count(*)::int as n from fantasy.team join fantasy.week using (week_no) where week_id = ${weekId}`,
    ),
  ).toBe(saved)
})

test('50 concurrent joins of one mini-league join once; a bettor is in at most 50 mini-leagues', async () => {
  const [owner, friend] = await at.nare.bettors(2)
  const id = randomUUID()
  const made = await Promise.all(
    Array.from({ length: 20 }, () => at.nare.call(calls.createLeague, { id, name: 'Once' }, owner?.token)),
  )
  expect(new Set(made.map(({ body }) => body.code)).size).toBe(1)
  const code = made[0]?.body.code ?? ''
  await Promise.all(Array.from({ length: 50 }, () => at.nare.call(calls.joinLeague, { code }, friend?.token)))
  expect(await count(sql`select count(*)::int as n from fantasy.member where code = ${code}`)).toBe(2)
  const more = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      at.nare.call(calls.createLeague, { id: randomUUID(), name: `League ${n}` }, owner?.token),
    ),
  )
  expect(more.filter(({ status }) => status === 200)).toHaveLength(49)
  expect(more.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'too_many_leagues' })
})

test('a mini-league needs a name but no id: each call without an id creates another', async () => {
  const owner = await at.nare.bettor()
  const made = await Promise.all(
    [1, 2].map(() => at.nare.call(calls.createLeague, { name: 'Unnumbered' }, owner.token)),
  )
  expect(made.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(made.map(({ body }) => body.code)).size).toBe(2)
})

test('the last place of a mini-league is taken once, and its members can repeat their join', async () => {
  const friends = await at.nare.bettors(6)
  const owner = friends[0]?.token
  const { body } = await at.nare.call(calls.createLeague, { id: randomUUID(), name: 'Full' }, owner)
  await sql`insert into fantasy.member (bettor_id, code) select -n, ${body.code} from generate_series(1, 998) n`.execute(
    at.owner,
  )
  const join = (token?: string) => at.nare.call(calls.joinLeague, { code: body.code }, token)
  const replies = await Promise.all(friends.slice(1).map(({ token }) => join(token)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.find(({ status }) => status !== 200)).toMatchObject({ status: 422, body: { code: 'league_full' } })
  expect((await join(owner)).status).toBe(200)
})

test('the name of a mini-league contains no control, invisible or direction-changing characters', async () => {
  const bettor = await at.nare.bettor()
  const create = (name: string) => at.nare.call(calls.createLeague, { id: randomUUID(), name }, bettor.token)
  for (const name of [
    'two\nlines',
    '\u202eoga',
    'no\u200bthing',
    '\u200d',
    ' \u00a0 ',
    'bell\u0007',
    'line\u2028break',
    '\u3164',
    '\u2800',
    'z\u0300\u0301\u0302\u0303 FC',
  ])
    expect([name, (await create(name)).status]).toEqual([name, 400])
  for (const name of [
    "Mama's boys",
    'Чемпионы',
    '🏆',
    '👨\u200d👩\u200d👦 FC',
    'I \u2764\ufe0f Gor',
    'Thiệu',
    '+254',
    '  Trimmed  ',
  ])
    expect([name, (await create(name)).status]).toEqual([name, 200])
})

test('a name that was stored with invisible characters is shown without them, and a blank one as its code', async () => {
  const [owner] = await at.nare.bettors(1)
  for (const [code, name] of [
    ['ALDNAME2', ' \u202eoga\u200b '],
    ['ALDNAME3', '\u3164\u2800'],
  ]) {
    await sql`insert into fantasy.league (code, name, owner_id, command)
      values (${code}, ${name}, ${owner?.id}::bigint, ${randomUUID()}::uuid)`.execute(at.owner)
    const shown = code === 'ALDNAME2' ? 'oga' : code
    const joined = await at.nare.call(calls.joinLeague, { code: code ?? '' }, owner?.token)
    expect(joined.body).toMatchObject({ name: shown, message: `You're in ${shown}` })
  }
  const { body } = await at.nare.call(calls.leagues, {}, owner?.token)
  expect(body.data.map(({ name }) => name).toSorted()).toEqual(['ALDNAME3', 'oga'])
})

test('a save after the deadline waits for no lock and does not delay the week from advancing', async () => {
  const { weekId } = await at.week({ league: 'Late', hours: 1 })
  const { players } = await at.weekOf(weekId)
  const [early, late] = await at.nare.bettors(2)
  const [team, id] = [someTeam(players), randomUUID()]
  expect((await at.save(weekId, team, early?.token ?? '', id)).status).toBe(200)
  await at.app.clock.advance(3_700)
  const replies = await transact(at.owner, async (tx) => {
    await sql`select from fantasy.week where week_id = ${weekId} for update`.execute(tx)
    return Promise.all([at.save(weekId, team, early?.token ?? '', id), at.save(weekId, team, late?.token ?? '')])
  })
  expect(replies).toMatchObject([{ status: 200 }, { status: 422, body: { code: 'deadline_passed' } }])
})

test('each prize is paid once, with concurrent payers and with a failure at any point, which delays no other prize; teams of one rank share', async () => {
  const { weekId, matches } = await at.week({ league: 'Prizes', hours: 1 })
  const { players } = await at.weekOf(weekId)
  const bettors = await at.nare.bettors(8)
  for (const [n, { token }] of bettors.entries()) await at.save(weekId, someTeam(players, n < 2 ? 0 : n), token)
  await at.advance(3_700)
  for (const id of matches) await at.result(id, '3:0')
  await Promise.all(Array.from({ length: 8 }, () => at.app.fantasy.advanceAll()))
  await at.app.fantasy.advanceAll()
  expect((await at.weekOf(weekId)).state).toBe('over')

  const failing = openWeeks({
    db: at.app.db,
    background: at.app.background,
    sealing: openSealing({ key: new Uint8Array(32) }),
    award: () => Promise.reject(new Error('points cannot be paid now')),
    onPaid: () => undefined,
  })
  expect(await failing.payPrizes()).toBe(0)
  const unpaid = async () =>
    (
      await sql<{ id: bigint }>`select bettor_id as id from fantasy.prize where paid_at is null order by 1`.execute(
        at.owner,
      )
    ).rows.map(({ id }) => id)
  const [first = 0n] = await unpaid()
  await whileFailing(
    at.nare.base,
    { on: 'insert', table: 'points.lot', when: `new.bettor_id = ${first}` },
    async () => {
      await at.app.fantasy.payPrizes()
      expect(await unpaid()).toEqual([first])
    },
  )
  await Promise.all(Array.from({ length: 20 }, () => at.app.fantasy.payPrizes()))
  const { rows } = await sql<{ id: bigint; points: number; rank: number; paid: boolean }>`
    select p.bettor_id as id, p.points, p.rank, p.paid_at is not null as paid
    from fantasy.prize p join fantasy.week w using (week_no) where w.week_id = ${weekId}`.execute(at.owner)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.every((row) => row.paid)).toBe(true)
  for (const { id, points } of rows) expect((await at.app.ledger.balances(id)).points).toBe(points)
  const mine = (await at.weekOf(weekId, bettors[0]?.token)).mine
  expect(mine?.prize).toBe(rows.find(({ id }) => id === bettors[0]?.id)?.points)
  const twin = (await at.weekOf(weekId, bettors[1]?.token)).mine
  expect(twin).toEqual(mine)
  expect(await at.app.fantasy.payPrizes()).toBe(0)
})

test('the state of a week only moves forward', async () => {
  const { weekId } = await at.week({ league: 'Forward' })
  const set = (state: string) =>
    sql`update fantasy.week set state = ${state} where week_id = ${weekId}`.execute(at.owner)
  await expect(set('over')).rejects.toThrow()
  await set('running')
  await expect(set('open')).rejects.toThrow('cannot go from running to open')
})
