import { stored } from '../state/browser.ts'

/** Whether a match page announces goals to screen readers; off until the bettor turns it on. */
export const speaksScores = (): boolean => stored.read('speak-scores') === true

export function speakScores(wanted: boolean): void {
  if (wanted) stored.write('speak-scores', true, 3.2e11)
  else stored.remove('speak-scores')
}
