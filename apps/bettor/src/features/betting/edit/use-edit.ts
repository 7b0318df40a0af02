import type { Failed, Reply } from '@nare/client/call'
import { LiveContext } from '@nare/client/use-live'
import type { BetView } from '@nare/contract/betting'
import { cashOut as calls, type BetValueState } from '@nare/contract/cash-out'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { lookUpBet } from '../../../commands/request.ts'
import { resolveSent } from '../../../commands/run-command.ts'
import { useCommand } from '../../../commands/use-command.ts'
import { betting } from '../../../state/betting.ts'
import { call } from '../../../state/browser.ts'
import { useApp, useSend } from '../../../state/hooks.ts'
import { beginOwnCashOut, endOwnCashOut } from '../../../state/open-bets.ts'
import { shownValue, type Quoted, type Shown } from '../cash-out/shown-value.ts'
import { useBetValue } from '../cash-out/use-bet-value.ts'
import { endEdit } from './begin-edit.ts'
import { replaceBet, tools } from './replace-bet.ts'

export type EditState = {
  /** `checking`: there is no response yet, and the edit is looked up. */
  stage: 'quoting' | 'idle' | 'sending' | 'checking'
  /** The value of the bet now, which is the stake, or why it has none. */
  shown: Shown
  /** What cash-outs have left of its stake; undefined before the first quote. */
  leftStake: string | undefined
  /** The value that the bettor confirmed, if it has fallen since. */
  fellFrom: string | undefined
  failed: Failed | undefined
  /** The outcome is unknown. */
  unknown: boolean
  /** The in-play delay of the bet in seconds. */
  seconds: number
  replace: () => void
}

/** The state of the edit of a bet: its value as a stake, and the command that replaces it, whose receipt then ends the edit. */
export function useEdit(bet_id: string): EditState {
  const send = useSend()
  const owner = useApp(({ auth }) => auth.user?.id)
  const store = useContext(LiveContext)
  const live = useBetValue({ bet_id, product: 'sports', state: 'open' })
  const command = useCommand<BetView>(tools)
  const [quoted, setQuoted] = useState<Quoted | undefined>()
  const [fellFrom, setFellFrom] = useState<string | undefined>()
  const liveAt = (): string | undefined => (store?.read(`bet:${bet_id}`) as BetValueState | undefined)?.at

  const onReply = useEffectEvent((reply: Reply<typeof calls.quote>): void => {
    if (reply.ok) return setQuoted({ quote: reply.body, liveAt: liveAt() })
    const { reason } = reply.body
    setQuoted({ reason: typeof reason === 'string' ? reason : undefined, liveAt: liveAt() })
  })
  const finish = (bet: BetView): void => {
    // In this order: a bar without receipt and picks is removed, and its sheet closes.
    send(betting.actions.assign({ receipts: [bet] }))
    void send(endEdit())
  }
  const onFound = useEffectEvent(finish)
  useEffect(() => {
    let isMounted = true
    void call(calls.quote, { bet_id }).then((reply) => isMounted && onReply(reply))
    const isOfBet = ({ about: [kind, id] }: { about: readonly string[] }): boolean => kind === 'edit' && id === bet_id
    // An edit of an earlier visit without a response.
    void resolveSent(
      { owner: () => owner, only: isOfBet, lookUp: ({ id }) => send(lookUpBet(id)), onFound: (bet) => onFound(bet) },
      tools,
    )
    return () => void (isMounted = false)
  }, [bet_id, owner, send])

  const shown = shownValue(quoted, live)
  const replace = async (): Promise<void> => {
    const seen = shown.amount
    if (seen === undefined) return
    setFellFrom(undefined)
    // The bettor ends this bet here, so its change shows no notice.
    beginOwnCashOut(bet_id)
    const bet = await command.run({
      about: ['edit', bet_id],
      request: (id) =>
        replaceBet({ id, bet_id, seen, quote: quoted?.quote }, (quote) => {
          setQuoted({ quote, liveAt: liveAt() })
          setFellFrom(quote.amount === seen ? undefined : seen)
        }),
      lookUp: (id) => send(lookUpBet(id)),
    })
    if (bet) finish(bet)
    else endOwnCashOut(bet_id, { state: 'open', returned: '0.00' })
  }
  return {
    stage: command.stage !== 'ready' ? command.stage : quoted || live ? 'idle' : 'quoting',
    shown,
    leftStake: quoted?.quote?.left.stake,
    fellFrom: command.failed?.code === 'quote_changed' ? fellFrom : undefined,
    failed: command.failed,
    unknown: command.unknown,
    seconds: quoted?.quote?.slip_has_live_interval ?? 0,
    replace: () => void replace(),
  }
}
