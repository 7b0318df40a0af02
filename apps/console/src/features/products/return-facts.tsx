import type { ReturnRow } from '@nare/contract/operator-returns'
import { Facts } from '../../parts/controls.tsx'
import { amountText, countText, percentText, signedText } from '../../parts/format.ts'
import { intervalText, verdictOf, zText } from './returns.ts'
import style from './returns.module.css'

/** What a game has returned, in figures and in a sentence. */
export function ReturnFacts({ of }: { of: ReturnRow | undefined }) {
  if (!of) return null
  return (
    <>
      <p className={style.verdict}>{verdictOf(of)}</p>
      <Facts
        rows={[
          ['Rounds', countText(of.rounds)],
          ['Stakes', amountText(of.stakes)],
          ['Returns', amountText(of.returns)],
          ['Kept', signedText(of.gross)],
          ['Stated return', percentText(of.stated_percent)],
          ['Expected of these rounds', percentText(of.expected_percent)],
          ['Measured', percentText(of.measured_percent)],
          ['True return, 95 %', intervalText(of)],
          ['z', zText(of.z)],
        ]}
      />
    </>
  )
}
