import type { ProposalState } from '@nare/contract/operator-proposals'
import type { Route } from '@nare/contract/route'
import type { Permission } from '@nare/contract/permissions'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { House } from '#platform/operator-calls'
import type { Page } from '#platform/paging'
import { keyOf, openDeciding, type MayNow } from './deciding.ts'
import { samePerson } from './staff/eyes.ts'
import { expireProposals, listProposals, proposalOf, proposalsWaiting, waitingFor } from './proposal-store.ts'
import { openOwners } from './owners.ts'
import { closeLines, insertAction, insertOutcome, insertRead } from './store.ts'

type Deps = { readonly db: Db; readonly money: Db; readonly clock: Pick<Clock, 'now'>; readonly mayNow: MayNow }

export type OpenHouse = ReturnType<typeof openHouse>

/** The audit log and second persons, for the calls of all areas. */
export function openHouse({ db, money, clock, mayNow }: Deps) {
  const deciding = openDeciding({ money, mayNow, now: () => clock.now() })
  const owners = openOwners()
  owners.owned('proposal', async (id) => {
    const proposal = await proposalOf(db, id)
    const named = proposal?.before['bettor_id']
    return typeof named === 'string' ? BigInt(named) : proposal && owners.ownerOf(proposal.subject)
  })
  const house: House = {
    now: () => clock.now(),
    begin: (action) => insertAction(db, action),
    end: (line, outcome) => insertOutcome(db, line, { outcome }),
    seen: (action) => insertRead(db, action),
    samePerson,
    decide: deciding.decide,
    register: deciding.register,
    ...owners,
    waitingFor: (subjects) => waitingFor(db, subjects),
  }
  return {
    ...house,
    confirm: deciding.confirm,
    endProposal: deciding.end,

    /** The proposals whose calls somebody may make. */
    proposals: (may: ReadonlySet<Permission>, state: ProposalState | undefined, page: Page) =>
      listProposals(db, { calls: deciding.callsFor(may), state }, page),

    /** The proposals of a call that wait, oldest first; at most 200. */
    waitingOf: async (call: Route) =>
      (await listProposals(db, { calls: [keyOf(call)], state: 'waiting' }, { page: 1, limit: 200 })).rows,

    /** How many proposals wait, and since when the oldest does. */
    proposalsWaiting: () => proposalsWaiting(db),

    /** Ends proposals that nobody has decided, and closes the lines of the audit log whose process stopped. */
    async sweep(): Promise<void> {
      await expireProposals(db)
      await closeLines(db)
    },
  }
}
