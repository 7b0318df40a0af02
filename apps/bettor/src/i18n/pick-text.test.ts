import { isLeagueMarket, leagueMarkets } from '@nare/bets/markets/league-markets'
import { marketsOfSport, marketTitle, type Market } from '@nare/bets/markets/markets'
import { sportKeys } from '@nare/bets/markets/sports'
import { i18n } from '@lingui/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadMarketTexts } from './loaded-market-texts.ts'
import { legTitle, pickText, unsaidMarket } from './pick-text.ts'

const lines: Readonly<Record<string, string>> = { none: '', goal: '2', total: '2.5', start: '0:1', asian: '-0.5' }
const teams = { home_team: 'Gor Mahia', away_team: 'Tusker' }

const picksOf = (market: Market) => {
  const line = lines[market.line] ?? ''
  return market.outcomes(line).map(({ key, display }) => ({
    ...{ sub_type_id: market.id, market: marketTitle(market.id, line), odd_key: key, display, ...teams },
  }))
}

const speak = (locale: 'en' | 'sw') => i18n.loadAndActivate({ locale, messages: {} })
beforeAll(() => loadMarketTexts('sw'))
afterAll(() => speak('en'))

const everyMarket: readonly Market[] = [...new Set(sportKeys.flatMap(marketsOfSport)), ...leagueMarkets]

