import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import { currencySign, dateWithYear, thousands } from '@nare/ui/format'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { Price } from '@nare/ui/price'
import { useEffect, useId } from 'react'
import { Link, useLocation } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { loadMessages } from '../../i18n/locale.ts'
import { marketName } from '../../i18n/market-texts.ts'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { ctaOf } from '../../slip/cta.ts'
import choices from '../../slip/choices.module.css'
import { preview } from '../../slip/preview.ts'
import { useDepositTerms } from '../../slip/use-deposit-terms.ts'
import { useOnline } from '../../slip/use-online.ts'
import { betting, without } from '../../state/betting.ts'
import { commandId, stored } from '../../state/browser.ts'
import { endOf } from '../../state/exclusion.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import { sentIds } from '../../state/sent-ids.ts'
import { slip } from '../../state/slips.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useKeptChoices } from '../../slip/kept-choices.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { LeagueReceipt } from './league-receipt.tsx'
import { placeLeagueSlip, resolveLeagueSent, type Tools } from './place-league.ts'
import { OutcomeName } from './outcome-name.tsx'
import style from './league-slip.module.css'

const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, 'league-bet-ids'),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
}

/** The league slip in the right column of wide screens. */
export function LeagueSlipColumn() {
  return (
    <div>
      <Head as="h2" />
      <LeagueSlip />
    </div>
  )
}

/** The league slip as a page. */
export function LeagueSlipPage() {
  return (
    <div className={style.page}>
      <Head as="h1" />
      <LeagueSlip />
    </div>
  )
}

function Head({ as: Tag }: { as: 'h1' | 'h2' }) {
  const picks = useApp((state) => slip('league').of(state.betting).length)
  return (
    <Tag className={style.head}>
      <Icon name="slip" size={20} /> <Trans>Nare league slip</Trans> <span>{picks}</span>
    </Tag>
  )
}

/** The league betslip: picks, stake, possible payout and the place button; after placing, the receipt. It holds no sports picks. */
export function LeagueSlip() {
  const { t } = useLingui()
  const send = useSend()
  const picks = useApp((state) => slip('league').of(state.betting))
  const receipt = useApp((state) => state.betting.kiron)
  const placing = useApp((state) => state.betting.kiron_placing)
  const isUnknown = useApp((state) => state.betting.kiron_refusal?.code === 'no_answer')
  useKeptChoices('league')
  useRetryUntilResolved(() => send(resolveLeagueSent(tools)), placing === 'idle' && isUnknown)
  useEffect(() => void loadMessages('league', 'forms').catch(() => undefined), [])
  return (
    <div>
      {receipt && placing === 'idle' && <LeagueReceipt bet={receipt.bet} />}
      {picks.length > 0 ? (
        <SlipContent picks={picks} />
      ) : (
        !receipt && (
          <EmptyState drawing="slip" action={<Link href="/nare-league">{t`See the matches`}</Link>}>
            <Trans>Your league slip is empty. Tap a price to add a pick</Trans>
          </EmptyState>
        )
      )}
    </div>
  )
}

function SlipContent({ picks }: { picks: readonly Pick[] }) {
  const { t, i18n } = useLingui()
  const amount = useAmountText()
  const send = useSend()
  const state = useApp((root) => root.betting)
  const settings = useApp(({ data }) => data.app_config)
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? auth.user?.balance : null))
  const online = useOnline()
  const exclusion = useExclusion()
  const deposit = useDepositTerms()
  const stake = state.kiron_stake
  const prices = picks.map(({ odd_value }) => odd_value)
  const shown = preview({ prices, type: picks.length === 1 ? 'single' : 'multi', system: [], stake, boost: undefined })
  const cta = ctaOf({
    legs: picks.map(({ odd_value }) => ({ seen: odd_value, now: { odd_value, state: 'open' as const } })),
    accept: 'higher',
    stake,
    bets: 1,
    minStake: settings?.min_stake ?? '20.00',
    maxStake: settings?.max_stake ?? '',
    balance,
    placing: state.kiron_placing,
    liveSeconds: 0,
    refusal: state.kiron_refusal,
    online,
    pause: exclusion ? { until: endOf(exclusion) } : null,
    ...(deposit && { deposit }),
  })
  const refusal = state.kiron_refusal
  return (
    <>
      <ul className={style.legs}>
        {picks.map((pick) => (
          <Leg key={pick.ucn} pick={pick} />
        ))}
      </ul>
      <div className={style.foot}>
        <Stake stake={stake} />
        {refusal && refusal.code !== 'no_answer' && <Notice>{failureText(i18n, refusal, amount)}</Notice>}
        {state.kiron_placing === 'checking' && (
          <Notice tone="info">
            <Trans>We're checking whether this bet was placed. You don't need to place it again.</Trans>
          </Notice>
        )}
        {refusal?.code === 'no_answer' && (
          <Notice>
            <Trans>
              We couldn't confirm this bet. If it was placed, it's in My bets. Trying again never places it twice.
            </Trans>
          </Notice>
        )}
        <dl className={style.sums}>
          <div>
            <dt>
              <Plural value={picks.length} one="Odds" other="Odds, all # picks must win" />
            </dt>
            <dd>
              <Price value={shown.totalOdds} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Possible payout</Trans>
            </dt>
            <dd>
              <b>
                <Amount value={shown.win} />
              </b>
            </dd>
          </div>
        </dl>
        <PlaceButton cta={cta} stake={stake} />
        <Button small look="plain" onClick={() => send(slip('league').clear())}>
          {t`Clear slip`}
        </Button>
      </div>
    </>
  )
}

