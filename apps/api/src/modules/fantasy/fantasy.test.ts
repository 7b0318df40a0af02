import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fantasy as calls } from '@nare/contract/fantasy'
import { sandbox } from '@nare/contract/sandbox'
import { fromHex, sha256, toHex } from '@nare/fair/hash'
import { scorersOfSide, startersOf } from '@nare/fantasy/draw'
import { transact } from '#platform/db'
import { teamView } from './views.ts'
import { playersOf } from './week-store.ts'
import { fantasyWorld, someTeam, type FantasyWorld } from './testing/fantasy-world.ts'

let at: FantasyWorld
let tokens: string[] = []
beforeAll(async () => {
  at = await fantasyWorld()
  tokens = (await at.nare.bettors(4)).map(({ token }) => token)
})
afterAll(() => at.close())
const token = (n = 0): string => tokens[n] ?? ''

describe('a week', () => {
  test('is created from the next round, with squads of all clubs, and is open until the first kick-off', async () => {
    const { weekId, matches } = await at.week({ league: 'Made' })
    const week = await at.weekOf(weekId)
    expect(week).toMatchObject({ state: 'open', budget: 100, kind: 'catalog', competition: 'Made', teams: 0 })
    expect(week.deadline).toBe(week.matches[0]?.start_time)
    expect(week.matches.map(({ match_id }) => match_id).toSorted()).toEqual(matches.toSorted())
    expect(week.clubs).toHaveLength(10)
    expect(week.players).toHaveLength(170)
    expect(week.seed).toBeUndefined()
    const club = week.players.filter((player) => player.club === week.clubs[0]?.name)
    expect(club.reduce((sum, { scorer_weight }) => sum + scorer_weight, 0)).toBe(2 ** 32)
    await at.app.fantasy.makeWeeks()
    expect((await at.weekOf(weekId)).matches).toHaveLength(5)
  })

  test('is closed immediately if its first match begins early', async () => {
    const { weekId, matches } = await at.week({ league: 'Early' })
    const { players } = await at.weekOf(weekId)
    await at.nare.call(sandbox.driveMatch, {
      match_id: matches[2] ?? '',
      state: 'live',
      minute: 1,
    })
    await at.app.fantasy.advanceAll()
    expect((await at.save(weekId, someTeam(players), token())).body).toMatchObject({ code: 'deadline_passed' })
  })

  test('with an unknown id is not found', async () => {
    expect((await at.nare.call(calls.week, { week_id: 'none' })).status).toBe(404)
    expect((await at.save('none', someTeam([]), token())).status).not.toBe(200)
  })
})

describe('a team', () => {
  test('is saved, shown to its owner only, and changed until the deadline', async () => {
    const { weekId } = await at.week({ league: 'Saved' })
    const { players } = await at.weekOf(weekId)
    const [first, second] = [someTeam(players), someTeam(players, 3)]
    const saved = await at.save(weekId, first, token())
    expect(saved).toMatchObject({
      status: 200,
      body: { team: { captain: first.captain, bench: first.bench, points: 0 } },
    })
    expect(saved.body.team.players.toSorted()).toEqual(first.players.toSorted())
    expect((await at.weekOf(weekId, token(1))).team).toBeUndefined()
    await at.save(weekId, second, token())
    expect((await at.weekOf(weekId, token())).team?.captain).toBe(second.captain)
    expect((await at.weekOf(weekId)).teams).toBe(1)
  })

  test('that breaks a rule is refused with a message that names the rule', async () => {
    const { weekId } = await at.week({ league: 'Refused' })
    const { players } = await at.weekOf(weekId)
    const team = someTeam(players)
    const keeper = players.find(
      ({ position, player_id }) => position === 'GK' && ![...team.players, ...team.bench].includes(player_id),
    )
    const twoKeepers = await at.save(
      weekId,
      { ...team, players: [...team.players.slice(0, 10), keeper?.player_id ?? ''] },
      token(),
    )
    expect(twoKeepers).toMatchObject({
      status: 422,
      body: { code: 'bad_team', rule: 'formation', message: 'Your eleven needs 1 goalkeeper' },
    })
    const positions = ['GK', 'DF', 'DF', 'DF', 'MF', 'MF', 'MF', 'MF', 'FW', 'FW', 'FW']
    const used = new Set<string>(team.bench)
    const counts = new Map<string, number>(
      players.filter(({ player_id }) => used.has(player_id)).map(({ club }) => [club, 1]),
    )
    const expensiveTeam = positions.map((position) => {
      const best = players
        .filter(
          (player) => player.position === position && !used.has(player.player_id) && (counts.get(player.club) ?? 0) < 3,
        )
        .toSorted((a, b) => b.price - a.price)[0]
      used.add(best?.player_id ?? '')
      counts.set(best?.club ?? '', (counts.get(best?.club ?? '') ?? 0) + 1)
      return best?.player_id ?? ''
    })
    expect(
      (await at.save(weekId, { ...team, players: expensiveTeam, captain: expensiveTeam[0] ?? '' }, token())).body,
    ).toMatchObject({
      rule: 'budget',
    })
    expect((await at.save(weekId, { ...team, captain: team.bench[0] ?? '' }, token())).body).toMatchObject({
      rule: 'captain',
    })
    expect((await at.weekOf(weekId, token())).team).toBeUndefined()
  })

  test('with an id used for another team is refused; repeating a command succeeds, even after the deadline', async () => {
    const { weekId } = await at.week({ league: 'Ids', hours: 1 })
    const { players } = await at.weekOf(weekId)
    const id = randomUUID()
    await at.save(weekId, someTeam(players), token(), id)
    expect((await at.save(weekId, someTeam(players, 2), token(), id)).body).toMatchObject({ code: 'id_reused' })
    await at.advance(3_700)
    expect((await at.save(weekId, someTeam(players), token(), id)).status).toBe(200)
    expect((await at.save(weekId, someTeam(players), token())).body).toMatchObject({ code: 'deadline_passed' })
    expect((await at.weekOf(weekId)).state).toBe('running')
  })

  test('cannot be stored after the deadline, even if the state of the week was not checked before', async () => {
    const { weekId } = await at.week({ league: 'Guard', hours: 1 })
    const { players } = await at.weekOf(weekId)
    await at.save(weekId, someTeam(players), token())
    await at.advance(3_700)
    const change = transact(at.app.db, (tx) =>
      sql`update fantasy.team t set captain = players[1] from fantasy.week w where w.week_no = t.week_no and w.week_id = ${weekId}`.execute(
        tx,
      ),
    )
    await expect(change).rejects.toThrow('the deadline of week')
  })

  test('needs a verified account that is not on a break', async () => {
    const { weekId } = await at.week({ league: 'Break' })
    const { players } = await at.weekOf(weekId)
    const away = await at.nare.bettor()
    await at.app.protection.selfExclude(away.id ?? 0n, '24h')
    expect((await at.save(weekId, someTeam(players), away.token)).body).toMatchObject({ code: 'self_excluded' })
    const fresh = await at.nare.bettor()
    await sql`update identity.bettor set verified_at = null where id = ${fresh.id ?? 0n}`.execute(at.owner)
    expect((await at.save(weekId, someTeam(players), fresh.token)).body).toMatchObject({ code: 'not_verified' })
  })
})

