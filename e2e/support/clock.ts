import { sandbox } from '@nare/contract/sandbox'
import type { APIRequestContext } from '@playwright/test'
import { ask } from './api.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Moves the app's clock on to an hour of the country's next day, ten by default; returns that day. */
export async function nextDay(request: APIRequestContext, hour = 10): Promise<string> {
  const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
  const local = Date.parse(now) + 3 * hourMs
  const wanted = (Math.floor(local / dayMs) + 1) * dayMs + hour * hourMs
  await ask(request, sandbox.clock, { advance_s: Math.ceil((wanted - local) / 1000) })
  return new Date(wanted).toISOString().slice(0, 10)
}
