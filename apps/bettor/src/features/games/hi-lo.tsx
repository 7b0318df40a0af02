import { useLingui } from '@lingui/react/macro'
import { ranks } from '@nare/games/cards'
import { winningRanks } from '@nare/games/hi-lo'
import { BetButton } from './bet-button.tsx'
import { PlayingCard } from './card.tsx'
import { CashOut } from './cash-out.tsx'
import { hasPaid, percentText, tenThousandths, timesText } from './figures.ts'
import { GameFrame } from './frame.tsx'
import { pressMove } from './keys.ts'
import { nextMultiplier, trailOf, type Guess, type Step } from './hi-lo-next.ts'
import { StakeField, useStake } from './stake.tsx'
import { useCashOutPays } from './use-cash-out-pays.ts'
import { useGameSession, type Play } from './use-game-session.ts'
import style from './hi-lo.module.css'

const guesses: readonly Guess[] = ['higher or same', 'lower or same']
/** The smallest multiplier of a first right guess: 13/12 of the return. */
const smallestMultiplier = (9_900n * BigInt(ranks.length)) / BigInt(ranks.length - 1)

/** Hi-lo: is the next card higher or the same, or lower or the same? Cash out after any right guess. */
export function HiLo() {
  const { t } = useLingui()
  const play = useGameSession('hi-lo')
  const cashOutPays = useCashOutPays()
  const stake = useStake('hi-lo', smallestMultiplier)
  const { round, open } = play
  const rightGuesses = open ? open.moves.filter((move) => 'guess' in move).length : 0
  const cards = round?.result.cards ?? []
  const current = cards.at(-1)
  const isBusy = play.phase !== 'idle'
  const outcomeOf = (shown: NonNullable<typeof round>): string => {
    const card = spoken(shown.result.cards.at(-1) ?? '')
    const times = timesText(tenThousandths(shown.multiplier))
    if (shown.state === 'open') {
      const guessed = shown.moves.some((move) => 'guess' in move)
      return guessed
        ? t`The card is ${card}. Cash out now at ${times}, or go on.`
        : t`The card is ${card}. Higher or lower?`
    }
    return hasPaid(shown) ? t`Cashed out at ${times}.` : t`The card was ${card}.`
  }
  return (
    <GameFrame
      play={play}
      isRevealed
      outcome={outcomeOf}
      chip={({ payout, multiplier }) => (hasPaid({ payout }) ? timesText(tenThousandths(multiplier)) : '0×')}
      keys={[
        { keys: ['arrowup'], name: t`higher`, act: () => pressMove('higher or same') },
        { keys: ['arrowdown'], name: t`lower`, act: () => pressMove('lower or same') },
        { keys: ['k'], name: t`skip`, act: () => pressMove('skip') },
      ]}
      stage={
        <div className={style.hilo}>
          <div className={style.current}>
            <PlayingCard key={`${round?.round_id} ${cards.length}`} {...(current && { card: current })} />
          </div>
          <Trail cards={cards} moves={round?.moves ?? []} />
        </div>
      }
      controls={
        <>
          <div className={style.guesses}>
            {guesses.map((guess) => (
              <GuessButton
                key={guess}
                guess={guess}
                open={open}
                isBusy={isBusy}
                onGuess={() => void play.gameSession.move({ guess })}
              />
            ))}
          </div>
          <button
            type="button"
            className={style.skip}
            data-move="skip"
            aria-disabled={!open || isBusy || undefined}
            onClick={() => open && !isBusy && void play.gameSession.move({ skip: true })}
          >
            {t`Skip this card`}
          </button>
        </>
      }
      stake={<StakeField value={stake} open={open} />}
      button={
        open ? (
          <CashOut
            play={play}
            amount={rightGuesses > 0 ? cashOutPays(open) : undefined}
            before={t`Guess right first`}
            onCashOut={() => void play.gameSession.move({ cash_out: true })}
          />
        ) : (
          <BetButton play={play} stake={stake} isReady options={{}} />
        )
      }
    />
  )
}

/** A card as text for screen readers, its suit last. */
const spoken = (card: string): string => `${card.slice(1)}${card.slice(0, 1)}`

type GuessProps = { guess: Guess; open: Play<'hi-lo'>['open']; isBusy: boolean; onGuess: () => void }

/** A guess with its chance and the multiplier after it. A guess that cannot lose is disabled. */
function GuessButton({ guess, open, isBusy, onGuess }: GuessProps) {
  const { t } = useLingui()
  const card = open?.result.cards.at(-1)
  const winning = card === undefined ? 0 : winningRanks(card, guess)
  const isSure = winning === ranks.length
  const isPlayable = open !== undefined && !isSure && !isBusy
  const next = open ? nextMultiplier({ cards: open.result.cards, moves: open.moves, guess }) : 0n
  return (
    <button
      type="button"
      className={style.guess}
      data-move={guess}
      aria-disabled={!isPlayable || undefined}
      onClick={() => isPlayable && onGuess()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={guess === 'higher or same' ? 'M12 20V5M5 12l7-7 7 7' : 'M12 4v15M5 12l7 7 7-7'} />
      </svg>
      <b>{guess === 'higher or same' ? t`Higher or same` : t`Lower or same`}</b>
      <small className="num">
        {card === undefined
          ? ' '
          : isSure
            ? t`Can't lose: not offered`
            : `${percentText(winning / ranks.length)} · ${timesText(next)}`}
      </small>
    </button>
  )
}

type TrailProps = { cards: readonly string[]; moves: NonNullable<Play<'hi-lo'>['round']>['moves'] }

/** The cards before the current one, each with the guess that was made on it and the multiplier that it led to. The newest is in sight. */
function Trail({ cards, moves }: TrailProps) {
  const { t } = useLingui()
  const texts: Readonly<Record<Step['mark'], string>> = {
    higher: t`higher or same`,
    lower: t`lower or same`,
    skip: t`skipped`,
  }
  return (
    <ol className={style.trail} aria-label={t`Earlier cards`}>
      {trailOf(cards, moves).map(({ card, mark, multiplier, isWrong }, at) => (
        <li key={at} data-mark={mark} data-wrong={isWrong || undefined}>
          <PlayingCard card={card} small />
          <span className="unseen">{texts[mark]}</span>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={marks[mark]} />
          </svg>
          <small className="num">{isWrong ? '0×' : multiplier === undefined ? '–' : timesText(multiplier)}</small>
        </li>
      ))}
    </ol>
  )
}

const marks: Readonly<Record<Step['mark'], string>> = {
  higher: 'M6 10V3M3 6l3-3 3 3',
  lower: 'M6 2v7M3 6l3 3 3-3',
  skip: 'M3 3l3 3-3 3M7 3l3 3-3 3',
}
