import { operatorGames } from '@nare/contract/operator-games'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { labelOf } from '../../parts/format.ts'
import { changedLimits, type GameRow, type Limits } from './limits.ts'

/** The form of the limits of a game. An empty field is the country's limit. */
export function LimitForm({ of, onClose }: { of: GameRow; onClose: () => void }) {
  const [limits, setLimits] = useState<Limits>({
    min_stake: of.min_stake,
    max_stake: of.max_stake,
    max_win: of.max_win,
  })
  const [before] = useState(limits)
  const field = (key: keyof Limits, label: string) => (
    <Field
      label={label}
      inputMode="decimal"
      value={limits[key]}
      data-first={key === 'min_stake' || undefined}
      onChange={({ target }) => setLimits({ ...limits, [key]: target.value.slice(0, 20) })}
    />
  )
  const sent = changedLimits(limits)
  const isSame = (Object.keys(limits) as (keyof Limits)[]).every((key) => limits[key] === before[key])
  return (
    <ActionForm
      route={operatorGames.limitGame}
      title={`Limits of ${labelOf(of.game)}`}
      sentence="They hold for new rounds. An empty field is the country's limit; open rounds keep the limits they began with."
      action="Set the limits"
      missing={isSame ? 'Change a limit' : sent === undefined ? 'Write amounts' : undefined}
      input={({ reason }) => ({ game: of.game, ...sent, reason })}
      onClose={onClose}
    >
      {field('min_stake', 'Least stake')}
      {field('max_stake', 'Largest stake')}
      {field('max_win', 'Largest win')}
    </ActionForm>
  )
}
