import { changePercent, directionOf, signedText } from './format.ts'

/** An amount with its sign, green where the house keeps it and red where it pays. */
export function Signed({ amount }: { amount: string | null | undefined }) {
  return <span className={`num ${directionOf(amount) ?? ''}`}>{signedText(amount)}</span>
}

/** How much an amount has changed in percent: "▲ 11.4%"; the earlier amount where a percentage says nothing. */
export function Change({ now, before }: { now: string; before: string }) {
  const percent = changePercent(now, before)
  if (percent === undefined) return <span className="t3 num">was {signedText(before)}</span>
  const isUp = percent >= 0
  return (
    <span className={`num ${isUp ? 'up' : 'down'}`}>
      {isUp ? '▲' : '▼'} {Math.abs(percent).toFixed(1)}%
    </span>
  )
}
