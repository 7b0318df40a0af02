import { marketsOfSport, type Sport } from '@nare/bets/markets'
import { i18n } from '@lingui/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { marketName, outcomeLabel, sportName } from './market-texts.ts'
import { words } from './market-texts-sw.ts'
import { loadMarketTexts } from './loaded-market-texts.ts'

const sports: readonly Sport[] = ['soccer', 'basketball', 'tennis', 'rugby', 'ice_hockey', 'cricket']
const lines: Readonly<Record<string, string>> = { none: '', goal: '1', total: '2.5', start: '0:1', asian: '0.5' }

beforeAll(() => loadMarketTexts('sw'))
afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('every market on offer has a name in Kiswahili', () => {
  const ids = sports.flatMap((sport) => marketsOfSport(sport).map(({ id }) => id))
  expect(ids.filter((id) => !words.markets[id])).toEqual([])
})

test('no label of an outcome keeps an English word in Kiswahili', () => {
  i18n.loadAndActivate({ locale: 'sw', messages: {} })
  const labels = sports.flatMap((sport) =>
    marketsOfSport(sport).flatMap((market) =>
      Object.values(lines).flatMap((line) => market.outcomes(line).map(({ display }) => display)),
    ),
  )
  expect(labels.length).toBeGreaterThan(100)
  const english = /\b(Over|Under|Yes|No|Odd|Even|Only|None|Both|Other|half|Equal)\b/
  expect(labels.map(outcomeLabel).filter((label) => english.test(label))).toEqual([])
})

test('names follow the language, and English is the server’s own', () => {
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
