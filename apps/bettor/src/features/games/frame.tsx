import { useLingui } from '@lingui/react/macro'
import type { GameName } from '@nare/contract/game-shapes'
import type { GameRoundOf } from '@nare/contract/games'
import { protection } from '@nare/contract/protection'
import { useAmountText } from '@nare/ui/amount'
import { Notice } from '@nare/ui/notice'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { ownGameNames } from '../../play/game-names.ts'
import tints from './tints.module.css'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { balanceBefore, endingOf } from './figures.ts'
import { GameBar } from './game-bar.tsx'
import { KeyLegend } from './key-legend.tsx'
import { useGameKeys, type GameKey } from './keys.ts'
import { SumText } from './outcome.tsx'
import { RoundHead } from './round-head.tsx'
import { RoundList } from './round-list.tsx'
import { SessionFoot } from './session-foot.tsx'
import { playSound } from '../../play/sounds.ts'
import { AutoContext, useAutoPlay, type AutoPlay } from './use-auto-play.ts'
import type { Play } from './use-game-session.ts'
import style from './frame.module.css'

const Fairness = lazyPart(() =>
  loadWithMessages(() => import('./fairness.tsx'), ['games', 'forms']).then((part) => part.Fairness),
)

export type FrameProps<G extends GameName> = {
  play: Play<G>
  /** True once the animation of the current round has ended, so that its result may be shown. */
  isRevealed: boolean
  /** The drawing or board of the game. It fills the height that the head of the stage leaves. */
  stage: ReactNode
  /** The options of a bet, or the possible moves of an open round. */
  controls: ReactNode
  stake: ReactNode
  /** The main button, always in the same place. */
  button: ReactNode
  /** The result of a round without amounts: "Roll 74.67". */
  outcome: (round: GameRoundOf<G>) => string
  /** The result of a finished round in a few characters, for the row of last results. */
  chip: (round: GameRoundOf<G>) => string
  /** The colour of that result, where it has one. */
  chipColour?: (round: GameRoundOf<G>) => 'red' | 'black' | 'green'
  /** Rounds that are not shown yet, beside `play.round`: their payouts are not in the balance that is shown. */
  unshown?: readonly GameRoundOf<G>[]
  /** The hotkeys of the game beside Space (main button), S and D (stake) and A (automatic play). */
  keys?: readonly GameKey[]
  /** Offers automatic play, for a game without moves; `BetButton` and `StakeField` do the rest. */
  automatic?: boolean
}

const noKeys: readonly GameKey[] = []

/**
 * The shell of every own game: bar, last results, the tinted stage with the result at its head, controls, main button, hotkeys and the
 * foot of the session. A game gives its drawing, its options and its texts; `dice.tsx` is the example without moves, `mines.tsx` with.
 */
export function GameFrame<G extends GameName>(props: FrameProps<G>) {
  const { play, isRevealed, stage, controls, stake, button, outcome, chip, keys = noKeys, automatic = false } = props
  const { i18n } = useLingui()
  const [isFairnessOpen, setFairnessOpen] = useState(false)
  const buttonPlace = useRef<HTMLDivElement>(null)
  const name = i18n._(ownGameNames[play.game])
  const balance = useSettledBalance(isRevealed && !play.isWaiting, props.unshown)
  const auto = useAutoPlay(play, { isRevealed, isOffered: automatic })
  const shownKeys = useShellKeys({ keys, auto, buttonPlace })
  useSessionSums(isRevealed ? play.rounds[0]?.round_id : undefined, play.refusal?.code === 'self_excluded')
  useRoundSounds(play, isRevealed)
  // A round is not listed, and not counted, before its animation has ended.
  const rounds = isRevealed ? play.rounds : play.rounds.filter(({ round_id }) => round_id !== play.round?.round_id)
  const isLocked = auto?.state.is === 'playing'
  return (
    <AutoContext value={auto}>
      <section className={`${tints.tint} ${style.frame}`} aria-label={name} data-game={play.game}>
        <GameBar name={name} balance={balance} onFairness={() => setFairnessOpen(true)} />
        <Results rounds={rounds} chip={chip} chipColour={props.chipColour} />
        <RoundHead play={play} isRevealed={isRevealed} outcome={outcome} />
        <div className={style.stage}>
          <fieldset disabled={isLocked}>{stage}</fieldset>
        </div>
        <div className={style.legend}>
          <KeyLegend keys={shownKeys} />
        </div>
        <div className={style.panel}>
          <Refusal play={play} />
          <fieldset disabled={isLocked} data-controls>
            {controls}
            {stake}
          </fieldset>
          <RoundList rounds={rounds} chip={chip} />
        </div>
        <div className={style.dock}>
          <ButtonPlace place={buttonPlace} isOver={play.round?.state === 'done'}>
            {button}
          </ButtonPlace>
          <div className={style.foot}>
            <SessionFoot rounds={rounds} />
          </div>
        </div>
        {isFairnessOpen && <Fairness game={play.game} onClose={() => setFairnessOpen(false)} />}
      </section>
    </AutoContext>
  )
}

