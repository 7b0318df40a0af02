import { operatorProposals } from '@nare/contract/operator-proposals'
import { ActionForm } from './action-form.tsx'
import { actionText, makesLink, type Proposal } from './proposal-facts.ts'
import { SubjectLink } from './subject-link.tsx'

export type Decision = 'confirm' | 'refuse' | 'take-back'

const decisions = {
  confirm: {
    route: operatorProposals.confirmProposal,
    title: 'Confirm',
    action: 'Confirm',
    sentence: 'It is done at once, as it was proposed.',
  },
  refuse: {
    route: operatorProposals.refuseProposal,
    title: 'Refuse',
    action: 'Refuse',
    sentence: 'Nothing is done. What it is about stays in its queue.',
  },
  'take-back': {
    route: operatorProposals.takeBackProposal,
    title: 'Take back',
    action: 'Take back',
    sentence: 'Nothing is done. It no longer waits.',
  },
} as const

/** The form in which a person decides a proposal, or takes back the own one. */
export function DecisionForm({
  proposal,
  decision,
  onClose,
}: {
  proposal: Proposal
  decision: Decision
  onClose: () => void
}) {
  const { route, title, action, sentence } = decisions[decision]
  return (
    <ActionForm
      key={decision}
      route={route}
      title={`${title}: ${actionText(proposal.action)}`}
      sentence={sentence}
      action={action}
      input={({ reason }) => ({ id: proposal.proposal_id, reason })}
      done={() =>
        decision === 'confirm' && makesLink(proposal) ? (
          <>
            Done. Open <SubjectLink subject={proposal.subject} /> and press New link: it shows the link to enrol.
          </>
        ) : (
          'Done.'
        )
      }
      onClose={onClose}
    />
  )
}
