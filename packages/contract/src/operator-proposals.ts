import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zMeta, zTime } from './shapes.ts'

export const proposalStates = ['waiting', 'done', 'refused', 'taken_back', 'expired', 'failed'] as const
export type ProposalState = (typeof proposalStates)[number]

const zFact = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
/** Facts by their names. */
export const zFacts = z.record(z.string(), zFact)

/** A call that waits for a second person: what it acts on, the facts `before` and what it would set, `after`. It expires after a day. */
const zProposal = z.object({
  proposal_id: z.string(),
  action: z.string(),
  subject: z.string(),
  before: zFacts,
  after: zFacts,
  /** What it would do to bets and money, as its proposer saw it. */
  effect: z.optional(zFacts),
  proposer: z.string(),
  reason: z.string(),
  state: z.enum(proposalStates),
  created_at: zTime,
  expires_at: zTime,
  decided_by: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
})

const zProposalNumber = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'This is not an id'))
const decision = { id: zProposalNumber, reason: zReason }
const failures = ['not_found', 'not_waiting', 'not_allowed'] as const

/**
 * The calls about proposals. Each needs `today.read` and shows only proposals whose own call the person may make; nobody confirms or refuses
 * his own.
 */
export const operatorProposals = {
  proposals: operatorRoute({
    permission: 'today.read',
    method: 'GET',
    path: '/v1/operator/proposals',
    input: z.object({ ...paging, state: z.optional(z.enum(proposalStates)) }),
    answer: z.object({ data: z.array(zProposal), meta: zMeta }),
  }),
  /** Does what was proposed, if the facts are still those that the proposer saw. `outcome` is what the call itself answers as its state. */
  confirmProposal: operatorRoute({
    permission: 'today.read',
    confirm: true,
    confirms: true,
    action: 'proposal.confirm',
    subject: 'proposal :id',
    method: 'POST',
    path: '/v1/operator/proposals/:id/confirm',
    input: z.object(decision),
    /** `enrol_url`: the link that the confirmed call has made, for whoever confirms. */
    answer: z.object({ state: z.literal('done'), outcome: z.string(), enrol_url: z.optional(z.string()) }),
    failures: [...failures, 'facts_changed'],
  }),
  refuseProposal: operatorRoute({
    permission: 'today.read',
    action: 'proposal.refuse',
    subject: 'proposal :id',
    method: 'POST',
    path: '/v1/operator/proposals/:id/refuse',
    input: z.object(decision),
    answer: z.object({ state: z.literal('refused') }),
    failures,
  }),
  takeBackProposal: operatorRoute({
    permission: 'today.read',
    action: 'proposal.take_back',
    subject: 'proposal :id',
    method: 'POST',
    path: '/v1/operator/proposals/:id/take-back',
    input: z.object(decision),
    answer: z.object({ state: z.literal('taken_back') }),
    failures,
  }),
} as const
