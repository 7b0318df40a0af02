import type { operatorProposals } from '@nare/contract/operator-proposals'
import type { Answer } from '@nare/contract/route'

/** A proposal as the list has it. */
export type Proposal = Answer<typeof operatorProposals.proposals>['data'][number]
