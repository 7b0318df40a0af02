import { betting as calls, type BetView } from '@nare/contract/betting'
import { useEffect, useState } from 'react'
import { call } from '../../state/browser.ts'
import { endOwnCashOut } from '../../state/open-bets.ts'
import { useBetNow } from '../../state/use-bet-now.ts'

/**
 * The current state of a listed bet. `learn` stores a newer state from a response. After a cash-out elsewhere, in another tab or by
 * its rule, the bet is loaded again, because the topic `bets` has only the returned amount; and after a combination of it was decided,
 * because the topic has no states of its parts.
 */
export function useFreshBet(listed: BetView): { bet: BetView; learn: (bet: BetView) => void } {
  const [learned, setLearned] = useState<{ listed: BetView; bet: BetView } | undefined>()
  const known = learned?.listed === listed ? learned.bet : listed
  const bet = useBetNow(known)
  const { bet_id, state, returned } = bet
  const isPaid = (state === 'open' || state === 'cashed_out') && returned !== known.returned
  const isDecided = bet.legs.some(({ parts, state: now }, n) => parts && now !== known.legs[n]?.state)
  const isStale = isPaid || isDecided
  useEffect(() => {
    if (!isStale) return
    let isMounted = true
    void call(calls.bet, { id: bet_id }).then((reply) => {
      if (isMounted && reply.ok) setLearned({ listed, bet: reply.body.data })
    })
    return () => void (isMounted = false)
  }, [isStale, bet_id, returned, listed])
  return {
    bet,
    learn: (newer) => {
      // The bettor did this on this page, so it needs no notice.
      endOwnCashOut(newer.bet_id, newer)
      setLearned({ listed, bet: newer })
    },
  }
}
