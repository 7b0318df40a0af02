import { useEffect, useRef } from 'react'
import { playSound } from '../../play/sounds.ts'

/**
 * Plays a sound as a goal appears on the pitch, and one at full time, if sounds are on; the same ones whoever scores and whatever is bet.
 * `goal` is the key of the goal that is shown.
 */
export function useGoalSounds(goal: string | undefined, isOver: boolean): void {
  const before = useRef({ goal, isOver })
  useEffect(() => {
    const last = before.current
    before.current = { goal, isOver }
    if (document.visibilityState === 'hidden') return
    if (isOver && !last.isOver) playSound('stop')
    else if (goal !== undefined && goal !== last.goal) playSound('step')
  }, [goal, isOver])
}
