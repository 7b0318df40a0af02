import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '@nare/money/money'
import { Amount, useAmountText } from '@nare/ui/amount'
import { thousands } from '@nare/ui/format'
import { Price } from '@nare/ui/price'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { loadMessages } from '../../i18n/locale.ts'
import { ctaOf, isNamedBy, type LegNow } from '../../slip/cta.ts'
import { difference } from '../../slip/difference.ts'
import { Facts, KeptNote, SlipFoot as Shared } from '../../slip/foot.tsx'
import { payoutOf, type Preview } from '../../slip/preview.ts'
import { Stake } from '../../slip/stake.tsx'
import { totalOf, withoutStakes } from '../../slip/stakes.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import { useStake } from '../../slip/use-stake.ts'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import { useConnected } from '../../state/use-connected.ts'
import { AcceptChoice } from './accept-choice.tsx'
import { FootNotice } from './foot-notice.tsx'
import { SlipButton } from './slip-button.tsx'
import { SlipSpeaker } from './slip-speaker.tsx'
import { WinTaxFact } from '../../slip/win-tax-fact.tsx'
import { useSlipWin } from './use-slip-win.ts'
import style from '../../slip/foot.module.css'

type FootProps = { slip: readonly Pick[]; now: readonly LegNow[]; onCode: () => void; isLow: boolean }

/** The foot of the sports slip: notices, stake, odds, boost, tax, possible payout and the button. */
export function SlipFoot({ slip, now, onCode, isLow }: FootProps) {
  const { t } = useLingui()
  const state = useApp((root) => root.betting)
  const settings = useApp(({ data }) => data.app_config)
  const bet = useBetFacts()
  const { balance, online, pause = null } = bet
  const connected = useConnected()
  useEffect(() => void loadMessages('forms').catch(() => undefined), [])
  const { type, stake, stakes, shown, bonus, bonusStake, winTax } = useSlipWin(slip, now)
  const legs = slip.map((pick, index) => ({
    seen: pick.odd_value,
    now: now[index] ?? { odd_value: pick.odd_value, state: 'open' as const },
  }))
  const liveLegs = slip.some(({ live }) => live)
  const cta = ctaOf({
    ...bet,
    legs,
    accept: state.accept,
    stake,
    stakes,
    minStake: settings?.min_stake ?? state.minStake ?? bet.minStake,
    bonus,
    placing: state.placements.sports.stage,
    liveSeconds: state.slip_has_live_interval,
    refusal: state.placements.sports.refusal,
    online: online && (connected || !liveLegs),
  })
  const win = payoutOf(shown, now)
  const tax = Number(state.slip_tax?.withdrawal_percent) > 0 && (
    <TaxText percent={state.slip_tax?.withdrawal_percent ?? '0'} />
  )
  return (
    <Shared
      isLow={isLow}
      notice={
        <>
          <SlipSpeaker
            moved={slip.filter((pick, index) => (now[index]?.odd_value ?? pick.odd_value) !== pick.odd_value).length}
          />
          <FootNotice pause={pause} live={liveLegs} />
        </>
      }
      stake={<StakeField slip={slip} stakes={stakes} isSystem={type === 'system'} />}
      facts={
        <Facts>
          {bonusStake && (
            <b className={style.boost}>
              <Trans>
                <Amount value={bonusStake} /> of this is bonus
              </Trans>
            </b>
          )}
          {!isLow && shown.totalOdds && (
            <>
              {t`Odds`}{' '}
              <b>
                <Price value={shown.totalOdds} />
              </b>
            </>
          )}
          {(type === 'system' || shown.lines > 1) && <Lines shown={shown} stake={stake} />}
          {type === 'multi' && shown.win !== null && shown.boosted !== null && shown.win !== shown.boosted && (
            <Boost win={shown.win} boosted={shown.boosted} />
          )}
          {!isLow && tax}
          {winTax && <WinTaxFact tax={winTax} />}
        </Facts>
      }
      payout={
        isLow && isNamedBy(cta, balance) && !winTax
          ? undefined
          : { name: winTax ? t`Payout after tax` : t`Possible payout`, value: <Amount value={winTax?.paid ?? win} /> }
      }
      button={
        <>
          <SlipButton cta={cta} stake={stake} totalOdds={shown.totalOdds} win={winTax?.paid ?? win} now={now} />
          {balance === null && <KeptNote />}
        </>
      }
    >
      <AcceptChoice />
      {isLow && <span>{tax}</span>}
      <span>
        {!isLow && (
          <>
            <button type="button" onClick={onCode}>{t`Use booking code`}</button> ·{' '}
          </>
        )}
        <Link href="/profile?tab=limits">{t`Limits`}</Link>
      </span>
    </Shared>
  )
}

/** The number of bets, and the part of the stake of each in a system. */
function Lines({ shown, stake }: { shown: Preview; stake: string }) {
  return shown.each === undefined || shown.lines < 2 ? (
    <Plural value={shown.lines} one="# bet" other="# bets" />
  ) : (
    <Trans>
      <Amount value={stake} /> in all, <Amount value={shown.each} /> each of {shown.lines} bets
    </Trans>
  )
}

type StakeProps = {
  slip: readonly Pick[]
  /** The stakes of the bets. */
  stakes: readonly string[]
  /** Whether the stake is divided over the bets of a system. */
  isSystem: boolean
}

/** The stake; for several singles the one for all, which replaces those of their own. */
function StakeField({ slip, stakes, isSystem }: StakeProps) {
  const { t } = useLingui()
  const send = useSend()
  const [stake, setStake] = useStake('sports')
  const isForAll = stakes.length > 1
  const isEqual = stakes.every((each) => each === stake)
  const total = isEqual ? undefined : totalOf(stakes)
  const change = (value: string): void => {
    if (isForAll && !isEqual) send(betting.actions.set({ field: 'slip', value: withoutStakes(slip) }))
    setStake(value)
  }
  return (
    <Stake
      kind="sports"
      stake={isForAll && !isEqual ? '' : stake}
      setStake={change}
      label={isForAll ? t`Stake for each pick` : isSystem ? t`Stake in all` : undefined}
      placeholder={isForAll ? (isEqual ? t`Each pick` : '') : undefined}
      after={
        !isForAll || (isEqual && stake === '')
          ? undefined
          : isEqual
            ? `×${stakes.length}`
            : total && `= ${thousands(formatMoney(total))}`
      }
    />
  )
}

function Boost({ win, boosted }: { win: string; boosted: string }) {
  const percent = useApp(({ betting: { boost_percent } }) => boost_percent)
  const text = useAmountText()
  return (
    <>
      <Trans>Boost</Trans> {percent > 0 && `${percent}%`}{' '}
      <b className={style.boost}>+{text(difference(boosted, win))}</b>
    </>
  )
}

function TaxText({ percent }: { percent: string }) {
  const shortPercent = percent.replace(/\.0+$/, '')
  return <Trans>Tax {shortPercent}% at withdrawal</Trans>
}
