import { done, refused } from '@nare/contract/outcome'
import type { protection as calls } from '@nare/contract/protection'
import type { Handlers } from '#platform/calls'
import type { InTurn } from '#platform/money-command'
import type { Protection } from './protection.ts'

const unverified = refused('not_verified')

/**
 * The handlers of the protection calls. A session of an unverified number cannot set anything permanent: it may belong to a stranger, and the
 * account will belong to the number's owner.
 */
export function protectionRoutes(
  protection: Protection,
  { inTurn, urgently }: { inTurn: InTurn; urgently: InTurn },
): Handlers<typeof calls> {
  const closeInTurn = inTurn('close-account', (given: Parameters<typeof protection.closeAccount>[1], { session }) =>
    protection.closeAccount(session.bettor, given),
  )
  return {
    selfExclude: urgently('self-exclude', async ({ period }, { session }) =>
      session.verified ? done(await protection.selfExclude(session.bettor, period)) : unverified,
    ),
    async closeAccount({ password, reason }, call) {
      const { bettor, verified } = call.session
      if (!verified) return unverified
      const right = await protection.verifyPasswordOf(bettor, password)
      return right.ok ? closeInTurn({ password: right.value, reason }, call) : right
    },
    limits: async (_input, { session }) => done(await protection.limits(session.bettor)),
    setLimits: inTurn('limits', async (requested, { session }) =>
      session.verified ? done(await protection.setLimits(session.bettor, requested)) : unverified,
    ),
    protection: async (_input, { session }) => done(await protection.protection(session)),
    setProtection: async (input, { session }) =>
      session.verified
        ? done(await protection.setRealityCheck(session.bettor, input.reality_check_minutes))
        : unverified,
  }
}
