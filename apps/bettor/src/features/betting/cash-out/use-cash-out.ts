import type { Failed, Reply } from '@nare/client/call'
import { LiveContext } from '@nare/client/use-live'
import type { BetView } from '@nare/contract/betting'
import { cashOut as calls, type BetValueState } from '@nare/contract/cash-out'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useOnce } from '../../../forms/use-once.ts'
import { call } from '../../../state/browser.ts'
import { useApp, useSend } from '../../../state/hooks.ts'
import { beginOwnCashOut, endOwnCashOut } from '../../../state/open-bets.ts'
import { unresolvedOf } from '../../../commands/sent-ids.ts'
import { useRetryUntilResolved } from '../../../commands/use-retry-until-resolved.ts'
import type { RemainingBet } from '../../../state/bet-now.ts'
import { figuresOf, type Part } from './figures.ts'
import { shownValue, type Quoted, type Shown } from './shown-value.ts'
import { cashOutBet, type Paid } from './cash-out-bet.ts'
import { tools } from './tools.ts'

/** A paid cash-out. `shown` is the amount that the button displayed; undefined if a later look-up found the payment. */
export type PaidNow = Paid & { shown: string | undefined }

export type CashOutState = {
  /** `checking`: there is no response yet, and the cash-out is looked up. */
  stage: 'quoting' | 'ready' | 'sending' | 'checking'
  shown: Shown
  left: RemainingBet
  /** The value that the bettor confirmed, if it has fallen since. */
  fellFrom: string | undefined
  failed: Failed | undefined
  /** The outcome is unknown. */
  unknown: boolean
  /** A look-up found that the cash-out had no effect. */
  notPaid: boolean
  /** The in-play delay of the current quote in seconds; 0 without a quote. */
  seconds: number
  /** Cashes out a part at the displayed value. While an earlier outcome is unknown, only looks that one up. */
  confirm: (part: Part) => void
}

/** The state of one cash-out: requests a quote, accepts it, and asks the bettor again if the value fell. */
export function useCashOut(
  bet: Pick<BetView, 'bet_id' | 'returned'> & { left: RemainingBet },
  { live, onPaid }: { live: BetValueState | undefined; onPaid: (paid: PaidNow) => void },
): CashOutState {
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  const store = useContext(LiveContext)
  const { busy, once } = useOnce()
  const [quoted, setQuoted] = useState<Quoted | undefined>()
  const [state, setState] = useState<{
    fellFrom?: string
    failed?: Failed
    unknown?: boolean
    notPaid?: boolean
    checking?: boolean
  }>({})
  const { bet_id } = bet
  const liveAt = (): string | undefined => (store?.read(`bet:${bet_id}`) as BetValueState | undefined)?.at

  const refuse = (failed: Failed): void => {
    const reason = failed.code === 'not_available' ? reasonOf(failed) : undefined
    if (reason !== undefined) setQuoted({ reason, liveAt: liveAt() })
    setState({ failed })
  }
  const onQuoteReply = useEffectEvent((reply: Reply<typeof calls.quote>): void => {
    if (reply.ok) setQuoted({ quote: reply.body, liveAt: liveAt() })
    else refuse(reply)
  })
  useEffect(() => {
    let isMounted = true
    void call(calls.quote, { bet_id }).then((reply) => isMounted && onQuoteReply(reply))
    return () => void (isMounted = false)
  }, [bet_id])

  const shown = shownValue(quoted, live)
  const left = quoted?.quote?.left ?? bet.left
  const run = (part: Part, seen: string | undefined): Promise<void> =>
    once(async () => {
      setState({})
      // The bettor is cashing out this bet here, so a later change of it shows no notice.
      beginOwnCashOut(bet_id)
      const onButton = seen === undefined ? undefined : figuresOf({ amount: seen, left }, part).pays
      const outcome = await send(
        cashOutBet({ bet_id, part, seen, quote: quoted?.quote }, tools, {
          onChecking: () => setState({ checking: true }),
          onSent: (quote) => setQuoted({ quote, liveAt: liveAt() }),
        }),
      )
      setState({})
      if (outcome.is !== 'paid') endOwnCashOut(bet_id, { state: 'open', returned: bet.returned })
      if (outcome.is === 'paid') onPaid({ ...outcome, shown: onButton })
      else if (outcome.is === 'unknown') setState({ unknown: true })
      else if (outcome.is === 'refused') refuse(outcome.failed)
      else if (outcome.is === 'not_paid') setState({ notPaid: true })
      else if (outcome.is === 'fell') {
        setQuoted({ quote: outcome.quote, liveAt: liveAt() })
        setState({ ...(seen !== undefined && { fellFrom: seen }) })
      }
    })
  const isUnknown = state.unknown === true
  const resolve = async (): Promise<boolean> => {
    if (isUnknown) await run('1', undefined)
    return unresolvedOf(tools.ids, owner).some(({ about: [sentBetId] }) => sentBetId === bet_id)
  }
  useRetryUntilResolved(resolve, isUnknown)
  const isQuoting = quoted === undefined && state.failed === undefined
  return {
    stage: state.checking ? 'checking' : busy ? 'sending' : isQuoting ? 'quoting' : 'ready',
    shown,
    left,
    fellFrom: state.fellFrom,
    failed: state.failed,
    unknown: isUnknown,
    notPaid: state.notPaid === true,
    confirm: (part) => void run(part, isUnknown ? undefined : shown.amount),
    seconds: quoted?.quote?.slip_has_live_interval ?? 0,
  }
}

/** The reason code of a `not_available` refusal. */
const reasonOf = ({ body }: Failed): string | undefined =>
  typeof body['reason'] === 'string' ? body['reason'] : undefined
