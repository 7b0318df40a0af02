import { done, refused } from '@nare/contract/outcome'
import type { protection as calls } from '@nare/contract/protection'
import type { Handlers } from '#platform/calls'
import type { InTurn } from '#platform/money-command'
import type { Protection } from './protection.ts'

const unproven = refused('not_verified')

/**
 * The calls of the protection area. Nothing that lasts is set by a session whose number is not proven: it may be a stranger's,
 * and the account becomes that of the number's owner.
 */
export function protectionRoutes(protection: Protection, inTurn: InTurn): Handlers<typeof calls> {
  return {
    selfExclude: inTurn('self-exclude', async ({ period }, { session }) =>
      session.verified ? done(await protection.selfExclude(session.bettor, period)) : unproven,
    ),
    closeAccount: inTurn('close-account', async (given, { session }) =>
      session.verified ? protection.closeAccount(session.bettor, given) : unproven,
    ),
    limits: async (_input, { session }) => done(await protection.limits(session.bettor)),
    setLimits: inTurn('limits', async (wishes, { session }) =>
      session.verified ? done(await protection.setLimits(session.bettor, wishes)) : unproven,
    ),
    protection: async (_input, { session }) => done(await protection.protection(session)),
    setProtection: async (input, { session }) =>
      session.verified ? done(await protection.setRealityCheck(session.bettor, input.reality_check_minutes)) : unproven,
  }
}
