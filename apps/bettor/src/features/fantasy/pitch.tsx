import { useLingui } from '@lingui/react/macro'
import type { FantasyPlayer } from '@nare/contract/fantasy'
import { withCaptain, type Draft, type Squads } from './draft.ts'
import style from './pitch.module.css'

type Props = { draft: Draft; squads: Squads; onCaptain: (draft: Draft) => void }

const size = { width: 320, height: 300 }
const rows = ['FW', 'MF', 'DF', 'GK'] as const
const rowHeight = size.height / rows.length

/** The eleven on a pitch, forwards at the top. A tap on a player makes him captain. */
export function Pitch({ draft, squads, onCaptain }: Props) {
  const { t } = useLingui()
  const players = draft.eleven.flatMap((id) => squads.byId.get(id) ?? [])
  return (
    <svg
      className={style.pitch}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="group"
      aria-label={t`Your eleven on the pitch`}
    >
      <path d="M1 1h318v298H1zM1 1h318M110 1v36h100V1M110 299v-36h100v36M124 1a36 20 0 0072 0M1 150h318" />
      <circle cx="160" cy="150" r="34" />
      {rows.flatMap((position, row) => {
        const line = players.filter((player) => player.position === position)
        return line.map((player, at) => (
          <Shirt
            key={player.player_id}
            player={player}
            x={((at + 0.5) * size.width) / line.length}
            y={(row + 0.5) * rowHeight}
            isCaptain={draft.captain === player.player_id}
            onChoose={() => onCaptain(withCaptain(draft, player.player_id))}
          />
        ))
      })}
    </svg>
  )
}

type ShirtProps = { player: FantasyPlayer; x: number; y: number; isCaptain: boolean; onChoose: () => void }

function Shirt({ player, x, y, isCaptain, onChoose }: ShirtProps) {
  const { t } = useLingui()
  const last = player.name.split(' ').at(-1) ?? player.name
  return (
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isCaptain}
      aria-label={t`Captain: ${player.name}`}
      transform={`translate(${x} ${y})`}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose()
      }}
    >
      <rect x="-29" y="-32" width="58" height="60" rx="6" />
      <path d="M-9-26l-9 6 4 8 4-2v16h20v-16l4 2 4-8-9-6c-3 5-15 5-18 0z" />
      {isCaptain && <text y="-6">C</text>}
      <text y="16">{last.length > 11 ? `${last.slice(0, 10)}…` : last}</text>
      <text y="26" data-small>
        {player.price}
      </text>
    </g>
  )
}
