import * as z from 'zod/mini'
import { route } from './route.ts'
import { zEmpty, zText } from './shapes.ts'
import { zMsisdn } from './typed-shapes.ts'

/** The sandbox's side of the seamless wallet: what a game provider needs to call it. */
export const sandboxWallet = {
  /** The key pair of Hub88 as PEM. The private key is absent if HUB88_PUBLIC_KEY is set: then the key pair is the operator's. */
  wallet: route({
    method: 'GET',
    path: '/sandbox/wallet',
    auth: 'none',
    sandboxOnly: true,
    input: zEmpty,
    answer: z.object({ hub88: z.object({ public_key: z.string(), private_key: z.optional(z.string()) }) }),
    fallback: 'Fetching the wallet failed',
  }),
  /** A one-time token as a launch would make it. It also opens the bettor's session with the game's provider. */
  walletToken: route({
    method: 'POST',
    path: '/sandbox/wallet/token',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ msisdn: zMsisdn, game_id: zText(100) }),
    answer: z.object({ token: z.string() }),
    failures: ['not_found'],
    fallback: 'Making the token failed',
  }),
} as const
