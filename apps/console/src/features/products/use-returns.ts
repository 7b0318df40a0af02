import { operatorReturns, type StatedProduct } from '@nare/contract/operator-returns'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { axisOf, beginOf, spanOf } from './returns.ts'

const everyMs = 30_000
const none: readonly never[] = []

/** What the games of a product have returned in the span of the address; nothing for people who may not read figures. */
export function useReturns(product: StatedProduct) {
  const mayRead = useMay()('reports.read')
  const [{ span: text }] = useFilters<'span'>()
  const span = spanOf(text)
  const from = beginOf(span, serverNow())
  const { data } = useRead(operatorReturns.returns, { product, from }, { enabled: mayRead, everyMs })
  const rows = data?.data ?? none
  return {
    mayRead,
    span,
    from,
    rows,
    axis: axisOf(rows),
    byGame: new Map(rows.map((row) => [row.game, row])),
    kept: data?.kept[0],
  }
}
export type Returns = ReturnType<typeof useReturns>
