import { useOpenBets } from '../../../play/use-open-bets.ts'
import { OpenBets } from './open-bets.tsx'
import { SettledToday, useSettledLately } from './settled-today.tsx'
import { useWeek, WeekNet } from './week-net.tsx'

export { OpenBets }

/**
 * The bettor's play in short: open bets, what was settled today, and the net of the last seven days. Shown once all three have answered, so
 * that none moves another.
 */
export function OwnPlay() {
  const reads = [useOpenBets(), useSettledLately(), useWeek()]
  if (reads.some(({ body, failed }) => !body && !failed)) return null
  return (
    <>
      <OpenBets />
      <SettledToday />
      <WeekNet />
    </>
  )
}
