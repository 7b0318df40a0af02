import { describe, expect, test } from 'vitest'
import type { FantasyPlayer, Position } from '@nare/contract/fantasy'
import {
  added,
  costOf,
  emptyDraft,
  faultOf,
  filled,
  movedOnBench,
  refusalOf,
  removed,
  shapeOf,
  switched,
  withCaptain,
  type Draft,
  type Squads,
} from './draft.ts'

const roles: [Position, number][] = [
  ...[5, 4].map((price): [Position, number] => ['GK', price]),
  ...[6.5, 5, 4.5, 4, 4].map((price): [Position, number] => ['DF', price]),
  ...[9, 7, 5.5, 5, 4.5].map((price): [Position, number] => ['MF', price]),
  ...[11, 8, 5.5, 4.5].map((price): [Position, number] => ['FW', price]),
]
const players = Array.from({ length: 10 }, (_, club) =>
  roles.map(([position, price], n): FantasyPlayer => ({
    player_id: `${club}-${n}`,
    name: `Player ${club} ${n}`,
    club: `Club ${club}`,
    position,
    price,
    points: 0,
    starts: 0,
    goals: 0,
    clean_sheets: 0,
    scorer_weight: 1,
    starter_weight: 1,
  })),
).flat()
const squads: Squads = { byId: new Map(players.map((player) => [player.player_id, player])), budget: 100 }
const playerOf = (id: string): FantasyPlayer => squads.byId.get(id) ?? (players[0] as FantasyPlayer)
const add = (draft: Draft, ...ids: string[]): Draft => ids.reduce((now, id) => added(now, squads, playerOf(id)), draft)

describe('a draft', () => {
  test('adds players to the eleven while a formation stays possible, then to the bench', () => {
    const keepers = add(emptyDraft, '0-1', '1-1')
    expect([keepers.eleven, keepers.bench]).toEqual([['0-1'], ['1-1']])
    const forwards = add(emptyDraft, '0-15', '1-15', '2-15', '3-15')
    expect([forwards.eleven.length, forwards.bench]).toEqual([3, ['3-15']])
  })

  test('returns the reason why a player is refused', () => {
    const three = add(emptyDraft, '0-0', '0-2', '0-7')
    expect(refusalOf(three, squads, playerOf('0-3'))).toEqual({ why: 'club', club: 'Club 0' })
    expect(refusalOf(three, squads, playerOf('0-2'))).toEqual({ why: 'chosen' })
    expect(refusalOf(three, { ...squads, budget: costOf(three, squads) + 4 }, playerOf('1-2'))).toEqual({
      why: 'budget',
      short: 2.5,
    })
    const full = add(emptyDraft, '0-1', '1-1', '2-1', '3-1', '4-1')
    expect(refusalOf(full, squads, playerOf('5-1'))).toEqual({ why: 'full' })
    expect(added(full, squads, playerOf('5-1'))).toBe(full)
  })

  test('automatic filling keeps every rule, whatever players were chosen before', () => {
    for (const begun of [
      emptyDraft,
      add(emptyDraft, '0-13', '1-13', '2-13', '3-8', '4-8', '5-8'),
      add(emptyDraft, '0-1', '1-1'),
    ]) {
      const draft = filled(begun, squads)
      expect(faultOf(draft, squads)).toBeUndefined()
      expect(draft.eleven.length + draft.bench.length).toBe(15)
      for (const id of begun.eleven) expect(draft.eleven).toContain(id)
    }
  })

  test('has no captain after the captain is removed, and only a player of the eleven can be captain', () => {
    const draft = filled(emptyDraft, squads)
    expect(withCaptain(draft, draft.bench[0] ?? '')).toBe(draft)
    const captain = draft.captain ?? ''
    expect(faultOf(removed(draft, captain), squads)).toMatchObject({ rule: 'size' })
    expect(removed(draft, captain).captain).toBeUndefined()
  })

  test('has an ordered bench, and players move between bench and eleven if there is room', () => {
    const draft = filled(emptyDraft, squads)
    const [first = '', second = ''] = draft.bench
    expect(movedOnBench(draft, second, -1).bench.slice(0, 2)).toEqual([second, first])
    expect(movedOnBench(draft, first, -1)).toBe(draft)
    const out = draft.eleven.at(-1) ?? ''
    expect(switched(draft, squads, out)).toBe(draft)
    const free = removed(draft, first)
    const sat = switched(free, squads, out)
    expect(sat.bench).toContain(out)
    expect(switched(sat, squads, out).eleven).toContain(out)
    expect(shapeOf(draft, squads)).toMatch(/^[345]-[2345]-[123]$/)
  })
})
