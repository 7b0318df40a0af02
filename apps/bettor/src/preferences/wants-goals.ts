import { stored } from '../state/browser.ts'
import { signal } from '../state/signal.ts'

/** Whether goals of followed matches are announced; live-choices.ts has the kind of alert. */
export const wantsGoals = signal(typeof stored.read('goal-alert') === 'string')
