import { describe, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { leagueMarkets } from '../markets/league-markets.ts'
import { otherMarkets, soccerMarkets } from '../markets/markets.ts'
import { outcome } from './outcome.ts'
import type { LegState, Result } from '../result.ts'
import { whyTicket, type ExplainedTicket } from '../ticket/why-ticket.ts'
import { whyLeg, type ExplainedLeg } from './why.ts'

const all = [...soccerMarkets, ...otherMarkets, ...leagueMarkets]
const final: Result = {
  finished: true,
  halfTime: { home: 1, away: 0 },
  fullTime: { home: 1, away: 1 },
  goals: ['home', 'away'],
  corners: { home: 5, away: 4 },
  cards: { home: 2, away: 1 },
  periods: [
    { home: 6, away: 4 },
    { home: 4, away: 6 },
  ],
}
const why = (marketId: string, oddKey: string, given: Partial<ExplainedLeg> = {}): string => {
  const leg = { marketId, oddKey, result: final, kind: 'result', home: 'Simba', away: 'Chui', ...given } as const
  const at = leg.scoreAtBet ? { scoreAtBet: leg.scoreAtBet } : {}
  return whyLeg({ state: leg.state ?? outcome(marketId, oddKey, leg.result ?? final, at), ...leg })
}

describe('a match that was 1:0 at half-time and ended 1:1, with 5:4 corners and 2:1 cards', () => {
  const sentences: readonly (readonly [id: string, key: string, sentence: string])[] = [
    ['1', 'away_team', '1X2, 2 (Chui): the match ended 1:1, so it lost.'],
    ['10', 'x2', 'Double chance, X2: the match ended 1:1, so it won.'],
    [
      '11',
      'away_team',
      'Draw no bet, 2 (Chui): the match ended 1:1, which neither wins nor loses, so it is void and counts as odds of 1.00.',
    ],
    ['18', 'under 2.5', 'Under 2.5 goals: the match ended 1:1, 2 goals, so it won.'],
    ['29', 'no', 'Both teams to score, No: the match ended 1:1, so it lost.'],
    [
      '14',
      'away_team 0:1',
      'Handicap, 2 (0:1) (Chui): the match ended 1:1, with the start 0:1 that is 1:2, so it won.',
    ],
    [
      '16',
      'away_team plus 0.25',
      'Asian handicap, 2 (+0.25) (Chui): the match ended 1:1, with -0.25 for the home team that is 0.75:1, so half of it won and half was returned.',
    ],
    ['19', 'under 2.5', 'Under 2.5 home team goals: the match ended 1:1, 1 goal of the home team, so it won.'],
    ['20', 'under 2.5', 'Under 2.5 away team goals: the match ended 1:1, 1 goal of the away team, so it won.'],
    ['21', '2', 'Exact goals, 2: the match ended 1:1, 2 goals, so it won.'],
    ['23', '3+', 'Home team exact goals, 3+: the match ended 1:1, so it lost.'],
    ['24', '2', 'Away team exact goals, 2: the match ended 1:1, so it lost.'],
    ['25', '7+', 'Goal range, 7+: the match ended 1:1, 2 goals, so it lost.'],
    ['26', 'even', 'Odd or even, Even: the match ended 1:1, 2 goals, so it won.'],
    ['30', 'only away_team', 'Which team scores, Only 2: the match ended 1:1, so it lost.'],
    ['31', 'no', 'Home team clean sheet, No: the match ended 1:1, so it won.'],
    ['32', 'no', 'Away team clean sheet, No: the match ended 1:1, so it won.'],
    ['8', 'away_team 2', 'Next goal 2, 2 (Chui): goal 2 was scored by the away team, so it won.'],
    ['7', 'away_team', 'Rest of the match, 2 (Chui): the match ended 1:1, so it lost.'],
    ['33', 'no', 'Home team wins to nil, No: the match ended 1:1, so it won.'],
    ['34', 'no', 'Away team wins to nil, No: the match ended 1:1, so it won.'],
    ['35', 'away_team yes', '1X2 and both teams to score, 2 & Yes (Chui): the match ended 1:1, so it lost.'],
    [
      '36',
      'over 2.5 no',
      'Total goals and both teams to score, Over 2.5 & No: the match ended 1:1, 2 goals, so it lost.',
    ],
    ['37', 'draw under 2.5', '1X2 and total goals, X & Under 2.5: the match ended 1:1, 2 goals, so it won.'],
    ['45', '0:2', 'Correct score, 0:2: the match ended 1:1, so it lost.'],
    ['47', 'draw/draw', 'Half-time/full-time, X/X: half-time was 1:0, the match ended 1:1, so it lost.'],
    ['52', 'equal', 'Half with most goals, Equal: half-time was 1:0, the match ended 1:1, so it won.'],
    ['60', 'away_team', '1st half 1X2, 2 (Chui): the 1st half ended 1:0, so it lost.'],
    ['63', 'x2', '1st half double chance, X2: the 1st half ended 1:0, so it lost.'],
    ['64', 'away_team', '1st half draw no bet, 2 (Chui): the 1st half ended 1:0, so it lost.'],
    [
      '66',
      'away_team plus 0.25',
      '1st half Asian handicap, 2 (+0.25) (Chui): the 1st half ended 1:0, with -0.25 for the home team that is 0.75:0, so it lost.',
    ],
    ['68', 'under 2.5', 'Under 2.5 1st half goals: the 1st half ended 1:0, 1 goal, so it won.'],
    ['75', 'no', '1st half both teams to score, No: the 1st half ended 1:0, so it won.'],
    ['83', 'away_team', '2nd half 1X2, 2 (Chui): half-time was 1:0, the match ended 1:1, the 2nd half 0:1, so it won.'],
    ['85', 'x2', '2nd half double chance, X2: half-time was 1:0, the match ended 1:1, the 2nd half 0:1, so it won.'],
    [
      '90',
      'under 2.5',
      'Under 2.5 2nd half goals: half-time was 1:0, the match ended 1:1, the 2nd half 0:1, 1 goal, so it won.',
    ],
    ['166', 'under 2.5', 'Under 2.5 corners: the match had 9 corners (5:4), so it lost.'],
    ['139', 'under 2.5', 'Under 2.5 cards: the match had 3 cards (2:1), so it lost.'],
    [
      '219',
      'away_team',
      'Winner, 2 (Chui): the match ended 1:1, which neither wins nor loses, so it is void and counts as odds of 1.00.',
    ],
    [
      '223',
      'away_team plus 0.25',
      'Handicap, 2 (+0.25) (Chui): the match ended 1:1, with -0.25 for the home team that is 0.75:1, so half of it won and half was returned.',
    ],
    ['225', 'under 2.5', 'Under 2.5 points: the match ended 1:1, 2 points, so it won.'],
    [
      '186',
      'away_team',
      'Winner, 2 (Chui): the match ended 1:1, which neither wins nor loses, so it is void and counts as odds of 1.00.',
    ],
    [
      '187',
      'away_team plus 0.25',
      'Game handicap, 2 (+0.25) (Chui): the sets were 6:4, 4:6, games 10:10, with -0.25 for the home team that is 9.75:10, so half of it won and half was returned.',
    ],
    ['189', 'under 2.5', 'Under 2.5 games: the sets were 6:4, 4:6, games 10:10, 20 games, so it lost.'],
    [
      '406',
      'away_team',
      'Winner, 2 (Chui): the match ended 1:1, which neither wins nor loses, so it is void and counts as odds of 1.00.',
    ],
    [
      '410',
      'away_team plus 0.25',
      'Handicap, 2 (+0.25) (Chui): the match ended 1:1, with -0.25 for the home team that is 0.75:1, so half of it won and half was returned.',
    ],
    ['412', 'under 2.5', 'Under 2.5 goals: the match ended 1:1, 2 goals, so it won.'],
    [
      '340',
      'away_team',
      'Winner, 2 (Chui): the match ended 1:1, which neither wins nor loses, so it is void and counts as odds of 1.00.',
    ],
    ['3', 'draw', 'Match result, X: the match ended 1:1, so it won.'],
    ['310', 'x2', 'Double chance, X2: the match ended 1:1, so it won.'],
    ['318', 'under 2.5', 'Under 2.5 goals: the match ended 1:1, 2 goals, so it won.'],
    ['329', 'no', 'Both teams to score, No: the match ended 1:1, so it lost.'],
    ['345', '0:3', 'Correct score, 0:3: the match ended 1:1, so it lost.'],
    ['360', 'away_team', '1st half 1X2, 2 (Chui): the 1st half ended 1:0, so it lost.'],
    ['347', 'draw/away_team', 'Half-time/full-time, X/2: half-time was 1:0, the match ended 1:1, so it lost.'],
    ['321', '3', 'Exact goals, 3: the match ended 1:1, 2 goals, so it lost.'],
    ['319', 'under 2.5', 'Under 2.5 home team goals: the match ended 1:1, 1 goal of the home team, so it won.'],
    ['320', 'under 2.5', 'Under 2.5 away team goals: the match ended 1:1, 1 goal of the away team, so it won.'],
    [
      '337',
      'away_team over 2.5',
      '1X2 and total goals, 2 & Over 2.5 (Chui): the match ended 1:1, 2 goals, so it lost.',
    ],
    ['308', 'away_team 2', 'First goal, 2 (Chui): goal 2 was scored by the away team, so it won.'],
  ]
  test('every market that bets know has a sentence here', () => {
    const listed = new Set(sentences.map(([id]) => id))
    const missing = all.filter(({ id }) => !listed.has(id)).map(({ id, name }) => `${id} ${name}`)
    expect(missing, 'add a sentence to the list above').toEqual([])
  })
  test.each(sentences)('%s %s: %s', (id, key, sentence) => {
    expect(why(id, key)).toBe(sentence)
  })
})

describe('every outcome of every market, for results that end and that have not', () => {
  const verdict: Readonly<Record<LegState, RegExp>> = {
    open: /which does not decide it yet\.$| yet\.$/,
    won: /, so it won\.$/,
    lost: /, so it lost\.$/,
    void: /so it is void( and counts as odds of 1\.00)?\.$/,
    half_won: /so half of it won and half was returned\.$/,
    half_lost: /so half of it lost and half was returned\.$/,
  }
  const results: readonly Result[] = [
    final,
    { ...final, finished: false },
    { finished: true, fullTime: { home: 3, away: 0 } },
    { finished: false, fullTime: { home: 3, away: 0 } },
    { finished: true, halfTime: { home: 0, away: 0 }, fullTime: { home: 0, away: 0 }, goals: [] },
    { finished: false },
  ]
  const lines = { none: [''], total: ['0.25', '1', '2.5', '9.75'], asian: ['-1', '-0.25', '0', '0.5'] }
  const linesOf = { ...lines, start: ['0:1', '2:0'], goal: ['1', '3'], combination: ['m1 draw and m29 yes'] }
  test.each(all.map((one) => [one.id, one.name, one] as const))('%s %s ends with its verdict', (id, _name, one) => {
    for (const key of linesOf[one.line].flatMap((line) => one.keys(line)))
      for (const result of results) {
        const sentence = why(id, key, { result })
        expect(sentence).toMatch(verdict[outcome(id, key, result)])
        expect(sentence).not.toMatch(/undefined|NaN|null/)
      }
  })
})

test.each([
  [{ kind: undefined, result: undefined, state: 'open' }, 'the match has no result yet.'],
  [{ kind: 'rolled_back', state: 'open' }, 'the result was withdrawn, so it is open again.'],
  [{ kind: 'cancelled', state: 'void' }, 'the match was cancelled, so it is void.'],
  [
    { kind: 'void_undecided', result: { finished: false }, state: 'void' },
    'the match was not finished in time, so it is void.',
  ],
  [{ state: 'open' }, 'the match ended 1:1, 2 goals, so it lost. It is stored as open and will be settled again.'],
] as const)('a result that is %o', (given, sentence) => {
  expect(why('18', 'over 2.5', given as Partial<ExplainedLeg>)).toBe(`Over 2.5 goals: ${sentence}`)
})

test('a pick that counts from the bet says the score at the bet', () => {
  expect(why('7', 'away_team', { scoreAtBet: { home: 1, away: 0 } })).toBe(
    'Rest of the match, 2 (Chui): the match ended 1:1 and after the bet at 1:0 it was 0:1, so it won.',
  )
})

test('a match that was not played when it was sold is named as the reason', () => {
  expect(why('1', 'draw', { mistimed: true, state: 'void' })).toMatch(/not played at the time .* so it is void\.$/)
})

describe('tickets', () => {
  const ticket = (given: Partial<ExplainedTicket>): string =>
    whyTicket({
      type: 'multi',
      state: 'open',
      returned: money(0n),
      cashed: money(0n),
      boost: money(0n),
      legs: [],
      ...given,
    })
  test.each([
    [{ type: 'single', state: 'lost', legs: ['lost'] }, 'Lost: its pick lost.'],
    [{ state: 'lost', legs: ['won', 'lost', 'lost'] }, 'Lost: picks 2 and 3 lost, and every pick of a multi must win.'],
    [
      { type: 'system', system: [2, 3], state: 'lost', legs: ['won', 'lost', 'lost'] },
      'Lost: picks 2 and 3 lost, and its shortest line needs 2 right picks.',
    ],
    [{ state: 'open', legs: ['won', 'open', 'open'] }, 'Open: picks 2 and 3 are not decided.'],
    [{ state: 'void', legs: ['void'] }, 'Void: no pick counts, so the stake was returned.'],
    [
      { state: 'won', legs: ['won', 'void'], returned: money(15_500n) },
      'Won: no pick lost. Pick 2 is void and counts as odds of 1.00. Returned 155.00.',
    ],
    [
      { state: 'cashed_out', legs: ['won', 'open'], cashed: money(500n) },
      'Cashed out for 5.00: the picks decide nothing any more.',
    ],
  ] as const)('%o', (given, sentence) => {
    expect(ticket(given)).toBe(sentence)
  })
})