describe('points', () => {
  test('follow results and corrections, and the scorers can be recomputed once the week is over', async () => {
    const { weekId, matches } = await at.week({ league: 'Points', hours: 1 })
    const open = await at.weekOf(weekId)
    const team = someTeam(open.players)
    await at.save(weekId, team, token())
    await at.save(weekId, someTeam(open.players, 4), token(1))
    await at.advance(3_700)
    for (const [n, id] of matches.entries()) await at.result(id, `${n}:${4 - n}`, n === 0 ? 1 : 2)
    await at.app.fantasy.advanceAll()
    const before = await at.weekOf(weekId, token())
    expect(before.state).toBe('running')
    expect(before.players.reduce((sum, { goals }) => sum + goals, 0)).toBe(20)
    expect(before.players.reduce((sum, { starts }) => sum + starts, 0)).toBe(110)
    await at.result(matches[0] ?? '', '0:3', 2)
    await at.app.fantasy.advanceAll()
    const over = await at.weekOf(weekId, token())
    expect(over.state).toBe('over')
    expect(over.players.reduce((sum, { goals }) => sum + goals, 0)).toBe(19)

    const seed = fromHex(over.seed ?? '')
    expect(toHex(sha256(seed))).toBe(open.commitment)
    const squadOf = (club: string) =>
      over.players
        .filter((player) => player.club === club)
        .map((one) => ({
          id: one.player_id,
          position: one.position,
          scorerWeight: one.scorer_weight,
          starterWeight: one.starter_weight,
        }))
    const starts = new Map<string, number>()
    for (const {
      match_id: matchId,
      home_team,
      away_team,
      home_score = 0,
      away_score = 0,
      scorers = [],
    } of over.matches) {
      for (const [side, club, goals] of [
        ['home', home_team, home_score],
        ['away', away_team, away_score],
      ] as const) {
        const drawn = scorersOfSide(seed, { matchId, side, goals, squad: squadOf(club) })
        expect(scorers.filter((scorer) => scorer.side === side).map(({ player_id }) => player_id)).toEqual(drawn)
        for (const id of startersOf(seed, { matchId, side, squad: squadOf(club) })) starts.set(id, 1)
      }
    }
    expect(over.players.filter((player) => player.starts !== (starts.get(player.player_id) ?? 0))).toEqual([])
    const mine = over.team
    expect(mine?.points).toBe(mine?.by_player.reduce((sum, { points }) => sum + points, 0))
    expect(over.mine?.points).toBe(mine?.points)
  })

  test('of 1,500 teams agree with the rule for one team, substitutes included', async () => {
    const { weekId, matches } = await at.week({ league: 'Many', hours: 1 })
    const { players } = await at.weekOf(weekId)
    const { rows } = await sql<{
      no: number
    }>`select week_no as no from fantasy.week where week_id = ${weekId}`.execute(at.owner)
    const no = rows[0]?.no ?? 0
    const numbers = new Map(players.map(({ player_id }, n) => [player_id, n + 1]))
    const shapes = [
      [3, 4, 3],
      [3, 5, 2],
      [4, 4, 2],
      [4, 3, 3],
      [5, 2, 3],
      [5, 4, 1],
    ]
    const bettors = 1_500
    const made = Array.from({ length: bettors }, (_, n) => {
      const shape = shapes[n % shapes.length] ?? []
      const pick = (position: string, count: number, from: number) => {
        const all = players.filter((player) => player.position === position)
        return Array.from(
          { length: count },
          (_one, k) => numbers.get(all[(from * 7 + k * 3) % all.length]?.player_id ?? '') ?? 0,
        )
      }
      const eleven = [
        ...pick('GK', 1, n),
        ...pick('DF', shape[0] ?? 0, n),
        ...pick('MF', shape[1] ?? 0, n),
        ...pick('FW', shape[2] ?? 0, n),
      ]
      const bench = [...pick('FW', 1, n + 5), ...pick('GK', 1, n + 5), ...pick('DF', 1, n + 6), ...pick('MF', 1, n + 6)]
      return { bettor: 1_000_000 + n, eleven, bench, captain: eleven[n % 11] ?? 0 }
    }).filter(({ eleven, bench }) => new Set([...eleven, ...bench]).size === 15)
    for (const { bettor, eleven, bench, captain } of made)
      await sql`insert into fantasy.team (week_no, bettor_id, players, captain, bench)
        values (${no}, ${bettor}, ${eleven}::smallint[], ${captain}, ${bench}::smallint[])`.execute(at.owner)
    await at.advance(3_700)
    for (const [n, id] of matches.entries()) await at.result(id, `${n % 3}:${n % 2}`)
    await at.app.fantasy.advanceAll()
    const stored = await sql<{ bettor: bigint; points: number }>`
      select bettor_id as bettor, points from fantasy.team where week_no = ${no}`.execute(at.owner)
    const points = new Map(stored.rows.map((row) => [Number(row.bettor), row.points]))
    const list = await playersOf(at.app.db, no)
    let cameIn = 0
    for (const { bettor, eleven, bench, captain } of made) {
      const twin = teamView({ players: eleven, bench, captain, points: 0, savedAt: new Date(0) }, list)
      cameIn += twin.by_player.filter(({ came_in_for }) => came_in_for !== undefined).length
      expect(points.get(bettor)).toBe(twin.points)
    }
    expect(made.length).toBeGreaterThan(1_000)
    expect(cameIn).toBeGreaterThan(500)
  })
})

