import { done } from '@nare/contract/outcome'
import type { protection as calls } from '@nare/contract/protection'
import type { Handlers } from '#platform/calls'
import type { Protection } from './protection.ts'

export function protectionRoutes(protection: Protection): Handlers<typeof calls> {
  return {
    selfExclude: async ({ period }, { session }) => done(await protection.selfExclude(session.bettor, period)),
    closeAccount: (given, { session }) => protection.closeAccount(session.bettor, given),
    limits: async (_input, { session }) => done(await protection.limits(session.bettor)),
    setLimits: async (wishes, { session }) => done(await protection.setLimits(session.bettor, wishes)),
    protection: async (_input, { session }) => done(await protection.protection(session)),
    setProtection: async (input, { session }) =>
      done(await protection.setRealityCheck(session.bettor, input.reality_check_minutes)),
  }
}
