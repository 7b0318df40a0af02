import { done } from '@nare/contract/outcome'
import type { consoleToday as contract } from '@nare/contract/console-today'
import type { Handlers } from '#platform/calls'
import type { openToday } from './today.ts'

/** The console's calls about today. */
export const todayRoutes = (today: ReturnType<typeof openToday>): Handlers<typeof contract> => ({
  today: async () => done((await today.read()).state),
  spanMoney: async ({ span }) => done(await today.money(span)),
})
