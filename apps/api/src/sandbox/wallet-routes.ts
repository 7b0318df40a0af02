import { done, refused } from '@nare/contract/outcome'
import type { sandboxWallet as contract } from '@nare/contract/sandbox-wallet'
import type { Casino } from '#modules/casino/casino'
import type { Identity } from '#modules/identity/identity'
import type { Handlers } from '#platform/calls'
import type { openHub88Keys } from './hub88-keys.ts'

type Deps = {
  readonly casino: Pick<Casino, 'openSession' | 'hub88Key'>
  readonly identity: Pick<Identity, 'bettorByMsisdn' | 'newestSession'>
  readonly hub88: ReturnType<typeof openHub88Keys>
}

/** The sandbox's calls for simulating a game provider: keys, and a token without a launch. */
export function sandboxWalletRoutes({ casino, identity, hub88 }: Deps): Handlers<typeof contract> {
  return {
    async wallet() {
      const key = casino.hub88Key()
      const isOurs = key === hub88.publicKey()
      return done({ hub88: { public_key: key, ...(isOurs && { private_key: hub88.privateKey() }) } })
    },
    async walletToken({ msisdn, game_id: gameId }) {
      const bettor = await identity.bettorByMsisdn(msisdn)
      if (bettor === undefined) return refused('not_found')
      const signingKey = await identity.newestSession(bettor)
      const opened = await casino.openSession({ bettor, signingKey, gameId })
      return opened ? done({ token: opened.token }) : refused('not_found')
    },
  }
}
