import { Plural, useLingui } from '@lingui/react/macro'
import { formatMoney } from '@nare/money/money'
import { Amount } from '@nare/ui/amount'
import { useEffect } from 'react'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { whenIdle } from '../../loading/when-idle.ts'
import { SlipBar as Bar, SlipSheet } from '../../slip/bar.tsx'
import { totalOf } from '../../slip/stakes.ts'
import { useUnresolved } from '../../slip/use-sent-bets.ts'
import { useKeptStake } from '../../slip/use-stake.ts'
import { useApp } from '../../state/hooks.ts'
import { useEditing } from './edit/editing.ts'
import { sports } from './place-slip.ts'
import { SlipTools } from './slip-tools.tsx'
import { tools } from './tools.ts'
import { useSlipNow } from './use-slip-now.ts'
import { useSlipWin } from './use-slip-win.ts'
import style from './slip.module.css'

const loadSlip = () => loadWithMessages(() => import('./slip.tsx'), ['slip'])
const Slip = lazyPart(() => loadSlip().then((slip) => slip.Slip))

/** The slip bar of phones: pick count, total odds, stake and what a win pays after tax, or that a bet is being checked; a tap opens the slip. */
export function SlipBar() {
  const { t } = useLingui()
  useKeptStake('sports')
  useUnresolved(sports, tools)
  useEffect(() => whenIdle(loadSlip), [])
  return (
    <SlipSheet kind="sports" title={t`Slip`} tools={<SlipTools />} tall bar={(open) => <FilledBar onOpen={open} />}>
      {(isLow) => <Slip isLow={isLow} />}
    </SlipSheet>
  )
}

function FilledBar({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  const slip = useApp((state) => state.betting.slip)
  const receipts = useApp(({ betting: { receipts: placed } }) => placed.filter(({ referral }) => !referral).length)
  const isChecked = useApp(
    ({ betting: { placements } }) =>
      placements.sports.stage === 'checking' || placements.sports.refusal?.code === 'no_answer',
  )
  const editing = useEditing()
  const { stakes, shown, winTax } = useSlipWin(slip, useSlipNow(slip))
  const total = totalOf(stakes)
  const win = winTax?.paid ?? shown.boosted ?? shown.win
  if (slip.length === 0 && editing)
    return <Bar head={<b>{t`Editing bet #${editing.bet_id}`}</b>} odds={null} sum={null} onOpen={onOpen} />
  if (slip.length === 0)
    return <Bar head={<b>{receipts > 0 ? t`Bet placed` : t`Slip`}</b>} odds={null} sum={null} onOpen={onOpen} />
  return (
    <Bar
      head={
        <b className={style.picks}>
          <span aria-hidden="true">{slip.length}</span>
          <span className="unseen">
            <Plural value={slip.length} one="# pick" other="# picks" />
          </span>
        </b>
      }
      odds={shown.totalOdds}
      sum={
        editing
          ? t`Editing bet #${editing.bet_id}`
          : isChecked
            ? t`Checking…`
            : total &&
              win && (
                <>
                  <Amount bare value={formatMoney(total)} /> → <Amount bare value={win} />
                </>
              )
      }
      onOpen={onOpen}
    />
  )
}
