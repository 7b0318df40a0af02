import type { Failed, Reply } from '@nare/client/call'
import { LiveContext } from '@nare/client/use-live'
import { cashOut as calls, type BetValueState } from '@nare/contract/cash-out'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useOnce } from '../../../forms/use-once.ts'
import { call } from '../../../state/browser.ts'
import { useApp, useSend } from '../../../state/hooks.ts'
import { noteBet } from '../../../state/open-bets.ts'
import { sentBy } from '../../../state/sent-ids.ts'
import { useRetryUntilResolved } from '../../../state/use-retry-until-resolved.ts'
import type { Left } from '../../../state/bet-now.ts'
import { figuresOf, type Part } from './figures.ts'
import { shownValue, type Quoted, type Shown } from './shown-value.ts'
import { takeCashOut, type Paid } from './take-cash-out.ts'
import { tools } from './tools.ts'

/** A cash-out that was paid: `shown` is the amount on the button; undefined if it was found later. */
export type PaidNow = Paid & { shown: string | undefined }

export type Taking = {
  /** `checking`: the answer is late or lost, and the cash-out is looked up. */
  stage: 'quoting' | 'ready' | 'taking' | 'checking'
  shown: Shown
  left: Left
  /** The value that was asked about, where it has fallen since. */
  fellFrom: string | undefined
  failed: Failed | undefined
  /** Whether it was cashed out is not known. */
  unknown: boolean
  /** How long a take is judged in play, once one is on its way or quoted. */
  seconds: number
  /** Cashes out a part at the value shown; while an earlier one is unknown, asks what became of that first. */
  take: (part: Part) => void
}

/** One cash-out from its first quote to its end: asks for a quote, takes it, and asks again where the value fell. */
export function useTaking(
  bet: { bet_id: string; left: Left },
  { live, onPaid }: { live: BetValueState | undefined; onPaid: (paid: PaidNow) => void },
): Taking {
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  const store = useContext(LiveContext)
  const { busy, once } = useOnce()
  const [quoted, setQuoted] = useState<Quoted | undefined>()
  const [state, setState] = useState<{
    fellFrom?: string
    failed?: Failed
    unknown?: boolean
    checking?: boolean
  }>({})
  const { bet_id } = bet
  const liveAt = (): string | undefined => (store?.read(`bet:${bet_id}`) as BetValueState | undefined)?.at

  const refuse = (failed: Failed): void => {
    const reason = failed.code === 'not_available' ? reasonOf(failed) : undefined
    if (reason !== undefined) setQuoted({ reason, liveAt: liveAt() })
    setState({ failed })
  }
  const answered = useEffectEvent((reply: Reply<typeof calls.quote>): void => {
    if (reply.ok) setQuoted({ quote: reply.body, liveAt: liveAt() })
    else refuse(reply)
  })
  useEffect(() => {
    let here = true
    void call(calls.quote, { bet_id }).then((reply) => here && answered(reply))
    return () => void (here = false)
  }, [bet_id])

  const shown = shownValue(quoted, live)
  const left = quoted?.quote?.left ?? bet.left
  const run = (part: Part, seen: string | undefined): Promise<void> =>
    once(async () => {
      setState({})
      // The bettor did this himself, so no notice shows it.
      noteBet(bet_id, 'taking')
      const onButton = seen === undefined ? undefined : figuresOf({ amount: seen, left }, part).pays
      const outcome = await send(
        takeCashOut({ bet_id, part, seen, quote: quoted?.quote }, tools, {
          onChecking: () => setState({ checking: true }),
          onSent: (sent) => setQuoted({ quote: sent, liveAt: liveAt() }),
        }),
      )
      setState({})
      if (outcome.is !== 'paid') noteBet(bet_id, 'open')
      if (outcome.is === 'paid') onPaid({ ...outcome, shown: onButton })
      else if (outcome.is === 'unknown') setState({ unknown: true })
      else if (outcome.is === 'refused') refuse(outcome.failed)
      else {
        setQuoted({ quote: outcome.quote, liveAt: liveAt() })
        setState({ ...(seen !== undefined && { fellFrom: seen }) })
      }
    })
  const isUnknown = state.unknown === true
  const resolve = async (): Promise<boolean> => {
    if (isUnknown) await run('1', undefined)
    return sentBy(tools.ids, owner).some(({ about: [about] }) => about === bet_id)
  }
  useRetryUntilResolved(resolve, isUnknown)
  const isQuoting = quoted === undefined && state.failed === undefined
  return {
    stage: state.checking ? 'checking' : busy ? 'taking' : isQuoting ? 'quoting' : 'ready',
    ...{ shown, left, failed: state.failed, unknown: isUnknown, fellFrom: state.fellFrom },
    take: (part) => void run(part, isUnknown ? undefined : shown.amount),
    seconds: quoted?.quote?.slip_has_live_interval ?? 0,
  }
}

/** The code of why a bet cannot be cashed out, from a refusal. */
const reasonOf = ({ body }: Failed): string | undefined =>
  typeof body['reason'] === 'string' ? body['reason'] : undefined
