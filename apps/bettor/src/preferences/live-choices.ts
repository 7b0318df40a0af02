import { stored } from '../state/browser.ts'
import { signal } from '../state/signal.ts'
import { wantsGoals } from './wants-goals.ts'

const storedMs = 3.2e11

/** Whether the live list begins with followed matches; off until the bettor turns it on. */
export const followedFirst = (): boolean => stored.read('followed-first') === true

export function chooseFollowedFirst(wanted: boolean): void {
  if (wanted) stored.write('followed-first', true, storedMs)
  else stored.remove('followed-first')
}

/** The alert for a goal of a followed match; `off` until the bettor chooses another. */
export const goalAlerts = ['off', 'notice', 'sound'] as const
export type GoalAlert = (typeof goalAlerts)[number]

export const goalAlert = signal<GoalAlert>(goalAlerts.find((each) => each === stored.read('goal-alert')) ?? 'off')

export function chooseGoalAlert(wanted: GoalAlert): void {
  if (wanted === 'off') stored.remove('goal-alert')
  else stored.write('goal-alert', wanted, storedMs)
  goalAlert.set(wanted)
  wantsGoals.set(wanted !== 'off')
}
