import { stored } from '../state/browser.ts'

/** Whether goals are announced to screen readers on the page of a match; off until the bettor turns it on. */
export const speaksScores = (): boolean => stored.read('speak-scores') === true

export function speakScores(wanted: boolean): void {
  if (wanted) stored.write('speak-scores', true, 3.2e11)
  else stored.remove('speak-scores')
}
