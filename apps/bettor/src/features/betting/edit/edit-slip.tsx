import { Trans, useLingui } from '@lingui/react/macro'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { thousands } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { Price } from '@nare/ui/price'
import { failureText } from '../../../i18n/failure-text.ts'
import { noAnswer } from '../../../commands/command-outcome.ts'
import { ctaOf, type LegNow } from '../../../slip/cta.ts'
import { Facts, SlipFoot } from '../../../slip/foot.tsx'
import { payoutOf, preview } from '../../../slip/preview.ts'
import { takeFocus } from '../../../slip/take-focus.ts'
import { useBetFacts } from '../../../slip/use-bet-facts.ts'
import { useApp, useSend } from '../../../state/hooks.ts'
import type { Pick } from '../../../state/picks.ts'
import { useConnected } from '../../../state/use-connected.ts'
import { AcceptChoice } from '../accept-choice.tsx'
import { useReasonText } from '../cash-out/reason-text.ts'
import { isLess } from '../cash-out/figures.ts'
import { SlipButton } from '../slip-button.tsx'
import { SlipLeg } from '../slip-leg.tsx'
import { useSlipNow } from '../use-slip-now.ts'
import { useValidation } from '../use-validation.ts'
import { endEdit } from './begin-edit.ts'
import type { Editing } from './editing.ts'
import { useEdit, type EditState } from './use-edit.ts'
import { useWinTax, WinTaxFact } from '../../../slip/win-tax-fact.tsx'
import look from '../slip.module.css'

/** The slip while a bet is edited: what is edited and its value, the picks, and the button that replaces the bet. */
export function EditSlip({ editing }: { editing: Editing }) {
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const now = useSlipNow(slip)
  const edit = useEdit(editing.bet_id)
  useValidation()
  return (
    <>
      <EditHead bet_id={editing.bet_id} edit={edit} />
      <ul className={look.legs}>
        {slip.map((pick, index) => (
          <SlipLeg
            key={pick.match_id}
            pick={pick}
            now={now[index] ?? { odd_value: pick.odd_value, state: 'open' }}
            hasStake={false}
            isLow={false}
          />
        ))}
      </ul>
      <EditFoot editing={editing} edit={edit} slip={slip} now={now} />
    </>
  )
}

/** The bet that is edited with its value, and the way back. */
function EditHead({ bet_id, edit: { shown, stage } }: { bet_id: string; edit: EditState }) {
  const { t } = useLingui()
  const send = useSend()
  const reasonText = useReasonText()
  return (
    <Notice tone="info">
      <span ref={takeFocus} tabIndex={-1} role="status">
        {shown.amount === undefined ? (
          <>
            <Trans>Editing bet #{bet_id}</Trans>. {stage !== 'quoting' && reasonText(shown.reason)}
          </>
        ) : (
          <Trans>
            Editing bet #{bet_id}, worth <Amount value={shown.amount} /> now
          </Trans>
        )}
      </span>{' '}
      <Button
        small
        look="plain"
        disabled={stage === 'sending' || stage === 'checking'}
        onClick={() => void send(endEdit())}
      >
        {t`Keep the bet`}
      </Button>
    </Notice>
  )
}

type FootProps = { editing: Editing; edit: EditState; slip: readonly Pick[]; now: readonly LegNow[] }

