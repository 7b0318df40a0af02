import { expect, test } from 'vitest'
import { smsText } from '#modules/sms/sms'
import { noticeText, payloadOf, placeOf, type Facts, type Language, type Told } from './texts.ts'

const timeZone = 'Africa/Nairobi'
const languages: readonly Language[] = ['en', 'sw']
const all: readonly Facts[] = [
  ...(['won', 'lost', 'void', 'cashed_out'] as const).map((state) => ({ bet: '4711', state })),
  { payment: 'deposit' },
  { payment: 'withdrawal' },
  { match: 'Gor Mahia – AFC Leopards', startsAt: '2026-11-29T12:30:00Z' },
]
const told: readonly Told[] = all.flatMap((facts) =>
  [1, 12].flatMap((count) => [0, 3].map((won): Told => ({ facts, count, won, amount: BigInt(won) * 123_456n }))),
)

/** What would invite to bet, or be an offer: none of it is in any notice. */
const inviting =
  /bet now|place|again|bonus|offer|free|boost|odds|stake \d|win (big|more)|don.t miss|hurry|tip|deposit now|weka dau|beti sasa|beti tena|bonasi|ofa|bure|odds|ushinde|usikose|haraka|\?|!|https?:/i

test.each(languages)('no notice in %s invites to bet, and each has words of its own', (language) => {
  const seen = new Set<string>()
  for (const one of told)
    for (const amounts of [false, true]) {
      const { title, body } = noticeText(one, { language, amounts, timeZone })
      expect(`${title} ${body}`).not.toMatch(inviting)
      expect(title.length).toBeLessThanOrEqual(40)
      expect(body.length).toBeGreaterThan(5)
      expect(smsText(`Nare: ${title}. ${body}`).length).toBeLessThanOrEqual(160)
      seen.add(`${title} ${body}`)
    }
  expect(seen.size).toBeGreaterThan(12)
})

test('the languages differ in every notice', () => {
  for (const one of told) {
    const [en, sw] = languages.map((language) => noticeText(one, { language, amounts: true, timeZone }))
    expect(en).not.toEqual(sw)
  }
})

test('amounts are said only to who wants them', () => {
  const [won, many] = [
    { facts: { bet: '7', state: 'won' }, count: 1, won: 1, amount: 50_000n },
    { facts: { bet: '7', state: 'lost' }, count: 12, won: 3, amount: 50_000n },
  ] as const
  const byRule = { facts: { bet: '7', state: 'cashed_out' }, count: 1, won: 0, amount: 50_000n } as const
  const body = (one: Told, amounts: boolean) => noticeText(one, { language: 'en', amounts, timeZone })
  expect(body(won, false)).toEqual({ title: 'Bet won', body: 'Bet 7 won. The money is in your account.' })
  expect(body(won, true)).toEqual({ title: 'Bet won', body: 'Bet 7 won. KSh 500.00 is in your account.' })
  expect(body(many, false)).toEqual({ title: '12 bets settled', body: '3 of them won.' })
  expect(body(many, true)).toEqual({ title: '12 bets settled', body: '3 of them won. KSh 500.00 is in your account.' })
  expect(body(byRule, true).body).toBe('Bet 7 was worth the amount that you set. KSh 500.00 is in your account.')
  expect(body({ ...byRule, count: 2 }, true).body).toBe('None of them won. KSh 500.00 is in your account.')
  for (const one of told) expect(body(one, false).body).not.toContain('KSh')
})

test('a kick-off is told by the clock of the country', () => {
  const facts = { match: 'Simba – Chui', startsAt: '2026-11-29T12:30:00Z' }
  const { body } = noticeText({ facts, count: 1, won: 0, amount: 0n }, { language: 'en', amounts: false, timeZone })
  expect(body).toBe('Simba – Chui, on your bet, starts at 15:30.')
})

test('a notice leads to what it is about, on this site, and never to a page on which a bet is made', () => {
  for (const one of told) {
    expect(placeOf(one)).toMatch(/^\/(my-bets|bet-history|profile\?tab=statement)/)
    const payload = payloadOf({ title: 'Bet won', body: 'Bet 7 won.' }, one, 'Nare')
    expect(JSON.parse(payload)).toMatchObject({ title: 'Nare: Bet won', url: placeOf(one) })
  }
})
