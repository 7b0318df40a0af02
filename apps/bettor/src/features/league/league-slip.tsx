import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import { currencySign, thousands } from '@nare/ui/format'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { Price } from '@nare/ui/price'
import { useEffect, useId, type MouseEvent } from 'react'
import { Link } from 'wouter'
import { commandTools } from '../../commands/command-tools.ts'
import { useAmount } from '../../forms/use-amount.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { loadMessages } from '../../i18n/locale.ts'
import { marketName } from '../../i18n/market-texts.ts'
import { betCtaOf } from '../../slip/cta.ts'
import choices from '../../slip/choices.module.css'
import { preview } from '../../slip/preview.ts'
import { useBetAction } from '../../slip/use-bet-action.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import { betting, without } from '../../state/betting.ts'
import { stored } from '../../state/browser.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import { slip } from '../../state/slips.ts'
import { useKeptChoices } from '../../slip/kept-choices.ts'
import { useRetryUntilResolved } from '../../commands/use-retry-until-resolved.ts'
import { LeagueReceipt } from './league-receipt.tsx'
import { placeLeagueSlip, resolveLeagueSent } from './place-league.ts'
import { OutcomeName } from './outcome-name.tsx'
import style from './league-slip.module.css'

const tools = commandTools('league-bet-ids')

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
          <EmptyState
            drawing="slip"
            action={<Link href="/nare-league" onClick={closeSheet}>{t`See the matches`}</Link>}
          >
            <Trans>Your league slip is empty. Tap a price to add a pick</Trans>
          </EmptyState>
        )
      )}
    </div>
  )
}

/** The matches may be the page under the slip's sheet: then the link leads nowhere else. */
const closeSheet = ({ currentTarget }: MouseEvent): void => currentTarget.closest('dialog')?.close()

function SlipContent({ picks }: { picks: readonly Pick[] }) {
  const { t, i18n } = useLingui()
  const amount = useAmountText()
  const send = useSend()
  const state = useApp((root) => root.betting)
  const bet = useBetFacts()
  const stake = state.kiron_stake
  const prices = picks.map(({ odd_value }) => odd_value)
  const shown = preview({ prices, type: picks.length === 1 ? 'single' : 'multi', system: [], stake, boost: undefined })
  const refusal = state.kiron_refusal
  const place = (): void => {
    stored.write('last-league-stake', stake)
    void send(placeLeagueSlip(stake, tools))
  }
  const actionOf = useBetAction({ place, back: 'league' })
  const action = actionOf(betCtaOf({ ...bet, stake, placing: state.kiron_placing, refusal }))
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
        <Button wide disabled={!action.run} onClick={action.run}>
          {action.label}
        </Button>
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
      <input id={id} inputMode="decimal" autoComplete="off" maxLength={20} {...useAmount(stake, set)} />
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
