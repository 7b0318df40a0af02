import { done, refused } from '@nare/contract/outcome'
import type { terms } from '@nare/contract/terms'
import { acceptTerms, identityRules, lockAccount, termsOf } from '#modules/identity/identity'
import type { Settings } from '#modules/settings/settings'
import type { Handlers } from '#platform/calls'
import { transact, type Db, type Tx } from '#platform/db'

type Deps = { readonly db: Db; readonly settings: Pick<Settings, 'now'> }

/** A bettor's version of the terms. */
export function termsRoutes({ db, settings }: Deps): Handlers<typeof terms> {
  const current = (): string => identityRules(settings.now()).termsVersion

  async function viewOf(on: Db | Tx, bettor: bigint) {
    const accepted = await termsOf(on, bettor)
    return {
      current: current(),
      accepted: accepted?.version ?? '',
      accepted_at: (accepted?.at ?? new Date(0)).toISOString(),
      is_asked: accepted?.version !== current(),
    }
  }

  return {
    terms: async (_input, { session }) => done({ data: await viewOf(db, session.bettor) }),
    async acceptTerms({ version }, { session }) {
      if (version !== current()) return refused('not_available', undefined, 'The terms have changed again')
      const data = await transact(db, async (tx) => {
        await lockAccount(tx, session.bettor)
        await acceptTerms(tx, session.bettor, version)
        return viewOf(tx, session.bettor)
      })
      return done({ data })
    },
  }
}
