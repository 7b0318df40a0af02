import { marketsOfSport } from '@nare/bets/markets/markets'
import { sportKeys, sports } from '@nare/bets/markets/sports'
import { i18n } from '@lingui/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { marketName, outcomeLabel, outcomeText, sportName } from './market-texts.ts'
import { words } from './market-texts-sw.ts'
import { loadMarketTexts } from './loaded-market-texts.ts'

const lines: Readonly<Record<string, string>> = { none: '', goal: '1', total: '2.5', start: '0:1', asian: '0.5' }

beforeAll(() => loadMarketTexts('sw'))
afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('every sport and market has a Swahili name', () => {
  const where = 'their names belong in market-texts-sw.ts'
  const markets = sportKeys.flatMap(marketsOfSport)
  expect(
    markets.filter(({ id }) => !words.markets[id]).map(({ id, name }) => `${id} ${name}`),
    where,
  ).toEqual([])
  expect(
    sports.filter(({ id }) => !words.sports[id]).map(({ id, name }) => `${id} ${name}`),
    where,
  ).toEqual([])
})

test('no outcome label keeps an English word in Swahili', () => {
  i18n.loadAndActivate({ locale: 'sw', messages: {} })
  const labels = sportKeys.flatMap((sport) =>
    marketsOfSport(sport).flatMap((market) =>
      Object.values(lines).flatMap((line) => market.outcomes(line).map(({ display }) => display)),
    ),
  )
  expect(labels.length).toBeGreaterThan(100)
  const english = /\b(Over|Under|Yes|No|Odd|Even|Only|None|Both|Other|half|Equal)\b/
  expect(labels.map(outcomeLabel).filter((label) => english.test(label))).toEqual([])
})

test('names are in the current language; in English they are those of the server', () => {
  i18n.loadAndActivate({ locale: 'sw', messages: {} })
  expect(marketName({ sub_type_id: '8', name: 'Next goal 3' })).toBe('Goli linalofuata 3')
  expect(marketName({ sub_type_id: '99999', name: 'A new one' })).toBe('A new one')
  expect([sportName({ sport_id: '79', name: 'Soccer' }), outcomeLabel('1 & Yes')]).toEqual(['Soka', '1 & Ndiyo'])
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect([marketName({ sub_type_id: '8', name: 'Next goal 3' }), outcomeLabel('Over 2.5')]).toEqual([
    'Next goal 3',
    'Over 2.5',
  ])
})

test('outcome names contain the team names and "Draw" in place of 1, X and 2', () => {
  const teams = { home_team: 'Chelsea', away_team: 'Newcastle' }
  const name = (odd_key: string, display: string) => outcomeText({ odd_key, display, ...teams })
  expect([name('home_team', '1'), name('draw', 'X'), name('away_team', '2')]).toEqual(['Chelsea', 'Draw', 'Newcastle'])
  expect([name('1x', '1X'), name('12', '12'), name('x2', 'X2')]).toEqual([
    'Chelsea or draw',
    'Chelsea or Newcastle',
    'Newcastle or draw',
  ])
  expect(name('home_team -0.5', '1 (-0.5)')).toBe('Chelsea (-0.5)')
  expect(name('home_team/draw', '1/X')).toBe('Chelsea/Draw')
  expect(name('draw over 2.5', 'X & Over 2.5')).toBe('Draw & Over 2.5')
  expect(name('only away_team', 'Only 2')).toBe('Only Newcastle')
  expect([name('2', '2'), name('1:2', '1:2'), name('over 1', 'Over 1')]).toEqual(['2', '1:2', 'Over 1'])
  i18n.loadAndActivate({ locale: 'sw', messages: {} })
  expect([name('draw', 'X'), name('x2', 'X2'), name('only home_team', 'Only 1')]).toEqual([
    'Sare',
    'Newcastle au sare',
    'Chelsea pekee',
  ])
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
