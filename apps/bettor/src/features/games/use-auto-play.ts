import type { GameName, GameOptions } from '@nare/contract/game-shapes'
import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { playRounds, type AutoPlan, type AutoRun, type AutoState } from './auto-play.ts'
import { costAtMost, isAway } from '../../play/automatic.ts'
import { playSound } from '../../play/sounds.ts'
import { useGamesList } from './game-info.ts'
import type { Play } from './use-game-session.ts'

/** The time in which a result can be read before the next round begins. */
const pauseMs = 900

/** Automatic play of a game, for its panel and its main button. Undefined where a game or the house has none. */
export type AutoPlay = {
  state: AutoState
  /** The most rounds that the house allows. */
  roundsMost: number
  isOpen: boolean
  toggle: () => void
  /** The bettor's choice; `lossMost` as typed, empty for half of all stakes. */
  choice: { rounds: number; lossMost: string }
  choose: (choice: Partial<AutoPlay['choice']>) => void
  start: (plan: AutoPlan, bet: { stake: string; options: GameOptions }) => void
  stop: () => void
}

export const AutoContext = createContext<AutoPlay | undefined>(undefined)
export const useAuto = (): AutoPlay | undefined => useContext(AutoContext)

/** Automatic play of a game without moves. It ends when the bettor leaves the page. */
export function useAutoPlay<G extends GameName>(
  play: Play<G>,
  { isRevealed, isOffered }: { isRevealed: boolean; isOffered: boolean },
): AutoPlay | undefined {
  const roundsMost = useGamesList()?.automatic_rounds ?? 0
  const [state, setState] = useState<AutoState>({ is: 'off' })
  const [isOpen, setOpen] = useState(false)
  const [choice, setChoice] = useState({ rounds: 10, lossMost: '' })
  const [waiting, setWaiting] = useState<{ roundId: string; resolve: () => void } | undefined>()
  const run = useRef<AutoRun | undefined>(undefined)
  const { gameSession, round } = play
  useEffect(() => () => run.current?.stop(), [gameSession])
  useEffect(() => {
    if (!waiting || !isRevealed || round?.round_id !== waiting.roundId) return
    const timer = setTimeout(() => {
      setWaiting(undefined)
      waiting.resolve()
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [waiting, isRevealed, round?.round_id])
  if (!isOffered || roundsMost === 0) return undefined
  return {
    state,
    roundsMost,
    isOpen: isOpen || state.is === 'playing',
    toggle: () => state.is !== 'playing' && setOpen(!isOpen),
    choice: { ...choice, rounds: Math.min(choice.rounds, roundsMost) },
    choose: (change) => setChoice({ ...choice, ...change }),
    start(plan, bet) {
      if (state.is === 'playing') return
      run.current = playRounds(plan, {
        bet: () => gameSession.bet(bet),
        shown: (roundId) => new Promise((resolve) => setWaiting({ roundId, resolve })),
        isAway,
        onChanged: setState,
      })
    },
    stop() {
      run.current?.stop()
      playSound('press')
    },
  }
}

/**
 * The stakes of all rounds, the loss at which automatic play stops, as typed, else half of them, and what it costs at most. Undefined
 * while one is wrong.
 */
export function planOf(
  { choice }: Pick<AutoPlay, 'choice'>,
  stake: string,
): { total: Money; lossMost: Money; cost: Money } | undefined {
  const each = parseMoney(stake)
  if (each === undefined || each <= 0n) return undefined
  const total = each * BigInt(choice.rounds)
  const half = total / 2n > each ? total / 2n : each
  const lossMost = choice.lossMost === '' ? money(half) : parseMoney(choice.lossMost)
  if (lossMost === undefined || lossMost < each) return undefined
  return { total: money(total), lossMost, cost: money(costAtMost({ total, lossMost })) }
}

/** An amount in cents as a bettor reads it, without a trailing .00. */
export const plain = (cents: bigint): string => formatMoney(money(cents)).replace(/\.00$/, '')
