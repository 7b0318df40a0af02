import { useLingui } from '@lingui/react/macro'
import { betting, type BetType } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useClearSlip } from '../../slip/clear-slip.ts'
import { useEditing } from './edit/editing.ts'
import style from './slip.module.css'

/** The controls in the head of the slip: the bet type, and the button that clears the slip. */
export function SlipTools() {
  const { t } = useLingui()
  const send = useSend()
  const clear = useClearSlip('sports')
  const picks = useApp(({ betting: { slip } }) => slip.length)
  const type = useApp(({ betting: { bet_type } }) => bet_type)
  // The slip of an edit is one bet, and its head leads back.
  const editing = useEditing()
  if (picks === 0 || editing) return null
  const types: readonly { key: BetType; text: string }[] = [
    { key: 'single', text: t`Singles` },
    { key: 'multi', text: t`Multi` },
    ...(picks > 2 || type === 'system' ? [{ key: 'system' as const, text: t`System` }] : []),
  ]
  return (
    <div className={style.tools}>
      {picks > 1 && (
        <div role="group" aria-label={t`Bet type`} className={style.types}>
          {types.map(({ key, text }) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === type}
              onClick={() => send(betting.actions.set({ field: 'bet_type', value: key }))}
            >
              {text}
            </button>
          ))}
        </div>
      )}
      <button type="button" className={style.clear} onClick={clear}>{t`Clear`}</button>
    </div>
  )
}
