import { refused, type Outcome } from '@nare/contract/outcome'
import type { Boards } from '#modules/boards/boards'
import type { Catalog, Resolution } from '#modules/catalog/catalog'
import type { By, Logged } from './logged.ts'

export type FindingDeps = {
  readonly catalog: Pick<Catalog, 'findings' | 'finding' | 'resolveFinding'>
  readonly boards: Pick<Boards, 'endPrizes'>
}

/** The operators' actions on findings. */
export function findingActions({ catalog, boards }: FindingDeps, logged: Logged) {
  async function resolve(
    id: bigint,
    resolution: Resolution,
    by: string,
  ): Promise<Outcome<string, 'not_found' | 'not_available'>> {
    const finding = await catalog.finding(id)
    if (!finding) return refused('not_found')
    const endsPrizes = resolution === 'pay' || resolution === 'withhold'
    if (endsPrizes !== (finding.kind === 'board_prizes'))
      return refused('not_available', undefined, `A finding of this kind cannot be resolved with ${resolution}`)
    if (!endsPrizes) return catalog.resolveFinding(id, resolution, by)
    return boards.endPrizes({ id: Number(finding.facts['season_id']), by, withhold: resolution === 'withhold' })
  }

  return {
    findings: catalog.findings,

    /** Closes a finding: `reopen` lets its match accept bets again, `keep` does not; `pay` and `withhold` end waiting prizes. */
    resolveFinding: (id: bigint, resolution: Resolution, by: By) =>
      logged({ ...by, action: 'finding.resolve', subject: `finding ${id}`, facts: { resolution } }, () =>
        resolve(id, resolution, by.operator),
      ),
  }
}
