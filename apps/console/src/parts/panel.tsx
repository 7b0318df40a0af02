import { Button } from '@nare/ui/button'
import type { ReactNode } from 'react'
import { Keys } from './controls.tsx'
import { labelOf } from './format.ts'
import { useKeys } from './keys.ts'
import style from './panel.module.css'

/** What is chosen in a list, beside it. */
export function Panel({ children }: { children: ReactNode }) {
  return <section className={style.panel}>{children}</section>
}

/** What somebody wrote, in its own lines. */
export function Words({ children }: { children: ReactNode }) {
  return <p className={style.words}>{children}</p>
}

/** The name of what is chosen, at the top of its panel. */
export function PanelName({ children }: { children: ReactNode }) {
  return <p className={style.name}>{children}</p>
}

/** Buttons in a line. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={style.buttons}>{children}</div>
}

type Props<A extends string> = {
  /** The key of each action, of those too that cannot be done now. */
  readonly keys: Readonly<Record<A, string>>
  /** What can be done now; the first is the usual one. */
  readonly actions: readonly A[]
  readonly textOf?: (action: A) => string
  readonly onAsk: (action: A) => void
}

/** What can be done about what is chosen: a button and a key for each. */
export function ActionButtons<A extends string>({ keys, actions, textOf = labelOf, onAsk }: Props<A>) {
  useKeys(
    (Object.keys(keys) as A[]).map((action) => ({
      keys: [keys[action]],
      label: textOf(action).toLowerCase(),
      press: () => onAsk(action),
      on: actions.includes(action),
    })),
  )
  if (actions.length === 0) return null
  return (
    <Buttons>
      {actions.map((action, at) => (
        <Button key={action} look={at === 0 ? 'primary' : 'soft'} small onClick={() => onAsk(action)}>
          {textOf(action)} <Keys names={[keys[action]]} />
        </Button>
      ))}
    </Buttons>
  )
}
