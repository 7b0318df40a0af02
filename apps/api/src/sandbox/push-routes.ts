import { done } from '@nare/contract/outcome'
import type { sandboxPush } from '@nare/contract/sandbox-push'
import type { Handlers } from '#platform/calls'
import type { PushService } from './push-service.ts'

/** The sandbox's calls of browsers that get notices. */
export const sandboxPushRoutes = (service: PushService): Handlers<typeof sandboxPush> => ({
  newBrowser: async () => done(service.subscribe()),
  browser: async ({ push_id }) => done({ notices: service.received(push_id).map(({ at, text }) => ({ at, text })) }),
  async endBrowser({ push_id }) {
    service.end(push_id)
    return done({ push_id })
  },
})
