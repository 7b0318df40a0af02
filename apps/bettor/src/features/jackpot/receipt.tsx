import { Plural, Trans } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import type { JackpotView } from '@nare/contract/jackpot'
import { takeFocus } from '../../slip/take-focus.ts'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { MatchPlace } from './match-place.tsx'
import { signOf, type Outcome } from './picks.ts'
import { useOutcomesText } from './texts.tsx'
import style from './jackpot-slip.module.css'

/** The last placed ticket, until its receipt is dismissed. */
export function useReceipt(): BetView | undefined {
  const answer = useApp(({ betting: { jackpotbestlip } }) => jackpotbestlip)
  return (answer as { bet?: BetView } | null)?.bet
}

/** The receipt of a ticket with the server's values: stake, lines, and the picks of each match. */
export function JackpotReceipt({ bet }: { bet: BetView }) {
  const send = useSend()
  const textOf = useOutcomesText()
  const lines = bet.lines ?? 1
  const picks = bet.picks ?? []
  const matches = useApp(({ betting: { jackpot } }) =>
    jackpot?.find(({ jackpot_id }) => jackpot_id === bet.jackpot?.jackpot_id),
  )?.matches
  return (
    <section className={style.receipt} aria-live="polite">
      <h3 ref={takeFocus} tabIndex={-1}>
        <Icon name="check" size={20} /> <Trans>Bet placed</Trans> <small className="num">#{bet.bet_id}</small>
      </h3>
      <p className={style.paid}>
        <Amount value={bet.stake} />
        <small>
          {bet.jackpot && <>{bet.jackpot.name} · </>}
          <Plural value={lines} one="# line" other="# lines" />
        </small>
      </p>
      <p className={style.small}>
        {bet.possible_win === null ? (
          <Trans>What it pays is known after the last match: winning lines share the prizes</Trans>
        ) : (
          <Trans>
            Possible payout <Amount value={bet.possible_win} />
          </Trans>
        )}
      </p>
      <ol className={style.picks}>
        {picks.map((pick, at) => (
          <li key={pick.match_id}>
            <span className="num">{at + 1}</span>
            <div>
              <b>{textOf(pick.outcomes, pick)}</b>
              <small>
                {pick.home_team} v {pick.away_team}
                <Place match={matches?.find(({ match_id }) => match_id === pick.match_id)} />
              </small>
            </div>
            <span className={`num ${style.signs}`} aria-hidden="true">
              {pick.outcomes.map((outcome) => signOf(outcome as Outcome)).join(' ')}
            </span>
          </li>
        ))}
      </ol>
      <div className={style.done}>
        <Button wide onClick={() => send(betting.actions.reset('jackpotbestlip'))}>
          <Trans>Done</Trans>
        </Button>
        <Link href="/my-bets?product=jackpot">
          <Trans>See it in My bets</Trans>
        </Link>
      </div>
    </section>
  )
}

function Place({ match }: { match: JackpotView['matches'][number] | undefined }) {
  return (
    match && (
      <>
        {' '}
        · <MatchPlace match={match} />
      </>
    )
  )
}
