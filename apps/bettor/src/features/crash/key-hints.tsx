import { useLingui } from '@lingui/react/macro'
import { singleKeys } from '../../preferences/single-keys.ts'
import type { SlotNo } from './slots.ts'
import style from './panel.module.css'

type HintProps = { slotNo: SlotNo; open: boolean; scales: boolean }

/** The keys of a bet panel that do something now; only devices with a mouse show them, and none if the bettor has switched keys off. */
export function KeyHints({ slotNo, open, scales }: HintProps) {
  const { t } = useLingui()
  if (!singleKeys.on()) return null
  const letter = slotNo === 1 ? 'A' : 'B'
  const hints: readonly (readonly [key: string, text: string])[] = [
    open ? [slotNo === 1 ? t`Space` : 'B', t`cash out ${letter}`] : [letter, t`bet ${letter}`],
    ...(scales ? [['S', t`half`] as const, ['D', t`double`] as const] : []),
  ]
  return (
    <p className={style.keys}>
      {hints.map(([key, text]) => (
        <span key={key}>
          <kbd>{key}</kbd> {text}
        </span>
      ))}
    </p>
  )
}
