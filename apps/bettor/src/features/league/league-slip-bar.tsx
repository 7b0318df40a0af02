import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { Sheet } from '@nare/ui/sheet'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { preview } from '../../slip/preview.ts'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { slip } from '../../state/slips.ts'
import { useKeptChoices } from '../../slip/kept-choices.ts'
import { LeagueSlip } from './league-slip.tsx'
import style from './league-slip.module.css'

/** The league slip on a phone: a bar with picks and payout while it is not empty. A tap opens the slip as a sheet; navigation closes it. */
export function LeagueSlipBar() {
  const { t } = useLingui()
  const [path] = useLocation()
  const [openOn, setOpenOn] = useState<string | undefined>()
  const setOpen = useCallback((open: boolean): void => setOpenOn(open ? path : undefined), [path])
  const picks = useApp((state) => slip('league').of(state.betting))
  const stake = useApp((state) => state.betting.kiron_stake)
  const send = useSend()
  const isPlacing = useApp((state) => state.betting.kiron_placing !== 'idle')
  const hasReceipt = useApp((state) => state.betting.kiron !== null)
  useKeptChoices('league')
  // Dismissing the receipt returns to the matches.
  const [hadReceipt, setHadReceipt] = useState(hasReceipt)
  if (hadReceipt !== hasReceipt) {
    setHadReceipt(hasReceipt)
    if (!hasReceipt && picks.length === 0) setOpen(false)
  }
  /** A receipt that was seen is not shown again. */
  const close = (): void => {
    setOpen(false)
    if (hasReceipt && !isPlacing) send(betting.actions.reset('kiron'))
  }
  const type = picks.length === 1 ? 'single' : 'multi'
  const prices = picks.map(({ odd_value }) => odd_value)
  const shown = preview({ prices, type, system: [], stake, boost: undefined })
  useEffect(() => {
    const show = (): void => setOpen(true)
    addEventListener('nare:slip', show)
    return () => removeEventListener('nare:slip', show)
  }, [setOpen])
  return (
    <>
      {(picks.length > 0 || hasReceipt) && (
        <>
          <div className={style.room} />
          <button type="button" className={style.bar} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <b>
              {picks.length > 0 ? (
                <Plural value={picks.length} one="# pick" other="# picks" />
              ) : (
                <Trans>Bet placed</Trans>
              )}
            </b>
            {shown.totalOdds && picks.length > 0 && <Price value={shown.totalOdds} />}
            {stake && shown.win && (
              <span>
                <Amount value={stake} /> → <Amount bare value={shown.win} />
              </span>
            )}
            <Icon name="right" size={18} />
          </button>
        </>
      )}
      <Sheet open={openOn === path} title={t`Nare league slip`} closeLabel={t`Close`} onClose={close}>
        <LeagueSlip />
      </Sheet>
    </>
  )
}
