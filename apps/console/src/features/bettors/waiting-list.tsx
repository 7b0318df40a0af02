import { Waits } from '../../parts/age.tsx'
import { Keys, Tag } from '../../parts/controls.tsx'
import type { Decision } from '../../parts/decision-form.tsx'
import { useKeys } from '../../parts/keys.ts'
import { actionText, factsText, type Proposal } from '../../parts/proposal-facts.ts'
import style from './bettor.module.css'

type Props = {
  readonly proposals: readonly Proposal[]
  /** The person who looks at it. */
  readonly name: string
  readonly onDecide: (decision: Decision, proposal: Proposal) => void
}

/** What waits for a second person: who proposed it, what it changes and why. One's own can only be taken back. */
export function WaitingList({ proposals, name, onDecide }: Props) {
  const own = proposals.find(({ proposer }) => proposer === name)
  const other = proposals.find(({ proposer }) => proposer !== name)
  useKeys([
    { keys: ['a'], label: 'confirm', press: () => other && onDecide('confirm', other), on: other !== undefined },
    { keys: ['r'], label: 'refuse', press: () => other && onDecide('refuse', other), on: other !== undefined },
    { keys: ['w'], label: 'take back', press: () => own && onDecide('take-back', own), on: own !== undefined },
  ])
  if (proposals.length === 0) return null
  return (
    <section className={style.waiting} aria-label="Waits for a second person">
      {proposals.map((proposal) => (
        <div key={proposal.proposal_id}>
          <p>
            <Tag tone="amber">Waits for a second person</Tag> <b>{actionText(proposal.action)}</b> {factsText(proposal)}
            <br />
            <span className="t2">
              proposed by <b>{proposal.proposer}</b>, <Waits since={proposal.created_at} /> ago: “{proposal.reason}”
            </span>
          </p>
          {proposal === own || proposal.proposer === name ? (
            <button type="button" className={style.mini} onClick={() => onDecide('take-back', proposal)}>
              Take back {proposal === own && <Keys names={['w']} />}
            </button>
          ) : (
            <>
              <button type="button" className={style.mini} onClick={() => onDecide('confirm', proposal)}>
                Confirm {proposal === other && <Keys names={['a']} />}
              </button>
              <button type="button" className={style.mini} onClick={() => onDecide('refuse', proposal)}>
                Refuse {proposal === other && <Keys names={['r']} />}
              </button>
            </>
          )}
        </div>
      ))}
    </section>
  )
}
