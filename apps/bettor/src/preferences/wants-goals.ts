import { stored } from '../state/browser.ts'
import { signal } from '../state/signal.ts'

/** Whether goals of followed matches are announced; how is chosen in live-choices.ts. */
export const wantsGoals = signal(typeof stored.read('goal-alert') === 'string')
