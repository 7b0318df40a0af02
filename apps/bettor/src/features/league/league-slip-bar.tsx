import { Plural, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { SlipBar, SlipSheet } from '../../slip/bar.tsx'
import { useReceipts } from '../../slip/use-receipts.ts'
import { useWinTax } from '../../slip/win-tax-fact.tsx'
import { useApp } from '../../state/hooks.ts'
import { slip } from '../../state/slips.ts'
import { LeagueSlip, useLeaguePreview } from './league-slip.tsx'
import style from './league-slip.module.css'

/** The league slip on a phone: a bar with picks and payout while it is not empty, and the slip as a sheet. */
export function LeagueSlipBar() {
  const { t } = useLingui()
  return (
    <SlipSheet kind="league" title={t`Nare league slip`} bar={(open) => <FilledBar onOpen={open} />}>
      {(isLow) => <LeagueSlip isLow={isLow} />}
    </SlipSheet>
  )
}

function FilledBar({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  const picks = useApp((state) => slip('league').of(state.betting)).length
  const stake = useApp((state) => state.betting.kiron_stake)
  const stage = useApp((state) => state.betting.placements.league.stage)
  const { receipts } = useReceipts('league')
  const shown = useLeaguePreview()
  const winTax = useWinTax('league', [{ stake, win: shown.win ?? '' }])
  if (picks === 0 && receipts.length === 0) return null
  return (
    <>
      <div className={style.room} />
      <SlipBar
        plain
        head={<b>{picks > 0 ? <Plural value={picks} one="# pick" other="# picks" /> : t`Bet placed`}</b>}
        odds={picks > 0 ? shown.totalOdds : null}
        sum={
          stage === 'checking'
            ? t`Checking…`
            : stake &&
              shown.win && (
                <>
                  <Amount value={stake} /> → <Amount bare value={winTax?.paid ?? shown.win} />
                </>
              )
        }
        onOpen={onOpen}
      />
    </>
  )
}
