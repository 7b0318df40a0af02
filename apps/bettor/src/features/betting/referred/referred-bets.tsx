import { Trans, useLingui } from '@lingui/react/macro'
import { betting as calls, type BetView } from '@nare/contract/betting'
import type { Referral } from '@nare/contract/referral-state'
import { referrals } from '@nare/contract/referrals'
import { useLive } from '@nare/client/use-live'
import type { Failed } from '@nare/client/call'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { Price } from '@nare/ui/price'
import { useEffect, useEffectEvent, useState } from 'react'
import { useOnce } from '../../../forms/use-once.ts'
import { failureText } from '../../../i18n/failure-text.ts'
import { BetName } from '../../../slip/bet-name.tsx'
import { useWinTax } from '../../../slip/win-tax-fact.tsx'
import { betting } from '../../../state/betting.ts'
import { call, commandId, serverNow } from '../../../state/browser.ts'
import { useApp, useSend } from '../../../state/hooks.ts'
import own from '../receipt.module.css'

/** Without a connection the state of a waiting bet is read this often. */
const readEveryMs = 4_000

/** The bets that wait for a trader, each with its countdown, the trader's offer, and how it ended. A placed one becomes a receipt. */
export function ReferredBets({ ids }: { ids: readonly string[] }) {
  return ids.map((id) => <ReferredBet key={id} id={id} />)
}

function ReferredBet({ id }: { id: string }) {
  const { t } = useLingui()
  const { bet, learn } = useReferredBet(id)
  if (!bet?.referral) return null
  const { referral } = bet
  return (
    <article className={own.waits} aria-live="polite">
      <h3>
        {bet.state === 'referred' ? t`With a trader` : t`Bet not placed`}{' '}
        {bet.state === 'referred' && <Countdown until={referral.withdraw_at ?? referral.until} />}
      </h3>
      <p className={own.head}>
        <b className="num">#{bet.bet_id}</b> · <BetName bet={bet} /> · <Amount value={bet.stake} />
      </p>
      {bet.state === 'referred' ? <Waiting bet={bet} referral={referral} learn={learn} /> : <Ended bet={bet} />}
    </article>
  )
}

type WaitingProps = { bet: BetView; referral: Referral; learn: (bet: BetView) => void }

/** What a waiting bet needs of its bettor: an answer to an offer, or nothing but a way back. */
function Waiting({ bet, referral, learn }: WaitingProps) {
  const { i18n, t } = useLingui()
  const { busy, once } = useOnce()
  const [failed, setFailed] = useState<Failed | undefined>()
  const { bet_id } = bet
  const run = (ask: () => Promise<{ ok: true; body: { data: BetView } } | Failed>) =>
    once(async () => {
      setFailed(undefined)
      const reply = await ask()
      if (reply.ok) learn(reply.body.data)
      else setFailed(reply)
    })
  const answer = (take: boolean) => run(() => call(referrals.answerOffer, { bet_id, id: commandId(), take }))
  const { offer, state, withdraw_at } = referral
  const tax = useWinTax(
    'sports',
    offer ? [{ stake: offer.stake, win: offer.possible_win, bonus: bet.bonus_stake }] : [],
  )
  if (state === 'accepted' || withdraw_at)
    return (
      <p>
        {withdraw_at
          ? t`We're taking this bet back unless the trader answers first.`
          : t`Accepted. We're checking the odds one last time.`}
      </p>
    )
  return (
    <>
      {failed && <Notice tone="bad">{failureText(i18n, failed)}</Notice>}
      {state === 'offered' && offer ? (
        <>
          <p>
            <Trans>
              The trader offers <Amount value={offer.stake} /> to win <Amount value={tax?.paid ?? offer.possible_win} />
            </Trans>
            {offer.total_odds && (
              <>
                {' '}
                <Price value={offer.total_odds} />
              </>
            )}
          </p>
          <div className={own.answers}>
            <Button wide disabled={busy} onClick={() => void answer(true)}>{t`Take`}</Button>
            <Button wide look="soft" disabled={busy} onClick={() => void answer(false)}>{t`No`}</Button>
          </div>
        </>
      ) : (
        <>
          <p>
            <Trans>
              A bet this large is checked by a person. Your stake is set aside. You get the odds you saw, or lower ones
              only if you accept them.
            </Trans>
          </p>
          <Button wide look="soft" disabled={busy} onClick={() => void run(() => call(referrals.withdraw, { bet_id }))}>
            <Trans>Take it back</Trans>
          </Button>
        </>
      )}
    </>
  )
}

/** Why a bet was not placed, until dismissed. */
function Ended({ bet }: { bet: BetView }) {
  const { i18n, t } = useLingui()
  const send = useSend()
  const receipts = useApp(({ betting: state }) => state.receipts)
  const { code, error = '', state } = bet.referral ?? {}
  const dismiss = () =>
    send(betting.actions.set({ field: 'receipts', value: receipts.filter(({ bet_id }) => bet_id !== bet.bet_id) }))
  const isKnown = code !== undefined && code !== 'not_available'
  const failed = { ok: false, status: 422, code: code ?? 'not_available', error, fields: {}, body: {} } as Failed
  return (
    <>
      <p>
        {state === 'withdrawn'
          ? t`You took this bet back.`
          : isKnown
            ? failureText(i18n, failed)
            : t`The house did not take this bet.`}{' '}
        <Trans>
          <Amount value={bet.stake} /> is back in your balance.
        </Trans>
      </p>
      <Button wide look="soft" onClick={dismiss}>{t`Done`}</Button>
    </>
  )
}

/** A waiting bet as it is now: read again whenever the topic `bets` says that it changed, and from time to time. A placed bet becomes a receipt. */
function useReferredBet(id: string): { bet: BetView | undefined; learn: (bet: BetView) => void } {
  const send = useSend()
  const receipts = useApp(({ betting: state }) => state.receipts)
  const known = receipts.find(({ bet_id }) => bet_id === id)
  const live = useLive('bets', id)
  const changed = `${live?.state} ${live?.referral?.state} ${live?.referral?.withdraw_at}`
  const learn = useEffectEvent((bet: BetView): void => {
    const others = receipts.filter(({ bet_id }) => bet_id !== id)
    send(betting.actions.set({ field: 'receipts', value: [...others, bet] }))
  })
  const isWaiting = known === undefined || known.state === 'referred'
  useEffect(() => {
    if (!isWaiting) return
    let isMounted = true
    const read = () =>
      void call(calls.bet, { id }).then((reply) => {
        if (isMounted && reply.ok) learn(reply.body.data)
      })
    read()
    const timer = setInterval(read, readEveryMs)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [id, changed, isWaiting])
  return {
    bet: known,
    learn: (bet) =>
      void send(
        betting.actions.set({ field: 'receipts', value: [...receipts.filter(({ bet_id }) => bet_id !== id), bet] }),
      ),
  }
}

/** The whole seconds that are left. */
function Countdown({ until }: { until: string }) {
  const { t } = useLingui()
  const left = () => Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left), 500)
    return () => clearInterval(timer)
  })
  return (
    <span className="num" role="timer">
      {t`${seconds} s`}
    </span>
  )
}
