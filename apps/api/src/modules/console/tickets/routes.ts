import { consoleTickets as contract, type TicketEvidence } from '@nare/contract/console-tickets'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { ticketsOnMatch } from '#modules/betting/betting'
import { peopleOfDevices } from '#modules/identity/identity'
import { jackpotTicketsOnMatch } from '#modules/jackpot/jackpot'
import { leagueTicketsOnMatch } from '#modules/league/league'
import { isBetId, type HouseFilter } from '#modules/tickets/tickets'
import type { Handlers, Mounting } from '#platform/calls'
import { serveOperatorCsv } from '#platform/csv'
import type { ConsoleDeps } from '../deps.ts'
import { evidenceFile, evidenceView } from './evidence.ts'
import { lineOf, rowOf, ticketColumns } from './rows.ts'

type Deps = Pick<ConsoleDeps, 'db' | 'clock' | 'tickets' | 'country' | 'auditAbout' | 'identity'>
type Filter = Omit<Received<typeof contract.tickets>, 'limit' | 'before'>

const noPeople: ReadonlyMap<bigint, number> = new Map()

/** The console's calls about tickets. */
export const ticketsRoutes = (deps: Deps): Handlers<typeof contract> => ({
  async tickets({ limit, before, ...filter }, { by }) {
    const { rows, next } = await deps.tickets.house.page(filterOf(deps, filter), { limit, before })
    const bettors = by.may.has('bettors.read') ? [...new Set(rows.map(({ bettor }) => bettor))] : []
    const [facts, people] = await Promise.all([
      deps.identity.bettorFacts(bettors),
      filter.match_id === undefined ? noPeople : peopleOfDevices(deps.db, bettors),
    ])
    const data = rows.map((ticket) => {
      const name = facts.get(ticket.bettor)?.name
      const devicePeople = people.get(ticket.bettor)
      return {
        ...rowOf(ticket),
        ...(name !== undefined && { bettor_name: name }),
        ...(devicePeople !== undefined && { device_people: devicePeople }),
      }
    })
    return done({ data, meta: { limit, ...(next !== undefined && { next }) } })
  },
  async ticket({ id }) {
    const ticket = await evidenceOf(deps, id)
    return ticket ? done({ data: ticket }) : refused('not_found')
  },
  async ticketFile({ id }) {
    const ticket = await evidenceOf(deps, id)
    return ticket ? done(evidenceFile(ticket, deps.clock.date())) : refused('not_found')
  },
})

async function evidenceOf({ db, tickets, auditAbout }: Deps, id: string): Promise<TicketEvidence | undefined> {
  // One ticket has one subject in the audit log, so its id has no leading zeros here.
  const evidence = isBetId(id) && !id.startsWith('0') ? await tickets.house.evidence(BigInt(id)) : undefined
  if (!evidence) return undefined
  const lines = await auditAbout(db, [`ticket ${id}`])
  return evidenceView(
    evidence,
    lines.map(({ facts: _, ...line }) => line),
  )
}

/** The list of tickets as a file of at most 50,000 lines. */
export function serveTicketsFile(mounting: Mounting, deps: Deps): void {
  const { house, picksText } = deps.tickets
  serveOperatorCsv(mounting, contract.tickets, {
    columns: ticketColumns,
    rows: async (filter) => done(linesOf(house.all(filterOf(deps, filter)))),
  })

  async function* linesOf(chunks: ReturnType<typeof house.all>) {
    for await (const tickets of chunks) yield tickets.map((ticket) => lineOf(ticket, picksText(ticket.bet)))
  }
}

/** The tickets with a pick on a match, of every product that has some. */
const ticketsOn = [ticketsOnMatch, leagueTicketsOnMatch, jackpotTicketsOnMatch]

function filterOf({ country }: Pick<Deps, 'country'>, filter: Filter): HouseFilter {
  const { product, state, bettor_id, match_id, min_stake, min_win, from, to } = filter
  return {
    ...{ product, state, from, to, timeZone: country.timeZone },
    bettor: bettor_id === undefined ? undefined : BigInt(bettor_id),
    onMatch: match_id === undefined ? undefined : ticketsOn.map((query) => query(Number(match_id))),
    minStake: min_stake,
    minWin: min_win,
  }
}
