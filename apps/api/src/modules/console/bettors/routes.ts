import type { consoleBettors as contract } from '@nare/contract/console-bettors'
import type { Handlers } from '#platform/calls'
import type { ConsoleDeps } from '../deps.ts'

/** The console's calls about bettors. */
export const bettorsRoutes = (_deps: ConsoleDeps): Handlers<typeof contract> => ({})
