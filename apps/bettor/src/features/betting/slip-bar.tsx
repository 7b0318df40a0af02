import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { Sheet } from '@nare/ui/sheet'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { whenIdle } from '../../loading/when-idle.ts'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { preview } from '../../slip/preview.ts'
import { SlipTools } from './slip-tools.tsx'
import { useSlipNow } from './use-slip-now.ts'
import { useKeptStake } from './use-stake.ts'
import { useUnresolved } from './use-unresolved.ts'
import style from './slip-bar.module.css'

const loadSlip = () => loadWithMessages(() => import('./slip.tsx'), ['slip'])
const Slip = lazyPart(() => loadSlip().then((slip) => slip.Slip))

/** The slip bar of phones: pick count, total odds, stake and possible win, or that a bet is being checked; a tap opens the slip. */
export function SlipBar() {
  const { t } = useLingui()
  const [path] = useLocation()
  const [openOn, setOpenOn] = useState<string | undefined>()
  const setOpen = useCallback((open: boolean): void => setOpenOn(open ? path : undefined), [path])
  const slip = useApp((state) => state.betting.slip)
  const type = useApp((state) => state.betting.bet_type)
  const system = useApp((state) => state.betting.system)
  const stake = useApp(({ data }) => data.stake_value)
  const boost = useApp(({ data }) => data.app_config?.boost)
  const receipts = useApp(({ betting: { receipts: placed } }) => placed.length)
  const isIdle = useApp(({ betting: { placing } }) => placing === 'idle')
  const isChecked = useApp(
    ({ betting: { placing, refusal } }) => placing === 'checking' || refusal?.code === 'no_answer',
  )
  const send = useSend()
  const now = useSlipNow(slip)
  useKeptStake()
  useUnresolved()
  const prices = slip.map((pick, index) => now[index]?.odd_value ?? pick.odd_value)
  const shown = preview({ prices, type: slip.length === 1 ? 'single' : type, system, stake, boost })
  const win = shown.boosted ?? shown.win
  useEffect(() => {
    const show = (): void => setOpen(true)
    addEventListener('nare:slip', show)
    return () => removeEventListener('nare:slip', show)
  }, [setOpen])
  useEffect(() => whenIdle(loadSlip), [])
  /** Receipts that were seen are not shown again. */
  const close = (): void => {
    setOpen(false)
    if (receipts > 0 && isIdle) send(betting.actions.reset('receipts'))
  }
  return (
    <>
      <button type="button" className={style.bar} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {slip.length > 0 ? (
          <b className={style.count}>
            <span aria-hidden="true">{slip.length}</span>
            <span className="unseen">
              <Plural value={slip.length} one="# pick" other="# picks" />
            </span>
          </b>
        ) : (
          <b>{receipts > 0 ? <Trans>Bet placed</Trans> : <Trans>Slip</Trans>}</b>
        )}
        {shown.totalOdds && slip.length > 0 && <Price value={shown.totalOdds} />}
        {slip.length > 0 && (isChecked || (stake && win)) && (
          <span className={style.sum}>
            {isChecked ? (
              <Trans>Checking…</Trans>
            ) : (
              <>
                <Amount bare value={stake} /> → <Amount bare value={win} />
              </>
            )}
          </span>
        )}
        <Icon name="right" size={18} />
      </button>
      <Sheet open={openOn === path} title={t`Slip`} tools={<SlipTools />} closeLabel={t`Close`} tall onClose={close}>
        <Slip />
      </Sheet>
    </>
  )
}
