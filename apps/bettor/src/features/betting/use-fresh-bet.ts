import { betting as calls, type BetView } from '@nare/contract/betting'
import { useEffect, useState } from 'react'
import { call } from '../../state/browser.ts'
import { noteBet } from '../../state/open-bets.ts'
import { useBetNow } from '../../state/use-bet-now.ts'

/**
 * A listed bet as it is now, with what this page learned of it since. What was cashed out elsewhere, in another tab or by its rule, is
 * read again: the topic `bets` has only the amount that was returned.
 */
export function useFreshBet(listed: BetView): { bet: BetView; learn: (bet: BetView) => void } {
  const [own, setOwn] = useState<{ over: BetView; bet: BetView } | undefined>()
  const known = own?.over === listed ? own.bet : listed
  const bet = useBetNow(known)
  const { bet_id, state, returned } = bet
  const isStale = (state === 'open' || state === 'cashed_out') && returned !== known.returned
  useEffect(() => {
    if (!isStale) return
    let here = true
    void call(calls.bet, { id: bet_id }).then((reply) => {
      if (here && reply.ok) setOwn({ over: listed, bet: reply.body.data })
    })
    return () => void (here = false)
  }, [isStale, bet_id, returned, listed])
  return {
    bet,
    learn: (now) => {
      // What was done on this page is no news.
      noteBet(now.bet_id, now.state)
      setOwn({ over: listed, bet: now })
    },
  }
}
