import { describe, expect, test } from 'vitest'
import { readCommand } from './commands.ts'

const one = { gameId: '1025', marketId: undefined, oddKey: 'home_team', code: '1' }

describe('a bet', () => {
  test('is read with one pick or several, whatever its case and spaces', () => {
    const bet = { kind: 'bet', language: 'en', picks: [one], stake: 10_000n }
    for (const text of ['BET 1025#1#100', ' bet 1025 # 1 # 100.00 ', 'Bet1025#1#100', 'BET\n1025#1#100'])
      expect([text, readCommand(text)]).toEqual([text, bet])
    const several = [one, { gameId: '10300', marketId: '10', oddKey: 'x2', code: 'X2' }]
    for (const text of ['BET 1025#1,10300#X2#50', 'bet 1025#1#10300#x2#50', 'BET 1025#1; 10300#X2 #50'])
      expect([text, readCommand(text)]).toEqual([text, { ...bet, picks: several, stake: 5_000n }])
    expect(readCommand('BETI 1025#1#100')).toEqual({ ...bet, language: 'sw' })
    expect(readCommand('\u200eBET 1025\u2060#1#١٠٠')).toEqual(bet)
  })

  test('has a stake with commas between thousands where its picks are whole only so', () => {
    const bet = { kind: 'bet', language: 'en', picks: [one] }
    expect(readCommand('BET 1025#1#1,000')).toEqual({ ...bet, stake: 100_000n })
    expect(readCommand('BET 1025#1 # 12,500.50 ')).toEqual({ ...bet, stake: 1_250_050n })
    expect(readCommand('BET 1025#1,100')).toEqual({ ...bet, stake: 10_000n })
    expect(readCommand('BET 1025,1,100')).toEqual({ ...bet, stake: 10_000n })
  })

  test('may be a booking code', () => {
    const bet = { kind: 'code', language: 'en', code: 'KM4T7Q', stake: 10_000n }
    for (const text of ['BET KM4T7Q#100', 'bet km4t7q 100', 'Bet KM4T7Q, 100.00'])
      expect([text, readCommand(text)]).toEqual([text, bet])
    expect(readCommand('BETI 234567#1,500')).toEqual({ ...bet, language: 'sw', code: '234567', stake: 150_000n })
  })

  test.each([
    ['1', undefined, 'home_team'],
    ['X', undefined, 'draw'],
    ['2', undefined, 'away_team'],
    ['1X', '10', '1x'],
    ['12', '10', '12'],
    ['X2', '10', 'x2'],
    ['O2.5', '18', 'over 2.5'],
    ['OV1.5', '18', 'over 1.5'],
    ['U3.5', '18', 'under 3.5'],
    ['GG', '29', 'yes'],
    ['NG', '29', 'no'],
  ])('the outcome %s is market %s, %s', (code, marketId, oddKey) => {
    expect(readCommand(`BET 1025#${code}#20`)).toMatchObject({ picks: [{ marketId, oddKey }] })
  })

  test.each([
    ...['BET', 'BET 1025', 'BET 1025#1', 'BET 1025##100', 'BET 1025#3#100', 'BET 102#1#100', 'BET 1025#1#-5'],
    ...['BET KM4T7#100', 'BET KM4T70#100', 'BET KM4T7Q', 'BET KM4T7Q#0', 'BET KM4T7Q#1#100'],
    ...['BET 1025#1#1.005', 'BET 1025#1#0', 'BET 1025#__proto__#10', `BET ${'1025#1,'.repeat(21)}#10`],
  ])('%s cannot be read', (text) => {
    expect(readCommand(text)).toEqual({ kind: 'unreadable', language: 'en', of: 'bet' })
  })
})

describe('a jackpot ticket', () => {
  test('has one outcome a mark, or doubles and triples between commas', () => {
    expect(readCommand('JP#1X2')).toEqual({
      kind: 'jackpot',
      language: undefined,
      code: undefined,
      picks: [['home_team'], ['draw'], ['away_team']],
    })
    expect(readCommand('jp7 # 1X2, 1x ,2')).toMatchObject({
      code: '7',
      picks: [['home_team', 'draw', 'away_team'], ['home_team', 'draw'], ['away_team']],
    })
    expect(readCommand('JP7#11,2')).toMatchObject({ picks: [['home_team'], ['away_team']] })
  })

  test.each(['JP', 'JP#', 'JP#1X3', 'JP7#1,,2', 'JP7#1,', `JP#${'1'.repeat(41)}`])('%s cannot be read', (text) => {
    expect(readCommand(text)).toEqual({ kind: 'unreadable', language: undefined, of: 'jackpot' })
  })
})

test('balance and help have a word in each language; anything else is not a command', () => {
  expect(['BAL', 'salio', 'Help', 'MSAADA'].map((text) => readCommand(text))).toEqual([
    { kind: 'balance', language: 'en' },
    { kind: 'balance', language: 'sw' },
    { kind: 'help', language: 'en' },
    { kind: 'help', language: 'sw' },
  ])
  for (const text of ['', '123', 'hello there', '\u0000'])
    expect(readCommand(text)).toMatchObject({ kind: 'unreadable', of: undefined })
})