/** The foot: the value of the bet as the stake, odds, the possible payout and the button. */
function EditFoot({ editing: { bet_id, same }, edit, slip, now }: FootProps) {
  const { t } = useLingui()
  const text = useAmountText()
  const state = useApp((root) => root.betting)
  const settings = useApp(({ data }) => data.app_config)
  const bet = useBetFacts()
  const connected = useConnected()
  const { shown, leftStake = '', stage, failed, unknown, seconds, replace } = edit
  const value = shown.amount ?? ''
  const taxOfOld = useWinTax('sports', [{ stake: leftStake, win: value }])
  const stake = taxOfOld?.paid ?? value
  const prices = slip.map((pick, index) => now[index]?.odd_value ?? pick.odd_value)
  const type = slip.length === 1 ? 'single' : 'multi'
  const atPrices = preview({
    prices,
    type,
    system: [],
    stake,
    stakes: [stake],
    boost: settings?.boost,
  })
  const { totalOdds } = atPrices
  const most = payoutOf(atPrices, now)
  const isSame = same !== null && same.length === slip.length && slip.every(({ ucn }) => same.includes(ucn))
  const cta = ctaOf({
    ...bet,
    // The value of the bet pays the stake.
    balance: stake,
    legs: slip.map((pick, index) => ({
      seen: pick.odd_value,
      now: now[index] ?? { odd_value: pick.odd_value, state: 'open' as const },
    })),
    accept: state.accept,
    stake,
    placing: stage === 'quoting' ? 'idle' : stage,
    liveSeconds: Math.max(seconds, state.slip_has_live_interval),
    refusal: unknown ? noAnswer('') : (failed ?? null),
    online: bet.online && (connected || !slip.some(({ live }) => live)),
  })
  const isTooSmall = shown.amount !== undefined && isLess(stake, bet.minStake)
  const isPlacing = stage === 'sending' || stage === 'checking'
  const why = (): string | undefined => {
    if (isPlacing) return undefined
    if (slip.length === 0) return t`Add a pick`
    if (shown.amount === undefined) return stage === 'quoting' ? t`Asking for the value…` : t`Editing is paused`
    if (isTooSmall) return t`Worth less than the minimum stake of ${text(bet.minStake)}`
    return isSame ? t`Change a pick to replace the bet` : undefined
  }
  const reason = why()
  return (
    <SlipFoot
      notice={<EditNotice edit={edit} />}
      facts={
        <Facts>
          {shown.amount !== undefined && (
            <>
              {t`Stake`}{' '}
              <b>
                <Amount value={stake} />
              </b>
            </>
          )}
          {taxOfOld && <WinTaxFact tax={taxOfOld} />}
          {totalOdds && (
            <>
              {t`Odds`}{' '}
              <b>
                <Price value={totalOdds} />
              </b>
            </>
          )}
        </Facts>
      }
      payout={{ name: t`Possible payout`, value: shown.amount !== undefined && <Amount value={most} /> }}
      button={
        reason !== undefined ? (
          <Button wide disabled>
            {reason}
          </Button>
        ) : (
          <SlipButton
            cta={cta}
            stake={stake}
            totalOdds={totalOdds}
            win={most}
            now={now}
            edit={{
              run: replace,
              ok: most ? t`Replace bet: ${thousands(stake)} → ${thousands(most)}` : t`Replace bet #${bet_id}`,
              moved: totalOdds ? t`Accept ${totalOdds} & replace bet` : t`Accept new odds & replace bet`,
            }}
          />
        )
      }
    >
      <AcceptChoice />
    </SlipFoot>
  )
}

/** Why the bet was not replaced, or that the outcome is unknown. */
function EditNotice({ edit: { stage, failed, fellFrom, shown, unknown } }: { edit: EditState }) {
  const { i18n, t } = useLingui()
  const text = useAmountText()
  const reasonText = useReasonText()
  if (stage === 'checking')
    return (
      <Notice tone="info">{t`We're checking whether your bet was replaced. You don't need to do it again.`}</Notice>
    )
  if (unknown)
    return (
      <Notice>
        <Trans>We lost the connection before this was confirmed. Trying again never replaces the bet twice.</Trans>
      </Notice>
    )
  if (!failed) return null
  if (fellFrom !== undefined && shown.amount !== undefined) {
    const [before, current] = [text(fellFrom), text(shown.amount)]
    return (
      <Notice>
        <Trans>
          The value fell from {before} to {current}. Your bet stays as it is.
        </Trans>
      </Notice>
    )
  }
  if (failed.code === 'no_answer' || failed.code === 'not_sent')
    return <Notice>{t`No connection. Your bet stays as it is.`}</Notice>
  const { reason } = failed.body
  const isKnown = failed.code === 'not_available' && typeof reason === 'string'
  return <Notice>{isKnown ? reasonText(reason) : failureText(i18n, failed, text)}</Notice>
}
