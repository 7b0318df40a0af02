import { livePoll, type PollWiring } from '@nare/client/live-poll'
import { live as calls } from '@nare/contract/live'
import { call } from './browser.ts'

/** The transport of Lite, with the call that it polls. */
export const livePolling = (wiring: Omit<PollWiring, 'fetchStates'>) =>
  livePoll({
    ...wiring,
    fetchStates: async (topics) => {
      const reply = await call(calls.states, { topics })
      return reply.ok ? reply.body.data : undefined
    },
  })
