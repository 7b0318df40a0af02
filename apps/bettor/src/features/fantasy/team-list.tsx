import { useLingui } from '@lingui/react/macro'
import type { FantasyPlayer } from '@nare/contract/fantasy'
import { Icon } from '@nare/ui/icon'
import type { ReactNode } from 'react'
import { movedOnBench, removed, switched, withCaptain, type Draft, type Squads } from './draft.ts'
import { usePositions } from './texts.ts'
import style from './fantasy.module.css'

type Props = { draft: Draft; squads: Squads; onChange: (draft: Draft) => void; onRefuse: (why: string) => void }

/** The eleven by position and the bench in order of substitution, with the buttons that change them. */
export function TeamList(props: Props) {
  const { t } = useLingui()
  const { draft, squads } = props
  const eleven = draft.eleven.flatMap((id) => squads.byId.get(id) ?? [])
  const bench = draft.bench.flatMap((id) => squads.byId.get(id) ?? [])
  return (
    <>
      <h2 tabIndex={-1} className={eleven.length === 0 ? 'unseen' : style.title}>{t`Your eleven`}</h2>
      {eleven.length === 0 && (
        <p className={style.note}>{t`Choose 11 players within your budget, or let us fill the team and change it.`}</p>
      )}
      <ul className={style.players}>
        {eleven.map((player) => (
          <Starter key={player.player_id} player={player} {...props} />
        ))}
      </ul>
      <h2 tabIndex={-1} className={style.title}>{t`Bench, in the order they come in`}</h2>
      <ul className={style.players}>
        {bench.map((player, at) => (
          <Sitting key={player.player_id} player={player} at={at} last={bench.length - 1} {...props} />
        ))}
      </ul>
    </>
  )
}

/** A player with his position, club and price. */
export function PlayerText({ player }: { player: FantasyPlayer }) {
  const names = usePositions()
  return (
    <span className={style.player}>
      <abbr title={names[player.position].one}>{player.position}</abbr>
      <span>
        <b>{player.name}</b>
        <small>{player.club}</small>
      </span>
      <b className="num">{player.price}</b>
    </span>
  )
}

/** Before a row is removed, moves its focus to the same button of the next row, else of the previous row, else to the heading. */
function handOnFocus(button: HTMLElement): void {
  const row = button.closest('li')
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  const at = [...(row?.querySelectorAll('button') ?? [])].findIndex((other) => other === button)
  const next = other?.querySelectorAll('button')[at] ?? row?.parentElement?.previousElementSibling
  if (next instanceof HTMLElement) next.focus()
}

type RowProps = Props & {
  player: FantasyPlayer
  /** The button that moves the player between the eleven and the bench, and why it may not. */
  move: { label: string; icon: 'down' | 'plus'; refusal: string }
  children: ReactNode
}

/** A player with the buttons of `children`, of the move and of the removal. */
function Row({ player, draft, squads, onChange, onRefuse, move, children }: RowProps) {
  const { t } = useLingui()
  const { player_id: id, name } = player
  const take = (button: HTMLElement, next: Draft): void => {
    if (next === draft) return onRefuse(move.refusal)
    handOnFocus(button)
    onChange(next)
  }
  return (
    <li>
      <PlayerText player={player} />
      <span className={style.acts}>
        {children}
        <button
          type="button"
          aria-label={move.label}
          onClick={({ currentTarget }) => take(currentTarget, switched(draft, squads, id))}
        >
          <Icon name={move.icon} size={18} />
        </button>
        <button
          type="button"
          aria-label={t`Remove ${name}`}
          onClick={({ currentTarget }) => take(currentTarget, removed(draft, id))}
        >
          <Icon name="x" size={18} />
        </button>
      </span>
    </li>
  )
}

function Starter(props: Props & { player: FantasyPlayer }) {
  const { t } = useLingui()
  const { draft, onChange, player } = props
  const { player_id: id, name } = player
  const refusal = t`The bench is full. Remove a player from it first`
  return (
    <Row {...props} move={{ label: t`To the bench: ${name}`, icon: 'down', refusal }}>
      <button
        type="button"
        className={style.captain}
        aria-pressed={draft.captain === id}
        aria-label={t`Captain: ${name}`}
        onClick={() => onChange(withCaptain(draft, id))}
      >
        C
      </button>
    </Row>
  )
}

function Sitting({ at, last, ...props }: Props & { player: FantasyPlayer; at: number; last: number }) {
  const { t } = useLingui()
  const { draft, onChange, player } = props
  const { player_id: id, name } = player
  const refusal = t`There is no place for ${name} in your eleven. Remove a player first`
  return (
    <Row {...props} move={{ label: t`Into the eleven: ${name}`, icon: 'plus', refusal }}>
      <button
        type="button"
        aria-label={t`Earlier on the bench: ${name}`}
        aria-disabled={at === 0}
        onClick={() => onChange(movedOnBench(draft, id, -1))}
      >
        ▲
      </button>
      <button
        type="button"
        aria-label={t`Later on the bench: ${name}`}
        aria-disabled={at === last}
        onClick={() => onChange(movedOnBench(draft, id, 1))}
      >
        ▼
      </button>
    </Row>
  )
}
