import { expect, test } from 'vitest'
import { invitationIn } from './inviting.ts'

test.each([
  ['Bet now on the derby', 'Bet now'],
  ['Get a BONUS of 500', 'BONUS'],
  ['Win up to KSh 1,000,000', 'Win up to'],
  ['Deposit and  get twice as much', 'Deposit and get'],
  ['Ｆｒｅｅ bets for you', 'Free bets'],
  ['Don’t miss it', 'Don’t miss'],
  ['Beti sasa, dabi ya leo', 'Beti sasa'],
  ['Pata bonasi ya 500', 'bonasi'],
  ['Shinda hadi KSh 1,000,000', 'Shinda hadi'],
])('"%s" invites to play', (text, found) => {
  expect(invitationIn(text)).toBe(found)
})

test.each([
  'Your withdrawal of KSh 5,000 was paid twice. We have corrected it.',
  'Bet 4711 was settled again: the result has changed. KSh 500 was paid to your account.',
  'The terms change on 1 December. You can read them in the app.',
  'Somebody has tried to log in to your account. Choose a new password.',
  'M-Pesa is closed tonight from 01:00 to 03:00. Deposits and withdrawals wait.',
  'Malipo yako ya KSh 5,000 yamerekebishwa. Samahani kwa usumbufu.',
  'Mtu amejaribu kuingia kwenye akaunti yako. Weka nenosiri jipya.',
  'Your break has ended as you asked.',
])('"%s" invites to nothing', (text) => {
  expect(invitationIn(text)).toBeUndefined()
})
