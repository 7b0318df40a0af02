import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { systemBets } from './system-size.ts'

type Named = Pick<BetView, 'type' | 'system' | 'casino'> & { legs: readonly unknown[] }

/** The name of a bet: "Single", "Multi, 3 picks", "Doubles (6 bets)"; a casino bet has the name of its game. */
export function BetName({ bet }: { bet: Named }) {
  const sizes = bet.system ?? []
  if (bet.casino) return `${bet.casino.name} · ${bet.casino.provider}`
  if (bet.type === 'single' || bet.legs.length === 1) return <Trans>Single</Trans>
  if (bet.type !== 'system') return <Plural value={bet.legs.length} one="Multi, # pick" other="Multi, # picks" />
  return (
    <>
      {sizes.map((size, index) => (
        <span key={size}>
          {index > 0 && ' + '}
          <SizeName size={size} />
        </span>
      ))}{' '}
      (<Plural value={systemBets(bet.legs.length, sizes)} one="# bet" other="# bets" />)
    </>
  )
}

/** The name of a system's combinations of a size: singles, doubles, trebles, 4-folds. */
export function SizeName({ size }: { size: number }) {
  const { t } = useLingui()
  if (size === 1) return t`Singles`
  if (size === 2) return t`Doubles`
  if (size === 3) return t`Trebles`
  return <Trans>{size}-folds</Trans>
}
