import type { Area, AreaDeps } from '#area'
import type { Live } from '#platform/live'
import { openTickets } from './tickets.ts'

type Deps = AreaDeps & { readonly live: Live }

/** The tickets of all products. Opened before the products, which place and settle them. */
export function openTicketsArea(deps: Deps) {
  const tickets = openTickets(deps)
  const area: Area = { drain: () => tickets.close() }
  return { tickets, area }
}
