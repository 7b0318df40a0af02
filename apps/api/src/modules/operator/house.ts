import type { ProposalState } from '@nare/contract/operator-proposals'
import type { Route } from '@nare/contract/route'
import type { Operator } from '#platform/call'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { House } from '#platform/operator-calls'
import type { Page } from '#platform/paging'
import type { Sealing } from '#platform/sealing'
import { keyOf } from './asked-fields.ts'
import { movedBy, openDeciding, type DecisionFaultPoint, type MayNow } from './deciding.ts'
import { samePerson } from './staff/eyes.ts'
import {
  expireProposals,
  listProposals,
  proposalOf,
  proposalsWaiting,
  waitingFor,
  type Proposal,
} from './proposal-store.ts'
import { openOwners } from './owners.ts'
import { openSealed } from './sealed.ts'
import { closeLines, insertAction, insertOutcome, insertRead } from './store.ts'

type Deps = {
  readonly db: Db
  readonly moneyDb: Db
  readonly clock: Pick<Clock, 'now'>
  readonly mayNow: MayNow
  /** Encrypts what proposals store whole. */
  readonly sealing: Sealing
  readonly reach?: ((point: DecisionFaultPoint) => void) | undefined
}

export type OpenHouse = ReturnType<typeof openHouse>

/** The audit log and second persons, for the calls of all areas. */
export function openHouse({ db, moneyDb, clock, mayNow, sealing, reach }: Deps) {
  const sealed = openSealed(sealing)
  const deciding = openDeciding({ moneyDb, mayNow, now: () => clock.now(), sealed, reach })
  const owners = openOwners()
  /** With another key of the staff a proposal is shown as it is stored. */
  const wholeIfKnown = (row: Proposal) => sealed.whole(row).catch(() => row)
  owners.owned('proposal', async (id) => {
    const proposal = await proposalOf(db, id)
    const named = proposal?.before['bettor_id']
    return typeof named === 'string' ? BigInt(named) : proposal && owners.ownerOf(proposal.subject)
  })
  const house: House = {
    now: () => clock.now(),
    async begin(action) {
      const line = await insertAction(db, action)
      reach?.('line written')
      return line
    },
    end: async (line, outcome) => void (await insertOutcome(db, line, { outcome })),
    seen: (action) => insertRead(db, action),
    samePerson,
    decide: deciding.decide,
    register: deciding.register,
    owned: owners.owned,
    ownerOf: owners.ownerOf,
    about: owners.about,
    movedAlone: (operator, call) => movedBy(db, operator, call),
    waitingFor: (subjects) => waitingFor(db, subjects),
  }
  return {
    ...house,
    subjectsOf: owners.subjectsOf,
    confirm: deciding.confirm,
    endProposal: deciding.end,

    /** The proposals whose calls somebody may make, with whole phone numbers for who sees them. */
    async proposals({ may, seesNumbers }: Operator, state: ProposalState | undefined, page: Page) {
      const { rows, ...paged } = await listProposals(db, { calls: deciding.callsFor(may), state }, page)
      return { ...paged, rows: seesNumbers ? await Promise.all(rows.map(wholeIfKnown)) : rows }
    },

    /** The proposals of a call that wait, oldest first; at most 200. */
    async waitingOf(call: Route) {
      const { rows } = await listProposals(db, { calls: [keyOf(call)], state: 'waiting' }, { page: 1, limit: 200 })
      return Promise.all(rows.map(sealed.whole))
    },

    /** How many proposals wait, and since when the oldest does. */
    proposalsWaiting: () => proposalsWaiting(db),

    /** Ends proposals that nobody has decided, and closes the lines of the audit log whose process stopped. */
    async sweep(): Promise<void> {
      await expireProposals(db)
      await closeLines(db)
    },
  }
}
