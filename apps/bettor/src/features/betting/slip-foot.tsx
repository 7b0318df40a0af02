import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Notice } from '@nare/ui/notice'
import { Price } from '@nare/ui/price'
import { useEffect } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { loadMessages } from '../../i18n/locale.ts'
import { useConnected } from '../../state/use-connected.ts'
import { useApp } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import { ctaOf, type LegNow } from '../../slip/cta.ts'
import { AcceptChoice } from './accept-choice.tsx'
import { preview } from '../../slip/preview.ts'
import { ShareSlip } from './share-slip.tsx'
import { SlipSpeaker } from './slip-speaker.tsx'
import { SlipButton } from './slip-button.tsx'
import { Stake } from './stake.tsx'
import { SystemChoice } from './system-choice.tsx'
import { useOnline } from '../../slip/use-online.ts'
import { useStake } from './use-stake.ts'
import style from './slip.module.css'

/** Below the picks: price-change setting, stake, totals, notices and the button. */
export function SlipFoot({ slip, now }: { slip: readonly Pick[]; now: readonly LegNow[] }) {
  const { i18n } = useLingui()
  const state = useApp((root) => root.betting)
  const settings = useApp(({ data }) => data.app_config)
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? (auth.user?.balance ?? '0.00') : null))
  const [stake, setStake] = useStake()
  const online = useOnline()
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
  const cta = ctaOf({
    legs,
    accept: state.accept,
    stake,
    bets: type === 'single' ? slip.length : 1,
    minStake: settings?.min_stake ?? state.minStake ?? '20.00',
    maxStake: settings?.max_stake ?? '',
    balance,
    placing: state.placing,
    liveSeconds: state.slip_has_live_interval,
    refusal: state.refusal,
    online: online && (connected || !liveLegs),
  })
  const offlineOnly = state.refusal?.code === 'no_answer' || (state.refusal?.code === 'not_sent' && online)
  const refusal = offlineOnly ? null : state.refusal
  return (
    <div className={style.foot}>
      {type === 'system' && <SystemChoice legs={slip.length} />}
      <AcceptChoice />
      <SlipSpeaker
        moved={slip.filter((pick, index) => (now[index]?.odd_value ?? pick.odd_value) !== pick.odd_value).length}
      />
      <Stake value={stake} onChange={setStake} each={type === 'single' && slip.length > 1} />
      <dl className={style.sums}>
        {shown.totalOdds && (
          <div>
            <dt>
              <Trans>Total odds</Trans>
            </dt>
            <dd>
              <Price value={shown.totalOdds} />
            </dd>
          </div>
        )}
        {type === 'system' && (
          <div>
            <dt>
              <Trans>Lines</Trans>
            </dt>
            <dd className="num">{shown.lines}</dd>
          </div>
        )}
        {type === 'multi' && <Boost win={shown.win} boosted={shown.boosted} />}
        {state.slip_tax && <TaxLine percent={state.slip_tax.withdrawal_percent} />}
      </dl>
      {type === 'multi' && (
        <p className={style.hint}>
          <Trans>All {slip.length} picks must win.</Trans> <BoostHint />
        </p>
      )}
      {refusal && (
        <Notice>
          {failureText(i18n, refusal)}
          {refusal.code === 'overloaded' && (
            <>
              . <Trans>Nothing was placed.</Trans>
            </>
          )}
        </Notice>
      )}
      {state.placing === 'checking' && (
        <Notice tone="info">
          <Trans>We're checking whether this bet was placed. You don't need to place it again.</Trans>
        </Notice>
      )}
      {state.refusal?.code === 'no_answer' && (
        <Notice>
          <Trans>
            No connection: we couldn't confirm this bet. If it was placed, it's in My bets. Trying again never places it
            twice.
          </Trans>
        </Notice>
      )}
      <div className={style.cta}>
        <dl className={style.sums}>
          <div className={style.total}>
            <dt>
              <Trans>You may get</Trans>
            </dt>
            <dd>
              <Amount value={shown.boosted ?? shown.win} />
            </dd>
          </div>
        </dl>
        <SlipButton cta={cta} stake={stake} totalOdds={shown.totalOdds} now={now} />
      </div>
      <ShareSlip slip={slip} />
    </div>
  )
}

function Boost({ win, boosted }: { win: string | null; boosted: string | null }) {
  const percent = useApp(({ betting: { boost_percent } }) => boost_percent)
  const text = useAmountText()
  if (win === null || boosted === null || win === boosted) return null
  return (
    <div>
      <dt>
        <Trans>Boost</Trans> {percent > 0 && `${percent}%`}
      </dt>
      <dd className={style.boost}>+{text(difference(boosted, win))}</dd>
    </div>
  )
}

/** The current boost and what more picks would add, from the counts of the last validation. */
function BoostHint() {
  const { boost_percent: now, remaining_games: more, multiboostmessage } = useApp(({ betting }) => betting)
  const rules = useApp(({ data }) => data.app_config?.boost)
  const next = rules?.table.find(({ percent }) => percent > now)?.percent
  if (!multiboostmessage || !rules) return null
  return (
    <>
      {now > 0 && <Trans>Your boost is {now}%.</Trans>}{' '}
      {more > 0 && next !== undefined && (
        <Plural
          value={more}
          one={`# more pick at ${rules.min_leg} or more gives ${next}%.`}
          other={`# more picks at ${rules.min_leg} or more give ${next}%.`}
        />
      )}
    </>
  )
}

function TaxLine({ percent }: { percent: string }) {
  if (/^0*(\.0*)?$/.test(percent)) return null
  return (
    <div>
      <dt>
        <Trans>Tax at withdrawal</Trans>
      </dt>
      <dd className="num">{percent} %</dd>
    </div>
  )
}

function difference(more: string, less: string): string {
  const cents = (text: string): bigint => BigInt(text.replace('.', ''))
  const digits = (cents(more) - cents(less)).toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
