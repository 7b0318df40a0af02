import { currencySign } from '@nare/ui/format'
import { operatorReturns, type StatedProduct } from '@nare/contract/operator-returns'
import { Signed } from '../../parts/amounts.tsx'
import { Chips } from '../../parts/controls.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { amountText } from '../../parts/format.ts'
import { Figures } from '../../parts/figures.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { spanNames, spans, type SpanName } from './returns.ts'
import type { Returns } from './use-returns.ts'

/** The choice of the span of a room, and its figures as a file. */
export function SpanTools({ of: { mayRead, span, from }, product }: { of: Returns; product: StatedProduct }) {
  const [, setFilters] = useFilters<'span'>()
  if (!mayRead) return null
  return (
    <>
      <Chips label="Span">
        {(Object.keys(spans) as SpanName[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === span}
            onClick={() => setFilters({ span: name === 'week' ? undefined : name })}
          >
            {spanNames[name]}
          </button>
        ))}
      </Chips>
      <CsvLink list={operatorReturns.returns} filters={{ product, from }} />
    </>
  )
}

const nothing = { stakes: '0.00', returns: '0.00', gross: '0.00' }

/** What a product has kept (+) or cost (−) by the ledger; nothing for people who may not read figures. */
export function KeptFigures({ of: { mayRead, kept } }: { of: Returns }) {
  if (!mayRead) return null
  const { day = nothing, week = nothing, month = nothing } = kept ?? {}
  const parts = [
    [`Kept in 24 h, ${currencySign()}`, day],
    ['In 7 days', week],
    ['In 30 days', month],
  ] as const
  return (
    <Figures
      label="Kept"
      figures={parts.map(([label, { stakes, returns, gross }]) => ({
        label,
        value: <Signed amount={gross} />,
        about: `${amountText(stakes)} staked, ${amountText(returns)} returned`,
      }))}
    />
  )
}
