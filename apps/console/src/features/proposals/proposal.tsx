import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Waits } from '../../parts/age.tsx'
import { Keys, Tag } from '../../parts/controls.tsx'
import type { Decision } from '../../parts/decision-form.tsx'
import { effectFactsText } from '../../parts/effect-text.ts'
import { initialsOf, labelOf, whenText } from '../../parts/format.ts'
import { actionText, factRows, type FactRow, type Proposal } from '../../parts/proposal-facts.ts'
import { SubjectLink } from '../../parts/subject-link.tsx'
import { serverNow } from '../../wire/browser.ts'
import style from './proposal.module.css'

type Props = {
  readonly proposal: Proposal
  readonly isOwn: boolean
  readonly isActive: boolean
  readonly onActive: () => void
  readonly onDecide: (decision: Decision) => void
  /** The form of a decision, in place of the buttons. */
  readonly children: ReactNode
}

/** A proposal: what it acts on and who proposed it, before and after, why, and the decision. One's own can only be taken back. */
export function ProposalCard({ proposal, isOwn, isActive, onActive, onDecide, children }: Props) {
  const { proposal_id, action, subject, effect, proposer, reason, created_at, expires_at } = proposal
  const rows = factRows(proposal)
  // An assigned payment or a payout sets no fact to another value: then there is nothing to put side by side.
  const changes = rows.some(({ before, after }) => after !== undefined && after !== before)
  const differs = rows.some(({ change }) => change !== undefined)
  return (
    <article
      id={`proposal-${proposal_id}`}
      className={style.card}
      data-active={isActive || undefined}
      aria-labelledby={`title-${proposal_id}`}
      onClick={onActive}
    >
      <div className={style.what}>
        <p className={style.line}>
          <Tag>{labelOf(action.split('.')[0] ?? action)}</Tag> <span className="t3">PR-{proposal_id}</span>
          <span className={style.waits}>
            {isOwn ? 'yours, ' : 'waits '}
            <Waits since={created_at} />
          </span>
        </p>
        <h2 id={`title-${proposal_id}`}>{actionText(action)}</h2>
        <p className="t2">
          <SubjectLink subject={subject} />
        </p>
        <p className={style.who}>
          <span className={style.initials} aria-hidden="true">
            {initialsOf(proposer)}
          </span>
          <span>
            <b>{proposer}</b>
            <br />
            <span className="t3">{whenText(created_at, serverNow())}</span>
          </span>
        </p>
      </div>
      <div className={style.facts}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Fact</span>
              </th>
              <th scope="col">{changes ? 'Before' : 'Now'}</th>
              {changes && (
                <>
                  <th scope="col">After</th>
                  {differs && <th scope="col">Change</th>}
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{nowOf(row)}</td>
                {changes && (
                  <>
                    <td>{row.after === undefined || row.after === row.before ? 'same' : row.after}</td>
                    {differs && <td>{row.change}</td>}
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {effect && (
          <p className={style.why}>
            <span className="t3">Does</span> {effectFactsText(effect)}
          </p>
        )}
        <p className={style.why}>
          <span className="t3">Why</span> “{reason}”
        </p>
      </div>
      <div className={style.decide}>
        <p className={style.line}>
          <span className="t3">
            {isOwn ? 'Yours. Another person must confirm.' : 'The facts are read again when you confirm.'} Ends{' '}
            {whenText(expires_at, serverNow())}.
          </span>
        </p>
        {children || (
          <div className={style.buttons}>
            {isOwn ? (
              <button type="button" onClick={() => onDecide('take-back')}>
                Take back {isActive && <Keys names={['w']} />}
              </button>
            ) : (
              <>
                <button type="button" data-main={isActive || undefined} onClick={() => onDecide('confirm')}>
                  Confirm {isActive && <Keys names={['a']} />}
                </button>
                <button type="button" onClick={() => onDecide('refuse')}>
                  Refuse {isActive && <Keys names={['r']} />}
                </button>
              </>
            )}
          </div>
        )}
      </div>
    </article>
  )
}

/** What stands now; a bettor's id leads to the bettor. */
function nowOf({ name, before }: FactRow): ReactNode {
  return name === 'Bettor id' && before !== undefined && /^\d+$/.test(before) ? (
    <Link to="/bettors/$id" params={{ id: before }}>
      {before}
    </Link>
  ) : (
    (before ?? '–')
  )
}
