import type { passkeys as contract, sessions as sessionsContract } from '@nare/contract/passkeys'
import type { Handlers } from '#platform/calls'
import type { Identity } from '../identity.ts'

/** The calls of passkeys. */
export function passkeyRoutes({ passkeys, loginByPasskey, bettorFacts }: Identity): Handlers<typeof contract> {
  const site = ({ reachedAt }: { reachedAt: string }) => passkeys.siteOf(reachedAt)
  /** What a device calls the account: the number, because a person knows it. */
  const nameOf = async (bettor: bigint) => (await bettorFacts([bettor])).get(bettor)?.msisdn ?? 'Nare'
  return {
    newOptions: async ({ password }, call) =>
      passkeys.newOptions(call.session, password, { site: site(call), name: await nameOf(call.session.bettor) }),
    add: ({ name = '', ...given }, call) => passkeys.add(call.session, { ...given, name }, site(call)),
    passkeys: (_input, { session }) => passkeys.list(session.bettor),
    end: (input, { session }) => passkeys.end(session, { id: input.id, password: input.password }),
    askAtWithdrawals: ({ ask, password }, { session }) => passkeys.askAtWithdrawals(session, { ask, password }),
    withdrawalOptions: (input, call) => passkeys.withdrawalOptions(call.session, input, site(call)),
    loginOptions: (_input, call) => passkeys.loginOptions(site(call)),
    login: (input, call) => loginByPasskey(input, site(call), call),
  }
}

/** The calls of the sessions of an account. */
export function sessionRoutes({ ownSessions }: Pick<Identity, 'ownSessions'>): Handlers<typeof sessionsContract> {
  return {
    sessions: (_input, { session }) => ownSessions.list(session),
    endSession: ({ session_id }, { session }) => ownSessions.end(session, session_id),
    endOthers: (_input, { session }) => ownSessions.endOthers(session),
  }
}
