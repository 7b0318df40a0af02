import { useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { BetFoot } from './bet-foot.tsx'
import { BetHead } from './bet-head.tsx'
import { BetLeg } from './bet-leg.tsx'
import { EditLinks } from './edit-links.tsx'
import { PlayedRound } from './game-ticket.tsx'
import style from './bet.module.css'
import { ticketParts } from './ticket-parts.ts'
import { useFreshBet } from './use-fresh-bet.ts'
import { isWin } from './won/is-win.ts'
import { WonFoot, WonHead } from './won/won-head.tsx'

const legsShownMax = 3

/** One bet in its current state: its head, its legs in two lines each with score and minute, and its actions. */
export function BetCard({ bet: listed, open = false }: { bet: BetView; open?: boolean }) {
  const { t } = useLingui()
  const { bet, learn } = useFreshBet(listed)
  // Decided by the listed bet: the legs do not close under the thumb when the bet is settled.
  const isJackpot = listed.type === 'jackpot'
  const [shown, setShown] = useState(
    open || (!isJackpot && (listed.state === 'open' || listed.legs.length <= legsShownMax)),
  )
  const JackpotTicket = isJackpot && ticketParts.jackpot
  // A win in an older list has had its moment.
  const hasWon = isWin(bet) && (open || listed.state === 'open')
  const hasDetails = !open && (bet.legs.length > 0 || isJackpot)
  return (
    <li className={style.card}>
      <details open={shown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
        <summary>
          {hasWon && <WonHead bet={bet} />}
          <BetHead bet={bet} placed={open ? 'full' : 'short'} isPlain={hasWon} />
          {!shown && (isJackpot || bet.legs.length > 0) && (
            <small>
              {t`Show picks`} <Icon name="down" size={16} />
            </small>
          )}
        </summary>
        <ul className={style.legs}>
          {bet.game && <PlayedRound bet={bet} played={bet.game} />}
          {bet.legs.map((leg, n) => (
            <BetLeg
              key={leg.ucn}
              leg={leg}
              at={{ bet_id: bet.bet_id, n }}
              isLeague={bet.product === 'league'}
              isDetailed={open}
            />
          ))}
        </ul>
        {hasWon && open && <WonFoot bet={bet} />}
        {shown && JackpotTicket && <JackpotTicket bet={bet} learn={learn} />}
      </details>
      <EditLinks bet={bet} />
      <BetFoot bet={bet} learn={learn} isPage={open} hasDetails={hasDetails} />
    </li>
  )
}
