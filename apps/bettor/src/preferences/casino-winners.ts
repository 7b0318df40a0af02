import { stored } from '../state/browser.ts'

/** Where the choice to hide the casino's winners is stored; index.html reads it too. */
export const winnersHiddenKey = 'casino-winners-hidden'

/** Whether the lobby of the casino shows its last winners; on until the bettor hides them. */
export const showsWinners = (): boolean => stored.read(winnersHiddenKey) !== true

export function showWinners(wanted: boolean): void {
  if (wanted) stored.remove(winnersHiddenKey)
  else stored.write(winnersHiddenKey, true, 3.2e11)
}
