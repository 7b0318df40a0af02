import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount, useAmountText } from '@nare/ui/amount'
import { currencySign, dateWithYear } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { Price } from '@nare/ui/price'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { loadMessages } from '../../i18n/locale.ts'
import { bonusPart, spendableBonus } from '../../slip/bonus-part.ts'
import { ctaOf, type LegNow } from '../../slip/cta.ts'
import { difference } from '../../slip/difference.ts'
import { PlacementNotice, SlipFoot as Shared } from '../../slip/foot.tsx'
import { preview } from '../../slip/preview.ts'
import { Stake } from '../../slip/stake.tsx'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import { useStake } from '../../slip/use-stake.ts'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import type { Pick } from '../../state/picks.ts'
import { useConnected } from '../../state/use-connected.ts'
import { AcceptChoice } from './accept-choice.tsx'
import { SlipButton } from './slip-button.tsx'
import { SlipSpeaker } from './slip-speaker.tsx'
import style from './slip-foot.module.css'

type FootProps = { slip: readonly Pick[]; now: readonly LegNow[]; onCode: () => void }

/** The part pinned below the picks: notices, stake, odds, boost, tax, possible payout and the button. */
export function SlipFoot({ slip, now, onCode }: FootProps) {
  const { t } = useLingui()
  const state = useApp((root) => root.betting)
  const settings = useApp(({ data }) => data.app_config)
  const bet = useBetFacts()
  const { balance, online, pause = null } = bet
  const allBonus = useApp(({ auth }) => (auth.isLoggedIn ? auth.user?.bonus : undefined))
  const [stake] = useStake('sports')
  const connected = useConnected()
  useEffect(() => void loadMessages('forms').catch(() => undefined), [])
  const type = slip.length === 1 ? 'single' : state.bet_type
  const prices = slip.map((pick, index) => now[index]?.odd_value ?? pick.odd_value)
  const shown = preview({ prices, type, system: state.system, stake, boost: settings?.boost })
  const legs = slip.map((pick, index) => ({
    seen: pick.odd_value,
    now: now[index] ?? { odd_value: pick.odd_value, state: 'open' as const },
  }))
  const liveLegs = slip.some(({ live }) => live)
  const bets = type === 'single' ? slip.length : 1
  const bonus = spendableBonus({ stake, bets, balance, bonus: allBonus, answered: state.slip_bonus })
  const cta = ctaOf({
    ...bet,
    legs,
    accept: state.accept,
    stake,
    bets,
    minStake: settings?.min_stake ?? state.minStake ?? bet.minStake,
    bonus,
    placing: state.placements.sports.stage,
    liveSeconds: state.slip_has_live_interval,
    refusal: state.placements.sports.refusal,
    online: online && (connected || !liveLegs),
  })
  const bonusStake = bonusPart({ stake, bets, balance, bonus })
  return (
    <Shared className={style.foot}>
      <SlipSpeaker
        moved={slip.filter((pick, index) => (now[index]?.odd_value ?? pick.odd_value) !== pick.odd_value).length}
      />
      <FootNotice pause={pause} live={liveLegs} />
      <StakeField value={stake} bets={bets} isSystem={type === 'system'} />
      {bonusStake && (
        <p className={style.line}>
          <b className={style.boost}>
            <Trans>
              <Amount value={bonusStake} /> of this is bonus
            </Trans>
          </b>
        </p>
      )}
      <p className={style.line}>
        <Facts>
          {shown.totalOdds && (
            <>
              {t`Odds`}{' '}
              <b>
                <Price value={shown.totalOdds} />
              </b>
            </>
          )}
          {shown.each !== undefined && shown.lines > 1 ? (
            <Trans>
              <Amount value={stake} /> in all, <Amount value={shown.each} /> each of {shown.lines} bets
            </Trans>
          ) : (
            (type === 'system' || shown.lines > 1) && <Plural value={shown.lines} one="# bet" other="# bets" />
          )}
          {type === 'multi' && shown.win !== null && shown.boosted !== null && shown.win !== shown.boosted && (
            <Boost win={shown.win} boosted={shown.boosted} />
          )}
          {Number(state.slip_tax?.withdrawal_percent) > 0 && (
            <TaxText percent={state.slip_tax?.withdrawal_percent ?? '0'} />
          )}
        </Facts>
      </p>
      <dl className={style.payout}>
        <dt>{t`Possible payout`}</dt>
        <dd>
          <Amount value={shown.boosted ?? shown.win} />
        </dd>
      </dl>
      <SlipButton cta={cta} stake={stake} totalOdds={shown.totalOdds} now={now} />
      <div className={style.last}>
        <AcceptChoice />
        <span>
          <button type="button" onClick={onCode}>{t`Use booking code`}</button> ·{' '}
          <Link href="/profile?tab=limits">{t`Limits`}</Link>
        </span>
      </div>
    </Shared>
  )
}

/** The refusals of a live bet during or after its acceptance delay, when its stake is refunded. */
const liveRefusals: ReadonlySet<string> = new Set(['market_suspended', 'match_started', 'odds_changed'])

type NoticeProps = { pause: { until: string | null } | null; live: boolean }

/** Why the bet cannot be placed, or that its outcome is unknown; shown above the stake. */
function FootNotice({ pause, live }: NoticeProps) {
  const { i18n, t } = useLingui()
  const { stage, refusal } = useApp(({ betting }) => betting.placements.sports)
  const period = useExclusion()?.period
  const end = pause?.until && dateWithYear(pause.until, i18n.locale)
  if (pause)
    return (
      <Notice tone="info">
        {end ? (
          <Trans>You're taking a break until {end}.</Trans>
        ) : period === 'permanent' ? (
          t`You're excluded for good.`
        ) : (
          t`This account is closed.`
        )}{' '}
        {t`You can still withdraw.`}
      </Notice>
    )
  const isLive = refusal !== null && liveRefusals.has(refusal.code)
  return (
    <PlacementNotice
      placement={{ stage, refusal }}
      checking={t`We're checking whether your bet was placed. You don't need to place it again.`}
      unknown={
        <Trans>
          We lost the connection before your bet was confirmed. If it was placed, it's in My bets. Trying again never
          places it twice.
        </Trans>
      }
      more={
        <>
          {(refusal?.code === 'overloaded' || isLive) && <>. {t`Nothing was placed.`}</>}
          {live && isLive && <> {t`Your stake is in your balance.`}</>}
        </>
      }
    />
  )
}

type StakeProps = {
  value: string
  /** The number of bets that each have this stake. */
  bets: number
  /** Whether the stake is divided over the bets of a system. */
  isSystem: boolean
}

function StakeField({ value, bets, isSystem }: StakeProps) {
  const { t } = useLingui()
  const isPerPick = bets > 1
  const currency = useApp(({ data }) => data.app_config?.currency ?? 'KES')
  return (
    <Stake kind="sports" className={style.stake}>
      {(input) => (
        <label className={style.amount}>
          <span aria-hidden="true">{currencySign(currency)}</span>
          <input
            aria-label={isPerPick ? t`Stake for each pick` : isSystem ? t`Stake in all` : t`Stake`}
            placeholder={isPerPick ? t`Each pick` : t`Stake`}
            {...input}
          />
          {isPerPick && value !== '' && <span aria-hidden="true">×{bets}</span>}
        </label>
      )}
    </Stake>
  )
}

/** Short facts in one line; the style sheet adds dots between them. */
function Facts({ children }: { children: ReactNode[] }) {
  return children.map((fact, index) => fact && <span key={index}>{fact}</span>)
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