/** The first and the last pick of each market in English and in Swahili. */
const names: Readonly<Record<string, readonly [english: string, swahili: string]>> = {
  1: ['Gor Mahia … Tusker', 'Gor Mahia … Tusker'],
  10: ['Gor Mahia or draw … Tusker or draw', 'Gor Mahia au sare … Tusker au sare'],
  11: ['Draw no bet: Gor Mahia … Draw no bet: Tusker', 'Sare, dau lirudi: Gor Mahia … Sare, dau lirudi: Tusker'],
  18: ['Over 2.5 goals … Under 2.5 goals', 'Magoli zaidi ya 2.5 … Magoli chini ya 2.5'],
  29: ['Both teams score: yes … Both teams score: no', 'Timu zote kufunga: ndiyo … Timu zote kufunga: hapana'],
  14: ['Handicap: Gor Mahia (0:1) … Handicap: Tusker (0:1)', 'Handikapu: Gor Mahia (0:1) … Handikapu: Tusker (0:1)'],
  16: [
    'Asian handicap: Gor Mahia (-0.5) … Asian handicap: Tusker (+0.5)',
    'Handikapu ya Asia: Gor Mahia (-0.5) … Handikapu ya Asia: Tusker (+0.5)',
  ],
  19: [
    'Gor Mahia: over 2.5 goals … Gor Mahia: under 2.5 goals',
    'Gor Mahia: magoli zaidi ya 2.5 … Gor Mahia: magoli chini ya 2.5',
  ],
  20: ['Tusker: over 2.5 goals … Tusker: under 2.5 goals', 'Tusker: magoli zaidi ya 2.5 … Tusker: magoli chini ya 2.5'],
  21: ['Exact goals: 0 … Exact goals: 6+', 'Idadi kamili ya magoli: 0 … Idadi kamili ya magoli: 6+'],
  23: [
    'Gor Mahia, exact goals: 0 … Gor Mahia, exact goals: 3+',
    'Gor Mahia, idadi kamili ya magoli: 0 … Gor Mahia, idadi kamili ya magoli: 3+',
  ],
  24: [
    'Tusker, exact goals: 0 … Tusker, exact goals: 3+',
    'Tusker, idadi kamili ya magoli: 0 … Tusker, idadi kamili ya magoli: 3+',
  ],
  25: ['0-1 goals … 7+ goals', 'Magoli 0-1 … Magoli 7+'],
  26: ['Number of goals: odd … Number of goals: even', 'Idadi ya magoli: witiri … Idadi ya magoli: shufwa'],
  30: ['Which team scores: none … Which team scores: both', 'Timu gani itafunga: hakuna … Timu gani itafunga: zote'],
  31: [
    'Gor Mahia clean sheet: yes … Gor Mahia clean sheet: no',
    'Gor Mahia bila kufungwa: ndiyo … Gor Mahia bila kufungwa: hapana',
  ],
  32: [
    'Tusker clean sheet: yes … Tusker clean sheet: no',
    'Tusker bila kufungwa: ndiyo … Tusker bila kufungwa: hapana',
  ],
  8: ['Next goal 2: Gor Mahia … Next goal 2: Tusker', 'Goli linalofuata 2: Gor Mahia … Goli linalofuata 2: Tusker'],
  7: [
    'Rest of the match: Gor Mahia … Rest of the match: Tusker',
    'Matokeo ya muda uliobaki: Gor Mahia … Matokeo ya muda uliobaki: Tusker',
  ],
  33: [
    'Gor Mahia win to nil: yes … Gor Mahia win to nil: no',
    'Gor Mahia kushinda bila kufungwa: ndiyo … Gor Mahia kushinda bila kufungwa: hapana',
  ],
  34: [
    'Tusker win to nil: yes … Tusker win to nil: no',
    'Tusker kushinda bila kufungwa: ndiyo … Tusker kushinda bila kufungwa: hapana',
  ],
  35: [
    'Gor Mahia & both teams score: yes … Tusker & both teams score: no',
    'Gor Mahia & timu zote kufunga: ndiyo … Tusker & timu zote kufunga: hapana',
  ],
  36: [
    'Over 2.5 goals & both teams score: yes … Under 2.5 goals & both teams score: no',
    'Magoli zaidi ya 2.5 & timu zote kufunga: ndiyo … Magoli chini ya 2.5 & timu zote kufunga: hapana',
  ],
  37: [
    'Gor Mahia & over 2.5 goals … Tusker & under 2.5 goals',
    'Gor Mahia & magoli zaidi ya 2.5 … Tusker & magoli chini ya 2.5',
  ],
  45: ['Correct score: 0:0 … Correct score: other', 'Matokeo kamili: 0:0 … Matokeo kamili: nyingine'],
  47: [
    'Half-time/full-time: Gor Mahia/Gor Mahia … Half-time/full-time: Tusker/Tusker',
    'Mapumziko/mwisho: Gor Mahia/Gor Mahia … Mapumziko/mwisho: Tusker/Tusker',
  ],
  52: [
    'Half with most goals: 1st half … Half with most goals: equal',
    'Kipindi chenye magoli mengi: kipindi cha 1 … Kipindi chenye magoli mengi: sawa',
  ],
  60: ['1st half: Gor Mahia … 1st half: Tusker', 'Kipindi cha 1: Gor Mahia … Kipindi cha 1: Tusker'],
  63: [
    '1st half: Gor Mahia or draw … 1st half: Tusker or draw',
    'Kipindi cha 1: Gor Mahia au sare … Kipindi cha 1: Tusker au sare',
  ],
  64: [
    '1st half draw no bet: Gor Mahia … 1st half draw no bet: Tusker',
    'Kipindi cha 1: sare, dau lirudi: Gor Mahia … Kipindi cha 1: sare, dau lirudi: Tusker',
  ],
  66: [
    '1st half Asian handicap: Gor Mahia (-0.5) … 1st half Asian handicap: Tusker (+0.5)',
    'Kipindi cha 1: handikapu ya Asia: Gor Mahia (-0.5) … Kipindi cha 1: handikapu ya Asia: Tusker (+0.5)',
  ],
  68: [
    '1st half: over 2.5 goals … 1st half: under 2.5 goals',
    'Kipindi cha 1: magoli zaidi ya 2.5 … Kipindi cha 1: magoli chini ya 2.5',
  ],
  75: [
    '1st half, both teams score: yes … 1st half, both teams score: no',
    'Kipindi cha 1, timu zote kufunga: ndiyo … Kipindi cha 1, timu zote kufunga: hapana',
  ],
  83: ['2nd half: Gor Mahia … 2nd half: Tusker', 'Kipindi cha 2: Gor Mahia … Kipindi cha 2: Tusker'],
  85: [
    '2nd half: Gor Mahia or draw … 2nd half: Tusker or draw',
    'Kipindi cha 2: Gor Mahia au sare … Kipindi cha 2: Tusker au sare',
  ],
  90: [
    '2nd half: over 2.5 goals … 2nd half: under 2.5 goals',
    'Kipindi cha 2: magoli zaidi ya 2.5 … Kipindi cha 2: magoli chini ya 2.5',
  ],
  166: ['Over 2.5 corners … Under 2.5 corners', 'Kona zaidi ya 2.5 … Kona chini ya 2.5'],
  139: ['Over 2.5 cards … Under 2.5 cards', 'Kadi zaidi ya 2.5 … Kadi chini ya 2.5'],
  219: ['Gor Mahia … Tusker', 'Gor Mahia … Tusker'],
  223: [
    'Handicap: Gor Mahia (-0.5) … Handicap: Tusker (+0.5)',
    'Handikapu: Gor Mahia (-0.5) … Handikapu: Tusker (+0.5)',
  ],
  225: ['Over 2.5 points … Under 2.5 points', 'Pointi zaidi ya 2.5 … Pointi chini ya 2.5'],
  186: ['Gor Mahia … Tusker', 'Gor Mahia … Tusker'],
  187: [
    'Game handicap: Gor Mahia (-0.5) … Game handicap: Tusker (+0.5)',
    'Handikapu ya gemu: Gor Mahia (-0.5) … Handikapu ya gemu: Tusker (+0.5)',
  ],
  189: ['Over 2.5 games … Under 2.5 games', 'Gemu zaidi ya 2.5 … Gemu chini ya 2.5'],
  406: ['Gor Mahia … Tusker', 'Gor Mahia … Tusker'],
  410: [
    'Handicap: Gor Mahia (-0.5) … Handicap: Tusker (+0.5)',
    'Handikapu: Gor Mahia (-0.5) … Handikapu: Tusker (+0.5)',
  ],
  412: ['Over 2.5 goals … Under 2.5 goals', 'Magoli zaidi ya 2.5 … Magoli chini ya 2.5'],
  340: ['Gor Mahia … Tusker', 'Gor Mahia … Tusker'],
  3: ['Gor Mahia … Tusker', 'Gor Mahia … Tusker'],
  310: ['Gor Mahia or draw … Tusker or draw', 'Gor Mahia au sare … Tusker au sare'],
  318: ['Over 2.5 goals … Under 2.5 goals', 'Magoli zaidi ya 2.5 … Magoli chini ya 2.5'],
  329: ['Both teams score: yes … Both teams score: no', 'Timu zote kufunga: ndiyo … Timu zote kufunga: hapana'],
  345: ['Correct score: 0:0 … Correct score: other', 'Matokeo kamili: 0:0 … Matokeo kamili: nyingine'],
  360: ['1st half: Gor Mahia … 1st half: Tusker', 'Kipindi cha 1: Gor Mahia … Kipindi cha 1: Tusker'],
  347: [
    'Half-time/full-time: Gor Mahia/Gor Mahia … Half-time/full-time: Tusker/Tusker',
    'Mapumziko/mwisho: Gor Mahia/Gor Mahia … Mapumziko/mwisho: Tusker/Tusker',
  ],
  321: ['Exact goals: 0 … Exact goals: 6+', 'Idadi kamili ya magoli: 0 … Idadi kamili ya magoli: 6+'],
  319: [
    'Gor Mahia: over 2.5 goals … Gor Mahia: under 2.5 goals',
    'Gor Mahia: magoli zaidi ya 2.5 … Gor Mahia: magoli chini ya 2.5',
  ],
  320: [
    'Tusker: over 2.5 goals … Tusker: under 2.5 goals',
    'Tusker: magoli zaidi ya 2.5 … Tusker: magoli chini ya 2.5',
  ],
  337: [
    'Gor Mahia & over 2.5 goals … Tusker & under 2.5 goals',
    'Gor Mahia & magoli zaidi ya 2.5 … Tusker & magoli chini ya 2.5',
  ],
  308: ['First goal: Gor Mahia … First goal: Tusker', 'Goli la kwanza: Gor Mahia … Goli la kwanza: Tusker'],
}

