import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { kickoff, shortTime, thousands } from '@nare/ui/format'
import { useState } from 'react'
import { legsWon } from '../../state/bet-now.ts'
import { useBetNow } from '../../state/use-bet-now.ts'
import { useNow } from '../../state/use-now.ts'
import { BetActions } from './bet-actions.tsx'
import { BetLeg } from './bet-leg.tsx'
import { cameBack, PlayedName, PlayedRound } from './game-ticket.tsx'
import style from './my-bets.module.css'

const legsShownMost = 3

/** One bet as it is now: type and state, stake and what it pays, its legs with score and minute, and what can be done with it. */
export function BetCard({ bet: listed, open = false }: { bet: BetView; open?: boolean }) {
  const { i18n } = useLingui()
  const bet = useBetNow(listed)
  // What was open stays open: nothing closes under the thumb when a bet is settled.
  const [shown] = useState(open || listed.state === 'open' || listed.legs.length <= legsShownMost)
  return (
    <li className={style.card}>
      <details open={shown}>
        <summary>
          <span className={style.id}>
            <b>
              <BetType bet={bet} />
            </b>{' '}
            <small>
              <span className="num">#{bet.bet_id}</span> · {kickoff(bet.placed_at, i18n.locale)}
            </small>
          </span>
          <span className={style.state} data-state={cameBack(bet) ? 'void' : bet.state}>
            <Status bet={bet} />
          </span>
          <Money bet={bet} />
        </summary>
        <ul className={style.legs}>
          {bet.game && <PlayedRound bet={bet} played={bet.game} />}
          {bet.legs.map((leg) => (
            <BetLeg key={leg.ucn} leg={leg} />
          ))}
        </ul>
      </details>
      <BetActions bet={bet} />
    </li>
  )
}

/** "Stake 100 → 674.41": what may be paid, or what was. */
function Money({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const isOpen = bet.state === 'open'
  const pays = isOpen ? bet.possible_win : bet.returned
  const sum = thousands(pays)
  const gained = !isOpen && Number(bet.returned) > Number(bet.stake)
  return (
    <span className={style.money} data-gained={gained || undefined}>
      <small>
        <Trans>Stake</Trans>
      </small>{' '}
      <Amount bare value={bet.stake} />
      {pays !== null && (
        <>
          {' '}
          <span aria-hidden="true">→</span>
          <span className="unseen">{isOpen ? t`possible payout` : t`returned`}</span> <b className="num">{sum}</b>
        </>
      )}
    </span>
  )
}

function BetType({ bet }: { bet: BetView }) {
  const size = bet.legs.length
  if (bet.game) return <PlayedName game={bet.game.game} />
  if (bet.casino) return `${bet.casino.name} · ${bet.casino.provider}`
  if (bet.type === 'single') return <Trans>Single</Trans>
  if (bet.type === 'multi') return <Trans>Multi of {size}</Trans>
  if (bet.type === 'jackpot') return <Trans>Jackpot</Trans>
  return (
    <Trans>
      System {bet.system?.join(', ') ?? ''} of {size}
    </Trans>
  )
}

const minuteMs = 60_000

/** How far a bet is: its legs won so far, when it starts, or how it ended. */
function Status({ bet }: { bet: BetView }) {
  const { i18n } = useLingui()
  const now = useNow(minuteMs)
  switch (bet.state) {
    case 'open':
      break
    case 'won':
      return cameBack(bet) ? <Trans>Came back</Trans> : <Trans>Won</Trans>
    case 'lost':
      return <Trans>Lost</Trans>
    case 'void':
      return <Trans>Void</Trans>
    case 'cashed_out':
      return <Trans>Cashed out</Trans>
  }
  const { won, of } = legsWon(bet)
  const decided = bet.legs.some(({ state }) => state !== 'open')
  if (decided) {
    return (
      <Trans>
        {won} of {of} won
      </Trans>
    )
  }
  const starts = bet.legs.map(({ start_time }) => start_time).toSorted()[0]
  if (starts === undefined || Date.parse(starts) <= now) return <Trans>Open</Trans>
  return <Trans>Starts {shortTime(starts, { locale: i18n.locale, nowMs: now })}</Trans>
}
