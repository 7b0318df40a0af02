import { consoleBettors as contract, type BettorRow } from '@nare/contract/console-bettors'
import { done, refused } from '@nare/contract/outcome'
import type { Operator } from '#platform/call'
import type { Handlers, Mounting } from '#platform/calls'
import { serveOperatorCsv } from '#platform/csv'
import { logNumberSearch } from '#platform/number-search'
import type { ConsoleDeps } from '../deps.ts'
import { bettorLinks } from './links.ts'
import { allBettors, bettorList } from './list.ts'
import { bettorPage } from './page.ts'
import { bettorTimeline, timelineCounts } from './timeline.ts'

const seesProtection = ({ may }: Operator): boolean => may.has('protection.read')

/** The console's calls about bettors. */
export const bettorsRoutes = (deps: ConsoleDeps): Handlers<typeof contract> => ({
  async bettors(query, { operator }) {
    await logNumber(deps, query.q, operator)
    return done(await bettorList(deps, query))
  },
  bettor: ({ id }) => bettorPage(deps, BigInt(id)),
  bettorTimeline: (query, { by }) => bettorTimeline(deps, query, { seesProtection: seesProtection(by) }),
  bettorTimelineCounts: ({ id }, { by }) => timelineCounts(deps, BigInt(id), { seesProtection: seesProtection(by) }),
  bettorLinks: ({ id }) => bettorLinks(deps, BigInt(id)),
})

const columns = [
  'bettor_id',
  'name',
  'msisdn',
  'state',
  'identity',
  'balance',
  'since',
  'last_seen_at',
  'net_30d',
] as const satisfies readonly (keyof BettorRow)[]

/** The list of bettors as a CSV file of at most 50,000 rows, with the same filter and a reason. */
export function serveBettorsFile(mounting: Mounting, deps: ConsoleDeps): void {
  serveOperatorCsv(mounting, contract.bettors, {
    columns,
    before: ({ q }, operator) => logNumber(deps, q, operator),
    rows: async (filter, by) =>
      filter.marker !== undefined && !seesProtection(by) ? refused('not_allowed') : done(allBettors(deps, filter)),
  })
}

const logNumber = ({ house, identity: { bettorByMsisdn } }: ConsoleDeps, q: string | undefined, operator: string) =>
  logNumberSearch({ house, bettorByMsisdn }, q ?? '', operator)
