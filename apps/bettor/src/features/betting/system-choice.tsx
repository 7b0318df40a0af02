import { Plural, useLingui } from '@lingui/react/macro'
import { SizeName } from '../../slip/bet-name.tsx'
import choices from '../../slip/choices.module.css'
import { systemBets } from '../../slip/system-size.ts'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import style from './slip.module.css'

/** Scrolls the choice into sight when the type is chosen further down the slip. */
const showWhole = (choice: HTMLElement | null): void => choice?.scrollIntoView({ block: 'nearest' })

/** Which combinations a system bet covers: "Doubles (6 bets)". */
export function SystemChoice({ legs }: { legs: number }) {
  const { t } = useLingui()
  const send = useSend()
  const system = useApp(({ betting: { system: sizes } }) => sizes)
  const toggle = (size: number): void => {
    const value = system.includes(size)
      ? system.filter((each) => each !== size)
      : [...system, size].sort((a, b) => a - b)
    send(betting.actions.set({ field: 'system', value }))
  }
  return (
    <div ref={showWhole} role="group" aria-label={t`Combinations`} className={`${style.system} ${choices.choices}`}>
      <span>{t`Choose your combinations`}</span>
      {Array.from({ length: legs }, (_, index) => index + 1).map((size) => (
        <button key={size} type="button" aria-pressed={system.includes(size)} onClick={() => toggle(size)}>
          <SizeName size={size} />{' '}
          <span>
            (<Plural value={systemBets(legs, [size])} one="# bet" other="# bets" />)
          </span>
        </button>
      ))}
    </div>
  )
}
