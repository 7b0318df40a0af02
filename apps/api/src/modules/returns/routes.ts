import { operatorReturns as contract } from '@nare/contract/operator-returns'
import { done } from '@nare/contract/outcome'
import type { Handlers, Mounting } from '#platform/calls'
import { inBatches, serveOperatorCsv } from '#platform/csv'
import type { Returns } from './returns.ts'

/** The operators' call about what games return. */
export function returnsRoutes(returns: Returns): Handlers<typeof contract> {
  return {
    async returns(filter) {
      const report = await returns.report(filter)
      if (!report.ok) return report
      const { rows, from, to, countedTo, now } = report.value
      return done({
        data: [...rows],
        kept: await returns.kept(now, filter.product),
        from: from.toISOString(),
        to: to.toISOString(),
        counted_to: countedTo.toISOString(),
      })
    },
  }
}

/** The figures of the games as a CSV file. */
export function serveReturnsFile(mounting: Mounting, returns: Returns): void {
  serveOperatorCsv(mounting, contract.returns, {
    columns: [
      ...(['product', 'game', 'name', 'group', 'rounds', 'stakes', 'returns', 'gross', 'measured_percent'] as const),
      ...(['stated_percent', 'expected_percent', 'low_percent', 'high_percent', 'z', 'by_rules'] as const),
    ],
    async rows(filter) {
      const report = await returns.report(filter)
      return report.ok ? done(inBatches(report.value.rows)) : report
    },
  })
}
