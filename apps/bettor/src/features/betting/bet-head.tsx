import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { kickoff, shortTime, thousands } from '@nare/ui/format'
import type { ReactNode } from 'react'
import { BetName } from '../../slip/bet-name.tsx'
import { legsWon, remainingOf } from '../../state/bet-now.ts'
import { useIsLive } from '../../state/use-bet-now.ts'
import { hasGain, paidOf } from '../../tax/paid-of.ts'
import { useNow } from '../../state/use-now.ts'
import { isPartlyReturned, PlayedName } from './game-ticket.tsx'
import style from './bet.module.css'

type HeadProps = {
  bet: BetView
  /** Wraps the kind of the bet, in a link for example. */
  kind?: (kind: ReactNode) => ReactNode
  /** When the bet was placed: as a short time, with the full date, or not at all. */
  placed?: 'short' | 'full'
  /** Without the status and the amounts, which are shown above. */
  isPlain?: boolean
}

/** The head of a bet: its kind and id, its status, and "100 → 574.92", the stake with the possible or actual payout. */
export function BetHead({ bet, kind = (name) => name, placed, isPlain = false }: HeadProps) {
  return (
    <span className={style.head}>
      <span className={style.kind}>
        {kind(
          <b>
            <BetType bet={bet} />
          </b>,
        )}{' '}
        <small>
          <span className="num">#{bet.bet_id}</span>
          {placed && (
            <>
              {' · '}
              <PlacedAt at={bet.placed_at} isFull={placed === 'full'} />
            </>
          )}
        </small>
      </span>
      {isPlain ? (
        <BonusPart bet={bet} />
      ) : (
        <>
          <BetState bet={bet} />
          <Money bet={bet} />
        </>
      )}
    </span>
  )
}

/** The status of a bet in a pill. */
export function BetState({ bet }: { bet: BetView }) {
  return (
    <span className={style.state} data-state={isPartlyReturned(bet) ? 'void' : bet.state}>
      <Status bet={bet} />
    </span>
  )
}

/** The stake with the possible or actual payout; for a partly cashed-out bet, those of the remaining part. */
function Money({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const isOpen = bet.state === 'open'
  const left = isOpen ? remainingOf(bet) : undefined
  const pays = isOpen ? (left?.possible_win ?? null) : paidOf(bet)
  const isGain = !isOpen && hasGain(bet)
  const cashedOut = isOpen ? bet.cash_out?.paid : undefined
  return (
    <span className={style.money} data-gained={isGain || undefined}>
      <span className="unseen">{cashedOut ? t`Stake left` : t`Stake`}</span>{' '}
      <Amount bare value={left?.stake ?? bet.stake} />
      {pays !== null && (
        <>
          {' '}
          <span aria-hidden="true">→</span>
          <span className="unseen">{isOpen ? t`possible payout` : t`returned`}</span>{' '}
          <b className="num">{thousands(pays)}</b>
        </>
      )}
      {cashedOut && (
        <small>
          <Trans>
            <Amount bare value={cashedOut} /> cashed out
          </Trans>
        </small>
      )}
      {bet.tax && (
        <small>
          <Trans>
            <Amount bare value={bet.returned} /> less tax on winnings <Amount bare value={bet.tax.amount} />
          </Trans>
        </small>
      )}
      <BonusPart bet={bet} />
    </span>
  )
}

/** The bonus part of the stake, and the part of the payout that was returned to the bonus. */
function BonusPart({ bet: { bonus_stake, bonus_returned } }: { bet: BetView }) {
  if (!bonus_stake) return null
  return (
    <>
      {' '}
      <small>
        <Trans>
          <Amount value={bonus_stake} /> of the stake is bonus
        </Trans>
        {bonus_returned && Number(bonus_returned) > 0 && (
          <>
            {' · '}
            <Trans>
              <Amount value={bonus_returned} /> returned to bonus
            </Trans>
          </>
        )}
      </small>
    </>
  )
}

function BetType({ bet }: { bet: BetView }) {
  if (bet.game) return <PlayedName game={bet.game.game} />
  if (bet.jackpot) return bet.jackpot.name
  if (bet.type === 'jackpot') return <Trans>Jackpot</Trans>
  return <BetName bet={bet} />
}

const minuteMs = 60_000

/** The time a bet was placed: "14:02" today, else with the day. */
function PlacedAt({ at, isFull }: { at: string; isFull: boolean }) {
  const { i18n } = useLingui()
  const nowMs = useNow(minuteMs)
  const { locale } = i18n
  return <time dateTime={at}>{isFull ? kickoff(at, locale) : shortTime(at, { locale, nowMs })}</time>
}

/** The status of a bet: the count of won legs, live, the start time, or the result. */
function Status({ bet }: { bet: BetView }) {
  const { i18n, t } = useLingui()
  const now = useNow(minuteMs)
  const isLive = useIsLive(bet)
  switch (bet.state) {
    case 'open':
      break
    case 'won':
      return isPartlyReturned(bet) ? t`Came back` : t`Won`
    case 'lost':
      return t`Lost`
    case 'void':
      return t`Void`
    case 'cashed_out':
      return t`Cashed out`
    case 'referred':
      return t`With a trader`
    case 'refused':
      return t`Bet not placed`
  }
  const { won, of } = bet.decided ? { won: bet.right, of: bet.decided } : legsWon(bet)
  const decided = bet.decided || bet.legs.some(({ state }) => state !== 'open')
  if (decided) {
    return (
      <Trans>
        {won} of {of} won
      </Trans>
    )
  }
  if (isLive) return t`Live`
  const firstStart = [...bet.legs, ...(bet.picks ?? [])].flatMap(({ start_time }) => start_time ?? []).toSorted()[0]
  if (firstStart === undefined || Date.parse(firstStart) <= now) return t`Open`
  return <Trans>Starts {shortTime(firstStart, { locale: i18n.locale, nowMs: now })}</Trans>
}
