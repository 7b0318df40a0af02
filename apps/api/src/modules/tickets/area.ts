import type { Area, AreaDeps } from '#area'
import type { Live } from '#platform/live'
import { ticketSubjects } from './house-store.ts'
import { openTickets } from './tickets.ts'

type Deps = AreaDeps & { readonly live: Live }

/** The tickets of all products. Opened before the products, which place and settle them. */
export function openTicketsArea(deps: Deps) {
  const tickets = openTickets(deps)
  deps.house.about(ticketSubjects)
  const area: Area = { drain: () => tickets.close() }
  return { tickets, area }
}
