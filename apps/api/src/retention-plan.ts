import type { Area, AreaDeps } from '#area'
import { amlRetention } from '#modules/aml/aml'
import { bettingRetention, legRanges } from '#modules/betting/betting'
import { roundRetention, tombstoneRetention } from '#modules/casino/casino'
import { messageRetention } from '#modules/content/content'
import { eventRetention, histories, type Catalog } from '#modules/catalog/catalog'
import { crashRetention, seedRetention } from '#modules/games/games'
import { leagueBetRetention, leagueLegRanges } from '#modules/league/league'
import { callbackHistory } from '#modules/payments/payments'
import { shownRetention } from '#modules/protection/protection'
import { accountErasure } from '#modules/rights/erasing'
import { settledFeedRetention } from '#modules/tickets/tickets'
import { countryOf } from '#country/countries'
import type { Config } from './config.ts'
import { documentRemoval } from './vault.ts'
import { openRetention, type RetentionDeps } from '#platform/retention'

/** Lists the partitioned tables, and the rows that are deleted some days or years after they were settled. */
export function retentionPlan(
  config: Pick<Config, 'retention'>,
  catalog: Pick<Catalog, 'resultedBefore'>,
): Pick<RetentionDeps, 'folder' | 'years' | 'days' | 'months' | 'ranges' | 'forget'> {
  return {
    ...config.retention,
    months: [...histories, callbackHistory],
    ranges: [legRanges, leagueLegRanges],
    forget: [
      ...bettingRetention(catalog),
      settledFeedRetention,
      eventRetention(),
      leagueBetRetention,
      seedRetention,
      crashRetention,
      roundRetention,
      tombstoneRetention,
      ...amlRetention,
      shownRetention,
      ...messageRetention,
    ],
  }
}

/** What the plan deletes, and the personal fields of accounts that were closed for the legal term. */
export const withErasure = <Plan extends Pick<RetentionDeps, 'forget'>>(plan: Plan, config: Config): Plan => ({
  ...plan,
  forget: [
    ...plan.forget,
    accountErasure({
      defaults: { config, country: countryOf(config.country) },
      remove: documentRemoval(config),
    }),
  ],
})

/** The histories' partitions and the deletion of old rows. */
export function openRetentionArea({
  config,
  connection,
  log,
  catalog,
}: Pick<AreaDeps, 'config' | 'connection' | 'log'> & { readonly catalog: Catalog }): { readonly area: Area } {
  const retention = openRetention({ connection, log, ...withErasure(retentionPlan(config, catalog), config) })
  return {
    area: {
      start: { role: 'jobs', run: async () => void (await retention.prepare()) },
      jobs: [{ name: 'retention', everyMs: 3_600_000, run: () => retention.run() }],
      drain: () => retention.stop(),
    },
  }
}
