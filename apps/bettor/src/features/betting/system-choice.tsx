import { Trans, useLingui } from '@lingui/react/macro'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import style from './slip.module.css'

/** Which combination sizes a system bet covers. */
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
    <div role="group" aria-label={t`Combinations`} className={style.system}>
      <span>
        <Trans>Combinations of</Trans>
      </span>
      {Array.from({ length: legs }, (_, index) => index + 1).map((size) => (
        <button
          key={size}
          type="button"
          aria-pressed={system.includes(size)}
          aria-label={t`${size} of ${legs}`}
          onClick={() => toggle(size)}
        >
          {size}/{legs}
        </button>
      ))}
    </div>
  )
}
