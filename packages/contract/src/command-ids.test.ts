import { expect, test } from 'vitest'
import { areas } from './all.ts'
import { pathFields, type Route } from './route.ts'

/**
 * Why an operators' command needs no id of its own: sent twice it does what it has done, or is refused. Anything else carries an optional `id`, with a
 * handler that takes effect once for it (`onceForId` of the API).
 */
const reasons = {
  'sets a state that stays the same': [
    'bettor.lock bettor.stake_percent bettor.limits bettor.number identity.want casino.provider casino.game fantasy.entry game.pause game.limit',
    'league.pause payments.stop provider.resume provider.registered match.suspend match.delay product.pause staff.change staff.account staff.vouch',
    'market.suspend competition.suspend sport.suspend live.suspend',
  ],
  'ends what has ended then': [
    'bettor.sessions_end bettor.session_end bettor.passkey_end bettor.close casino.round fantasy.void finding.resolve review.resolve jackpot.open jackpot.close jackpot.cancel',
    'jackpot.settle board.close board.prizes promotion.approve promotion.stop proposal.confirm proposal.refuse proposal.take_back token.end',
    'staff.logout staff.sessions_end reconciliation.end identity.decide deposit.confirm deposit.credit deposit.fail deposit.return unmatched.assign',
    'withdrawal.decide withdrawal.end withdrawal.undo withdrawal.resend referral.decide alert.close banner.approve banner.end message.approve message.stop text.drop',
  ],
  'keeps the active one, or one of that name': [
    'bettor.break bettor.exclude withdrawal.claim withdrawal.hold staff.add deposit.receipt regulator.make',
  ],
  'pays only what is still owed': ['fantasy.correct'],
  'writes nothing but its line, or a link that replaces the last': [
    'bettor.reveal identity.picture staff.enrol staff.confirm',
  ],
} as const

test('every command of operators carries an id, or is harmless when it is sent twice', () => {
  const routes: Route[] = Object.values(areas).flatMap((calls): Route[] => Object.values(calls))
  const without = routes
    .filter(({ auth, method }) => auth === 'operator' && method === 'POST')
    .filter(
      ({ path, input }) => pathFields(path).includes('id') || !('shape' in input) || !('id' in Object(input.shape)),
    )
    .map(({ action }) => action ?? '')
  const listed = Object.values(reasons).flatMap((lines) => lines.flatMap((line) => line.split(' ')))
  expect(without.toSorted()).toEqual(listed.toSorted())
})
