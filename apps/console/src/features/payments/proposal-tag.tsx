import { Tag } from '../../parts/controls.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import type { Withdrawal } from './rules.ts'

/** Who has proposed something about a withdrawal that waits for a second person, with a link to it. */
export function ProposalTag({ proposal }: { proposal: NonNullable<Withdrawal['proposal']> }) {
  return (
    <Tag tone="amber">
      <PageLink page={`/house/proposals?id=${proposal.proposal_id}`}>Proposed by {proposal.by}</PageLink>
    </Tag>
  )
}
