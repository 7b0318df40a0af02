import { Signed } from '../../parts/amounts.tsx'

/** A loss of the house as what it keeps: "−214,380" in red for a loss of 214,380. */
export function Kept({ loses }: { loses: string }) {
  return <Signed amount={/^-/.test(loses) ? loses.slice(1) : /^[0.]+$/.test(loses) ? loses : `-${loses}`} />
}
