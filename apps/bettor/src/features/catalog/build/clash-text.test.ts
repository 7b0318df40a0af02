import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { canSwap, reasonSentence, shortReason, type Reason } from './clash-text.ts'

// Without a build the macro is not compiled: its message is the sentence itself.
vi.mock('@lingui/core/macro', () => ({
  msg: (raw: TemplateStringsArray, ...values: string[]) => ({ id: String.raw({ raw }, ...values) }),
}))

const teams = { home_team: 'Gor Mahia', away_team: 'Shabana' }
const over = { sub_type_id: '18', market: 'Total goals', odd_key: 'over 2.5', display: 'Over 2.5' }
const under = { ...over, odd_key: 'under 2.5', display: 'Under 2.5' }
const both = { sub_type_id: '29', market: 'Both teams to score', odd_key: 'yes', display: 'Yes' }

const reasons: Readonly<Record<string, Reason>> = {
  'one is against': { why: 'impossible', others: [over] },
  'all are against': { why: 'impossible', others: [] },
  implied: { why: 'implied', others: [] },
  'contains one': { why: 'contains', others: [over] },
  'contains two': { why: 'contains', others: [over, both] },
  'not combinable': { why: 'not_combinable', others: [] },
  suspended: { why: 'suspended', others: [] },
  'no price': { why: 'no_price', others: [] },
  full: { why: 'full', others: [] },
}

const shown = () =>
  Object.fromEntries(
    Object.entries(reasons).map(([name, reason]) => [
      name,
      [shortReason(reason, teams), reasonSentence(under, reason, teams), canSwap(reason)],
    ]),
  )

test('every reason has a few words for the key, a sentence with the pick, and says whether the pick can take the place', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(shown()).toEqual({
    'one is against': ['against Over 2.5 goals', 'Under 2.5 goals and Over 2.5 goals cannot both happen', true],
    'all are against': ['against your picks', 'Under 2.5 goals cannot happen together with your picks', false],
    implied: ['already inside your picks', 'Under 2.5 goals is already inside your picks: it adds nothing', false],
    'contains one': [
      'contains Over 2.5 goals',
      'With Under 2.5 goals, your picks contain Over 2.5 goals anyway: it adds nothing',
      true,
    ],
    'contains two': ['contains your picks', 'With Under 2.5 goals, more than one of your picks adds nothing', true],
    'not combinable': ['cannot be combined', 'Under 2.5 goals cannot be combined with other picks', false],
    suspended: ['suspended', 'Under 2.5 goals is suspended for a moment', false],
    'no price': ['no price now', 'There is no price for your picks with Under 2.5 goals now', false],
    full: ['8 picks at most', 'A combination has at most 8 picks. Remove one first', false],
  })
})
