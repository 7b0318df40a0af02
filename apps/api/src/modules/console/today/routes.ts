import { done } from '@nare/contract/outcome'
import type { consoleToday as contract } from '@nare/contract/console-today'
import type { Handlers } from '#platform/calls'
import type { openToday } from './today.ts'

/** The console's calls about today. */
export const todayRoutes = (today: ReturnType<typeof openToday>): Handlers<typeof contract> => ({
  async today(_input, { by }) {
    const { state } = await today.read()
    if (!by.may.has('aml.read')) return done(state)
    return done({ ...state, queues: [...state.queues, await today.suspicions(by.bettor)] })
  },
  spanMoney: async ({ span }) => done(await today.money(span)),
})
