import type { BoardRow } from '@nare/contract/operator-trading-board'
import { operatorMatches } from '@nare/contract/operator-trading'
import { Button } from '@nare/ui/button'
import { ActionForm } from '../../parts/action-form.tsx'
import { Keys } from '../../parts/controls.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useState } from 'react'
import { useMay } from '../../wire/me.ts'
import style from './match.module.css'

type Match = Pick<BoardRow, 'match_id' | 'home_team' | 'away_team' | 'held'>

type Props = {
  readonly match: Match
  /** Whether the form is open; the page keeps it, because a key of the list opens it too. */
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly small?: boolean
}

/** The button that stops the bets on a match, or opens them again; S presses it. */
export function SuspendButton({ match, isOpen, onOpen, small = false }: Props) {
  const may = useMay()('trading.act')
  const isHeld = match.held
  const verb = isHeld ? 'Open again' : 'Suspend'
  useKeys([{ keys: ['s'], label: isHeld ? 'open' : 'suspend', press: () => onOpen(true), on: may && !isOpen }])
  if (!may) return null
  return (
    <Button look={isHeld ? 'primary' : 'soft'} small={small} disabled={isOpen} onClick={() => onOpen(true)}>
      <Icon name={isHeld ? 'play' : 'pause'} size={16} /> {verb} <Keys names={['s']} />
    </Button>
  )
}

/** What a trader does to a match: the form that is open. */
export function MatchActions({ match, isOpen, onOpen }: Props) {
  const may = useMay()('trading.act')
  if (!may || !isOpen) return null
  return (
    <div className={style.actions}>
      <SuspendForm key={match.match_id} match={match} onClose={() => onOpen(false)} />
    </div>
  )
}

function SuspendForm({ match, onClose }: { match: Match; onClose: () => void }) {
  // What the person meant stays, also when the match changes meanwhile.
  const [isHeld] = useState(match.held)
  const name = `${match.home_team} – ${match.away_team}`
  return (
    <ActionForm
      route={operatorMatches.suspendMatch}
      title={isHeld ? 'Open for bets' : 'Suspend the match'}
      sentence={
        isHeld
          ? `Bets on ${name} are taken again, as far as the feed allows.`
          : `No bet on ${name} is taken any more, until a person opens it again.`
      }
      action={isHeld ? 'Open again' : 'Suspend'}
      danger={!isHeld}
      reasons={isHeld ? undefined : ['Something that the feed misses', 'The prices are wrong', 'Unusual bets']}
      input={({ reason }) => ({ match_id: match.match_id, suspend: !isHeld, reason })}
      done={({ suspended }) => (suspended ? 'Suspended.' : 'Open again.')}
      onClose={onClose}
    />
  )
}
