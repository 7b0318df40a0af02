import { Keys, Tag } from '../../parts/controls.tsx'
import { Icon } from '../../parts/icon.tsx'
import { aboutActions, type Action, type ActionName } from './actions.ts'
import style from './side.module.css'

type Props = {
  readonly actions: readonly Action[]
  readonly open: string | undefined
  /** Whether the person may see the whole number, which stands beside it and not among the actions. */
  readonly mayReveal: boolean
  readonly onAct: (name: ActionName) => void
}

/** What the person may do, each with its key. */
export function ActionList({ actions, open, mayReveal, onAct }: Props) {
  return (
    <section className={style.section} aria-labelledby="bettor-actions">
      <header>
        <h2 id="bettor-actions">Actions</h2>
        <span className="t3">{aboutActions(actions.length, mayReveal)}</span>
      </header>
      {actions.map(({ name, title, detail, key, icon, second }) => (
        <button
          key={name}
          type="button"
          className={style.action}
          aria-pressed={name === open}
          onClick={() => onAct(name)}
        >
          <Icon name={icon} size={14} />
          <span>
            <b>{title}</b>
            <small>{detail}</small>
          </span>
          {second && <Tag>2 people</Tag>}
          <Keys names={[key]} />
        </button>
      ))}
    </section>
  )
}
