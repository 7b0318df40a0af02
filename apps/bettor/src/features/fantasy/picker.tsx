import { useLingui } from '@lingui/react/macro'
import type { FantasyPlayer, FantasyWeekDetails, Position } from '@nare/contract/fantasy'
import { Button } from '@nare/ui/button'
import { ChipRow } from '@nare/ui/chip-row'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { added, refusalOf, type Draft, type Squads } from './draft.ts'
import { PlayerText } from './team-list.tsx'
import { usePositions, useRefusalText } from './texts.ts'
import style from './fantasy.module.css'

type Props = {
  week: FantasyWeekDetails
  draft: Draft
  squads: Squads
  onChange: (draft: Draft) => void
  onRefuse: (why: string) => void
}

const shownAtOnce = 30

/** Players to add, by position, club and name, the most expensive first. A tap on a player who cannot be added shows why. */
export function Picker({ week, draft, squads, onChange, onRefuse }: Props) {
  const { t } = useLingui()
  const names = usePositions()
  const [position, setPosition] = useState<Position | 'all'>('all')
  const [club, setClub] = useState('')
  const [name, setName] = useState('')
  const [shown, setShown] = useState(shownAtOnce)
  const wanted = name.trim().toLowerCase()
  const matching = week.players
    .filter(
      (player) =>
        (position === 'all' || player.position === position) &&
        (club === '' || player.club === club) &&
        player.name.toLowerCase().includes(wanted),
    )
    .toSorted((a, b) => b.price - a.price)
  return (
    <section aria-label={t`Add players`} className={style.picker}>
      <h2 className="unseen">{t`Add players`}</h2>
      <ChipRow
        label={t`Position`}
        items={[
          { key: 'all', text: t`All` },
          ...(['GK', 'DF', 'MF', 'FW'] as const).map((key) => ({ key, text: names[key].many })),
        ]}
        value={position}
        onPick={setPosition}
      />
      <div className={style.filters}>
        <label>
          <span className="unseen">{t`Club`}</span>
          <select value={club} onChange={({ target }) => setClub(target.value)}>
            <option value="">{t`All clubs`}</option>
            {week.clubs.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          <span className="unseen">{t`Name`}</span>
          <input
            type="search"
            value={name}
            placeholder={t`Search by name`}
            maxLength={60}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
      </div>
      {matching.length === 0 && <p className={style.note}>{t`No player like this. Change the club or the name`}</p>}
      <ul className={style.players}>
        {matching.slice(0, shown).map((player) => (
          <Pick key={player.player_id} {...{ player, draft, squads, onChange, onRefuse }} />
        ))}
      </ul>
      {matching.length > shown && (
        <Button look="soft" wide onClick={() => setShown(shown + shownAtOnce)}>{t`Show more`}</Button>
      )}
    </section>
  )
}

function Pick({ player, draft, squads, onChange, onRefuse }: Omit<Props, 'week'> & { player: FantasyPlayer }) {
  const { t } = useLingui()
  const refusalText = useRefusalText()
  const refusal = refusalOf(draft, squads, player)
  const isIn = refusal?.why === 'chosen'
  return (
    <li data-in={isIn || undefined}>
      <PlayerText player={player} />
      <button
        type="button"
        className={style.add}
        aria-disabled={refusal !== undefined}
        aria-label={isIn ? t`In your team: ${player.name}` : t`Add ${player.name}`}
        onClick={() => (refusal ? onRefuse(refusalText(refusal)) : onChange(added(draft, squads, player)))}
      >
        <Icon name={isIn ? 'check' : 'plus'} size={18} />
      </button>
    </li>
  )
}