describe('tables and mini-leagues', () => {
  test('teams with equal points share a rank, and every page has the bettor’s own row', async () => {
    const { weekId, matches } = await at.week({ league: 'Table', hours: 1 })
    const { players } = await at.weekOf(weekId)
    for (const [n, skip] of [0, 0, 5, 9].entries()) await at.save(weekId, someTeam(players, skip), token(n))
    const made = await at.nare.call(calls.createLeague, { id: randomUUID(), name: ' Friends ' }, token(0))
    expect(made.body.code).toMatch(/^[A-Z2-9]{8}$/)
    const joined = await at.nare.call(calls.joinLeague, { code: made.body.code.toLowerCase() }, token(3))
    expect(joined.body).toMatchObject({ name: 'Friends' })
    expect((await at.nare.call(calls.leagues, {}, token(3))).body.data).toEqual([
      { code: made.body.code, name: 'Friends', players: 2, mine: false },
    ])
    await at.advance(3_700)
    for (const id of matches) await at.result(id, '2:1')
    await at.app.fantasy.advanceAll()
    const all = await at.nare.call(calls.table, { week_id: weekId }, token(1))
    const points = all.body.data.map((row) => row.points)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
    expect(all.body.data.map(({ rank }) => rank)).toEqual(
      points.map((own) => 1 + points.filter((point) => point > own).length),
    )
    expect(all.body.mine).toEqual(all.body.data.find(({ mine }) => mine))
    const second = await at.nare.call(calls.table, { week_id: weekId, page: 2, limit: 2 }, token(0))
    expect(second.body.data).toEqual(
      all.body.data
        .slice(2)
        .map((row) => ({ ...row, mine: false }))
        .map((row, n) => ({ ...row, mine: second.body.data[n]?.mine ?? false })),
    )
    expect(second.body.mine?.mine).toBe(true)
    const mini = await at.nare.call(calls.table, { week_id: weekId, league: made.body.code }, token(3))
    expect(mini.body.meta.total).toBe(2)
    expect(mini.body.data.map(({ rank }) => rank)[0]).toBe(1)
    expect(mini.body.mine?.rank).toBe(mini.body.data.find(({ mine }) => mine)?.rank)
    expect((await at.nare.call(calls.table, { week_id: weekId, league: 'NOBODY99' }, token(3))).status).toBe(404)
  })
})
