import { Trans, useLingui } from '@lingui/react/macro'
import type { GameName } from '@nare/contract/game-shapes'
import type { GameRound, GameRoundOf } from '@nare/contract/games'
import { useMotion } from '../../play/use-motion.ts'
import { WinTaxFact } from '../../slip/win-tax-fact.tsx'
import { useExclusion } from '../../state/use-exclusion.ts'
import { endingOf, hasPaid, sumText, tenThousandths, timesText } from './figures.ts'
import { useGameInfo } from './game-info.ts'
import { SumText } from './outcome.tsx'
import { useCashOutPays } from './use-cash-out-pays.ts'
import type { Play } from './use-game-session.ts'
import style from './round-head.module.css'

type HeadProps<G extends GameName> = {
  play: Play<G>
  isRevealed: boolean
  outcome: (round: GameRoundOf<G>) => string
}

/**
 * The result of a round at the head of its stage: what came, the multiplier, and what became of the stake. A round that paid more than
 * was staked has one pulse, nothing else has.
 */
export function RoundHead<G extends GameName>({ play, isRevealed, outcome }: HeadProps<G>) {
  const isAnimated = useMotion()
  const round = isRevealed ? play.round : undefined
  const cashOutPays = useCashOutPays()
  const ending = round?.state === 'done' ? endingOf(round) : undefined
  const shown = round && sumOf(round, cashOutPays)
  return (
    <div className={style.head} data-ending={ending} data-still={!isAnimated || undefined}>
      <p role="status" className={style.text}>
        {round && (
          <>
            <span>{outcome(round)}</span> {round.tax && <WinTaxFact tax={round.tax} />}{' '}
            {round.state === 'done' && (
              <span className="unseen">
                <SumText round={round} />
              </span>
            )}
          </>
        )}
      </p>
      {!play.round && <Return game={play.game} />}
      {shown && (
        <p key={shown.id} className={`num ${style.sum}`} aria-hidden="true">
          <b>{shown.times}</b> <span>{shown.sum}</span>
        </p>
      )}
    </div>
  )
}

/** The multiplier and the amounts of a finished round; of an open one those of a cash-out now, once a move has made some. */
function sumOf(
  round: GameRound,
  cashOutPays: (open: GameRound) => string,
): { id: string; times: string; sum: string } | undefined {
  const { state, stake, staked, payout, multiplier } = round
  const [id, at] = [round.round_id, tenThousandths(multiplier)]
  if (state === 'done') return { id, times: timesText(hasPaid(round) ? at : 0n), sum: sumText({ staked, payout }) }
  if (round.moves.length === 0 || at === 0n) return undefined
  return { id: `${id} open`, times: timesText(at), sum: sumText({ staked: stake, payout: cashOutPays(round) }) }
}

/** The average return of the game, until the first round. A break hides it, as it hides all that invites to play. */
function Return({ game }: { game: GameName }) {
  const { t } = useLingui()
  const info = useGameInfo(game)
  const isOnBreak = useExclusion() !== undefined
  if (!info || isOnBreak) return null
  const returned = info.return_percent.replace(/\.00$/, '')
  return (
    <p className={style.text} aria-label={t`Average return`}>
      <Trans>{returned}% return</Trans>
    </p>
  )
}