test('the pick of every market has a name that needs no market beside it, in both languages', () => {
  const named = (locale: 'en' | 'sw', market: Market): string => {
    speak(locale)
    const all = picksOf(market).map(pickText)
    return `${all[0]} … ${all.at(-1)}`
  }
  const shown = Object.fromEntries(everyMarket.map((of) => [of.id, [named('en', of), named('sw', of)]]))
  expect(shown).toEqual(names)
})

test('no two picks of a match have one name', () => {
  for (const locale of ['en', 'sw'] as const) {
    speak(locale)
    for (const markets of [...sportKeys.map(marketsOfSport), everyMarket.filter(({ id }) => isLeagueMarket(id))]) {
      const all = markets.flatMap(picksOf).map(pickText)
      expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
    }
  }
})

test('a market is named beside a pick only if its name does not say it', () => {
  speak('en')
  const unsaid = everyMarket.filter((market) => picksOf(market).some((pick) => unsaidMarket(pick) !== undefined))
  expect(unsaid.map(({ id }) => id).sort()).toEqual(['1', '10', '186', '219', '3', '310', '340', '406'])
})

test('a market that is not known has its name before the outcome', () => {
  speak('en')
  const pick = { sub_type_id: '99999', market: 'Throw-ins', odd_key: 'over 3', display: 'Over 3', ...teams }
  expect(pickText(pick)).toBe('Throw-ins: over 3')
})

test('a combination is named by its parts, and above their list by their number', () => {
  const part = (sub_type_id: string, market: string, odd_key: string, display: string) => ({
    ...{ sub_type_id, market, odd_key, display },
  })
  const parts = [
    part('1', '1X2', 'home_team', '1'),
    part('18', 'Total goals', 'over 2.5', 'Over 2.5'),
    part('45', 'Correct score', '3:1', '3:1'),
    part('60', '1st half 1X2', 'draw', 'X'),
  ]
  const pick = { sub_type_id: '900', market: 'Combination', odd_key: 'm1 …', display: '…', ...teams, parts }
  const named = (['en', 'sw'] as const).map((locale) => {
    speak(locale)
    return [pickText(pick), legTitle(pick), unsaidMarket(pick)]
  })
  expect(named).toEqual([
    ['Gor Mahia + Over 2.5 goals + Correct score: 3:1 + 1st half: draw', '4 picks, one price', undefined],
    ['Gor Mahia + Magoli zaidi ya 2.5 + Matokeo kamili: 3:1 + Kipindi cha 1: sare', 'Chaguo 4, bei moja', undefined],
  ])
  speak('en')
  expect(legTitle({ ...pick, ...parts[1], parts: undefined })).toBe('Over 2.5 goals')
})
