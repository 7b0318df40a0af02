import { useLingui } from '@lingui/react/macro'
import type { GameName } from '@nare/contract/game-shapes'
import type { GameRoundOf } from '@nare/contract/games'
import { protection } from '@nare/contract/protection'
import { useAmountText } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { loadWithMessages } from '../../i18n/locale.ts'
import { ownGameNames } from '../../play/game-names.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { balanceBefore, endingOf } from './figures.ts'
import { SumText } from './outcome.tsx'
import { Balance, SessionLine } from './session-line.tsx'
import type { Play } from './use-game-session.ts'
import style from './frame.module.css'

const Fairness = lazyPart(() =>
  loadWithMessages(() => import('./fairness.tsx'), ['games', 'forms']).then((part) => part.Fairness),
)

export type FrameProps<G extends GameName> = {
  play: Play<G>
  /** True once the animation of the current round has ended, so that its result may be shown. */
  isRevealed: boolean
  /** The drawing or board of the game. */
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
  /** Rounds that are not shown yet, beside `play.round`: their payouts are not in the balance that is shown. */
  unshown?: readonly GameRoundOf<G>[]
}

/** The layout of every game: the bar, the last results, the stage, the result as text, the controls, and the main button. */
export function GameFrame<G extends GameName>(props: FrameProps<G>) {
  const { play, isRevealed, stage, controls, stake, button, outcome, chip } = props
  const { i18n, t } = useLingui()
  const [isFairnessOpen, setFairnessOpen] = useState(false)
  const name = i18n._(ownGameNames[play.game])
  const balance = useSettledBalance(isRevealed && !play.isWaiting, props.unshown)
  useSessionSums(isRevealed ? play.rounds[0]?.round_id : undefined, play.refusal?.code === 'self_excluded')
  return (
    <section className={style.frame} aria-label={name} data-game={play.game}>
      <Bar name={name} balance={balance} onFairness={() => setFairnessOpen(true)} />
      <Results play={play} isRevealed={isRevealed} chip={chip} />
      <div className={style.stage}>{stage}</div>
      <div className={style.panel}>
        <Outcome play={play} isRevealed={isRevealed} outcome={outcome} />
        <div className={style.controls} data-controls>
          {controls}
        </div>
        {stake}
      </div>
      <div className={style.dock}>
        <ButtonPlace isOver={play.round?.state === 'done'}>{button}</ButtonPlace>
        <p className={style.links}>
          <Link href="/profile?tab=limits">{t`Limits`}</Link>
          <Link href="/profile?tab=limits#break">{t`Take a break`}</Link>
          <button type="button" onClick={() => setFairnessOpen(true)}>{t`Check a round`}</button>
        </p>
      </div>
      {isFairnessOpen && <Fairness game={play.game} onClose={() => setFairnessOpen(false)} />}
    </section>
  )
}

/**
 * Contains the main button. If another button replaces the focused one, the new button gets the focus. When a round ends, the main button
 * gets the focus from a control that is now disabled. A key that is held down presses the button once.
 */
function ButtonPlace({ isOver, children }: { isOver: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  })
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (isOver && focused?.ariaDisabled === 'true' && focused.closest('[data-controls]'))
      place.current?.querySelector('button')?.focus()
  }, [isOver])
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

function Bar({ name, balance, onFairness }: { name: string; balance: string | undefined; onFairness: () => void }) {
  const { t } = useLingui()
  return (
    <header className={style.bar}>
      <Link href="/nare-games" aria-label={t`Back to all games`} className={style.back}>
        <Icon name="left" />
      </Link>
      <h1>{name}</h1>
      <SessionLine />
      <Balance value={balance} />
      <button type="button" className={style.fair} aria-label={t`Fairness`} onClick={onFairness}>
        <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4" />
        </svg>
      </button>
    </header>
  )
}

const chipsShown = 12

/** The last results, newest first, without the round that is still animated. */
function Results<G extends GameName>({ play, isRevealed, chip }: Pick<FrameProps<G>, 'play' | 'isRevealed' | 'chip'>) {
  const { t } = useLingui()
  const rounds = isRevealed ? play.rounds : play.rounds.filter(({ round_id }) => round_id !== play.round?.round_id)
  return (
    <ol className={style.results} aria-label={t`Last results`}>
      {rounds.slice(0, chipsShown).map((round) => (
        <li key={round.round_id} data-ending={endingOf(round)}>
          <span className="num">{chip(round)}</span>
          <span className="unseen">
            <SumText round={round} />
          </span>
        </li>
      ))}
      {rounds.length === 0 && <li data-ending="none">{t`Your last results will be here`}</li>}
    </ol>
  )
}

/** The result, which is shown and announced after its animation, or the reason for a refused command. */
function Outcome<G extends GameName>({
  play,
  isRevealed,
  outcome,
}: Pick<FrameProps<G>, 'play' | 'isRevealed' | 'outcome'>) {
  const { i18n, t } = useLingui()
  const amount = useAmountText()
  const { round, phase, refusal } = play
  return (
    <>
      <p
        className={style.outcome}
        role="status"
        data-ending={round && isRevealed && round.state === 'done' ? endingOf(round) : undefined}
      >
        {round && isRevealed && (
          <>
            <span>{outcome(round)}</span>{' '}
            {round.state === 'done' && (
              <span>
                <SumText round={round} />
              </span>
            )}
          </>
        )}
      </p>
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