type ShellKeys = { keys: readonly GameKey[]; auto: AutoPlay | undefined; buttonPlace: RefObject<HTMLElement | null> }

/** Acts on the keys of the shell and of the game; returns all that the legend names. The stake field acts on its own. */
function useShellKeys({ keys, auto, buttonPlace }: ShellKeys): readonly Pick<GameKey, 'keys' | 'name'>[] {
  const { t } = useLingui()
  const press = (): void => buttonPlace.current?.querySelector('button')?.click()
  const main: GameKey = { keys: [' '], name: t`play`, act: press }
  const own: GameKey[] = auto ? [{ keys: ['a'], name: t`automatic`, act: auto.toggle }] : []
  useGameKeys([main, ...(auto?.state.is === 'playing' ? [] : keys), ...own])
  return [main, ...keys, { keys: ['s'], name: t`half` }, { keys: ['d'], name: t`double` }, ...own]
}

/** A sound as a bet is sent, one as each move is answered, and one as a round stops. */
function useRoundSounds<G extends GameName>({ isWaiting, round, isFresh }: Play<G>, isRevealed: boolean): void {
  const step = round && isFresh && isRevealed ? `${round.round_id} ${round.moves.length}` : ''
  const isDone = round?.state === 'done'
  const heard = useEffectEvent(() => step && playSound(isDone ? 'stop' : 'step'))
  useEffect(() => {
    if (isWaiting) playSound('press')
  }, [isWaiting])
  useEffect(() => void heard(), [step])
}

type ButtonPlaceProps = { place: RefObject<HTMLDivElement | null>; isOver: boolean; children: ReactNode }

/**
 * Contains the main button. If another button replaces the focused one, the new button gets the focus. When a round ends, the main button
 * gets the focus from a control that is now disabled. A key that is held down presses the button once.
 */
function ButtonPlace({ place, isOver, children }: ButtonPlaceProps) {
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  })
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (isOver && focused?.ariaDisabled === 'true' && focused.closest('[data-controls]'))
      place.current?.querySelector('button')?.focus()
  }, [isOver, place])
  return (
    <div
      ref={place}
      role="presentation"
      className={style.button}
      onKeyDown={(event) => event.repeat && event.key !== 'Tab' && event.preventDefault()}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      {children}
    </div>
  )
}

const chipsShown = 20

type ResultsProps<G extends GameName> = Pick<FrameProps<G>, 'chip'> & {
  chipColour: FrameProps<G>['chipColour']
  rounds: readonly GameRoundOf<G>[]
}

/** The last results, newest first. */
function Results<G extends GameName>({ rounds, chip, chipColour }: ResultsProps<G>) {
  const { t } = useLingui()
  const colours = { red: t`red`, black: t`black`, green: t`green` }
  return (
    <ol className={style.results} aria-label={t`Last results`}>
      {rounds.slice(0, chipsShown).map((round) => (
        <li key={round.round_id} data-ending={endingOf(round)} data-colour={chipColour?.(round)}>
          <span className="num">{chip(round)}</span>
          <span className="unseen">
            {chipColour && `${colours[chipColour(round)]}. `}
            <SumText round={round} />
          </span>
        </li>
      ))}
      {rounds.length === 0 && <li data-ending="none">{t`Your last results will be here`}</li>}
    </ol>
  )
}

/** Why a command was refused, or that its outcome is being looked up. */
function Refusal<G extends GameName>({ play: { phase, refusal } }: { play: Play<G> }) {
  const { i18n, t } = useLingui()
  const amount = useAmountText()
  return (
    <>
      {phase === 'checking' && (
        <Notice tone="info">{t`We're checking whether this went through. You don't need to send it again.`}</Notice>
      )}
      {refusal && phase === 'idle' && (
        <Notice>
          {refusal.code === 'no_answer'
            ? t`We couldn't confirm this yet. Trying again never takes your stake twice.`
            : failureText(i18n, refusal, amount)}
        </Notice>
      )}
    </>
  )
}

/** The balance; while a round is animated, the balance before the round, because a newer one would reveal the result. */
function useSettledBalance(isRevealed: boolean, unshown: readonly { payout: string }[] = []): string | undefined {
  const stored = useApp(({ auth }) => auth.user?.balance)
  const balance = stored === undefined ? undefined : balanceBefore(stored, unshown)
  const [shown, setShown] = useState(balance)
  if (isRevealed && shown !== balance) setShown(balance)
  return isRevealed ? balance : shown
}

/** Refetches the time and net result of the session after each finished round, and after a refusal because of a break. */
function useSessionSums(finished: string | undefined, isExcluded: boolean): void {
  const isLoggedIn = useApp(({ auth }) => auth.isLoggedIn)
  const { again, body } = useRead(protection.protection, isLoggedIn ? {} : undefined, 60_000)
  const [initial] = useState(finished)
  const refresh = useEffectEvent(() => {
    if (body && isLoggedIn && (isExcluded || (finished !== undefined && finished !== initial))) again()
  })
  useEffect(() => refresh(), [finished, isExcluded])
}