function Leg({ pick }: { pick: Pick }) {
  const { t } = useLingui()
  const send = useSend()
  const picks = useApp((state) => slip('league').of(state.betting))
  return (
    <li className={style.leg}>
      <div>
        <b>
          <OutcomeName of={pick} />
        </b>
        <small>
          {marketName({ sub_type_id: pick.sub_type_id, name: pick.market })} · {pick.home_team} v {pick.away_team}
        </small>
        <small>
          {pick.competition_name} {pick.round && <>· {t`Round ${pick.round.round_number}`}</>} · #{pick.match_id}
        </small>
      </div>
      <Price value={pick.odd_value} />
      <button
        type="button"
        aria-label={t`Remove ${pick.home_team} v ${pick.away_team}`}
        onClick={() => send(slip('league').set(without(picks, pick.match_id)))}
      >
        <Icon name="x" size={18} />
      </button>
    </li>
  )
}

function Stake({ stake }: { stake: string }) {
  const { t } = useLingui()
  const send = useSend()
  const id = useId()
  const settings = useApp(({ data }) => data.app_config)
  const refusal = useApp((state) => state.betting.kiron_refusal)
  const last = stored.read('last-league-stake')
  const minStake = (settings?.min_stake ?? '20.00').replace(/\.00$/, '')
  const chips = [...new Set([minStake, '50', '100', ...(typeof last === 'string' ? [last] : [])])]
  const set = (value: string): void => {
    send(betting.actions.set({ field: 'kiron_stake', value }))
    if (refusal?.code !== 'no_answer') send(betting.actions.set({ field: 'kiron_refusal', value: null }))
  }
  return (
    <div className={style.stake}>
      <label htmlFor={id}>
        <Trans>Stake</Trans> <small>{currencySign(settings?.currency ?? 'KES')}</small>
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        maxLength={13}
        value={stake}
        onChange={({ target }) => set(target.value.replace(',', '.').replace(/[^\d.]/g, ''))}
      />
      <span role="group" aria-label={t`Quick stakes`} className={choices.choices}>
        {chips.map((chip) => (
          <button
            key={chip}
            type="button"
            aria-pressed={chip === stake}
            aria-label={t`Stake ${chip}`}
            onClick={() => set(chip)}
          >
            {thousands(chip)}
          </button>
        ))}
      </span>
    </div>
  )
}

function PlaceButton({ cta, stake }: { cta: ReturnType<typeof ctaOf>; stake: string }) {
  const { t, i18n } = useLingui()
  const text = useAmountText()
  const send = useSend()
  const [, go] = useLocation()
  const login = useLoginAddress()
  const place = (): void => {
    stored.write('last-league-stake', stake)
    void send(placeLeagueSlip(stake, tools))
  }
  const button = (label: string, run?: () => void) => (
    <Button wide disabled={!run} onClick={run}>
      {label}
    </Button>
  )
  switch (cta.state) {
    case 'stake':
      return button(t`Enter stake (min ${text(cta.min)})`)
    case 'too_large':
      return button(t`Maximum stake is ${text(cta.max)}`)
    case 'login':
      return button(t`Log in to place your bet`, () => go(login))
    case 'verify':
      return button(t`Verify your phone to place your bet`, () => go('/verify'))
    case 'ok':
    case 'moved':
      return button(t`Place bet ${text(cta.total)}`, place)
    case 'deposit':
      return button(t`Deposit ${text(cta.amount)}`, () =>
        go(`/deposit?amount=${cta.amount.replace('.00', '')}&back=league`),
      )
    case 'sending':
    case 'live_check':
      return button(t`Placing…`)
    case 'checking':
      return button(t`Checking…`)
    case 'offline':
      return button(t`No connection: try again`, place)
    case 'limit':
      return button(t`Limit reached: see your limits`, () => go('/profile?tab=limits'))
    case 'break': {
      const end = cta.until && dateWithYear(cta.until, i18n.locale)
      return button(end ? t`On a break until ${end}` : t`Betting is stopped for you`)
    }
    case 'remove':
    case 'empty':
      return <Link href="/nare-league">{t`See the matches`}</Link>
  }
}
