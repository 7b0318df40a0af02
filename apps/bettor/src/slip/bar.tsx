import { useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { LowSheet } from '@nare/ui/low-sheet'
import { Price } from '@nare/ui/price'
import { Sheet } from '@nare/ui/sheet'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '../state/hooks.ts'
import { slip, type SlipKind } from '../state/slips.ts'
import style from './bar.module.css'
import { onOpenSlip } from './open-slip.ts'
import { useReceipts } from './use-receipts.ts'

type SheetProps = {
  kind: SlipKind
  title: string
  /** Controls beside the title. */
  tools?: ReactNode
  tall?: boolean
  /** The bet is placed from the bar: its receipt opens the sheet. */
  opensOnReceipt?: boolean
  /** The bar, with the function that opens the sheet. */
  bar: (open: () => void) => ReactNode
  children: (isLow: boolean) => ReactNode
}

/**
 * A slip on a phone: its bar, and its sheet, which the bar and the slip's key open. The sheet of a single pick is low: the page above it
 * stays usable, and a second pick closes it. A navigation closes the sheet for good, and so does a dismissed receipt with no picks below
 * it. Receipts of a sheet that was closed have been seen and are not shown again.
 */
export function SlipSheet({ kind, title, tools, tall = false, opensOnReceipt = false, bar, children }: SheetProps) {
  const { t } = useLingui()
  const [path] = useLocation()
  const [openOn, setOpenOn] = useState<string | undefined>()
  const { receipts, dismiss } = useReceipts(kind)
  const picks = useApp(({ betting }) => Object.keys(slip(kind).of(betting) ?? []).length)
  const [isWhole, setWhole] = useState(false)
  const hasReceipt = receipts.length > 0
  const isLow = kind !== 'jackpot' && !isWhole && !hasReceipt
  const open = (): void => {
    setWhole(picks !== 1)
    setOpenOn(path)
  }
  const onKey = useEffectEvent(open)
  useEffect(() => onOpenSlip(() => onKey()), [])
  const [had, setHad] = useState(false)
  if (had !== hasReceipt) {
    setHad(hasReceipt)
    if (hasReceipt && opensOnReceipt) open()
    if (!hasReceipt && picks === 0) setOpenOn(undefined)
  }
  if (openOn !== undefined && isLow && picks > 1) setOpenOn(undefined)
  const close = (): void => {
    setOpenOn(undefined)
    if (hasReceipt) dismiss()
  }
  const onLeft = useEffectEvent((left: string) => {
    if (left !== path && hasReceipt) dismiss()
  })
  useEffect(() => (openOn === path ? () => onLeft(path) : undefined), [openOn, path])
  if (openOn !== undefined && openOn !== path) setOpenOn(undefined)
  const sheet = { open: openOn === path, title, closeLabel: t`Close`, onClose: close }
  return (
    <>
      {bar(open)}
      {isLow ? (
        <LowSheet {...sheet} expandLabel={t`Show the whole slip`} onExpand={() => setWhole(true)}>
          {children(true)}
        </LowSheet>
      ) : (
        <Sheet {...sheet} tools={tools} tall={tall}>
          {children(false)}
        </Sheet>
      )}
    </>
  )
}

type BarProps = {
  /** The number of picks, or what the slip has instead. */
  head: ReactNode
  odds: string | null
  /** Stake and possible win, or the state of the bet. */
  sum: ReactNode
  plain?: boolean
  onOpen: () => void
}

/** The bar of a slip above the bottom navigation. */
export function SlipBar({ head, odds, sum, plain = false, onOpen }: BarProps) {
  return (
    <button type="button" className={style.bar} data-plain={plain || undefined} aria-haspopup="dialog" onClick={onOpen}>
      {head}
      {odds && <Price value={odds} />}
      {sum && <span className={style.sum}>{sum}</span>}
      <Icon name="right" size={18} />
    </button>
  )
}
