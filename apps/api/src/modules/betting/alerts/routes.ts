import type { consoleAlerts as calls } from '@nare/contract/operator-trading-alerts'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { Alerts } from './alerts.ts'

export const alertRoutes = (alerts: Alerts): Handlers<typeof calls> => ({
  alerts: async (input) => done(await alerts.list(input)),
  async closeAlert({ alert_id }, { operator }) {
    const isKnown = await alerts.close(BigInt(alert_id), operator)
    return isKnown ? done({ alert_id, state: 'closed' }) : refused('not_found')
  },
})
