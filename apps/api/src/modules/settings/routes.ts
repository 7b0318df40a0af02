import { done, refused } from '@nare/contract/outcome'
import type { operatorSettings } from '@nare/contract/settings'
import type { Handlers } from '#platform/calls'
import type { Db } from '#platform/db'
import { openChange } from './change.ts'
import { isSeen } from './setting.ts'
import type { Settings } from './settings.ts'
import { historyOf, tomorrow } from './store.ts'

type Deps = { readonly db: Db; readonly settings: Settings; readonly country: { readonly timeZone: string } }

const historyMax = 100

/** The operators' calls about settings. */
export function settingsRoutes({ db, settings, country }: Deps): Handlers<typeof operatorSettings> {
  return {
    async settings(_input, { by }) {
      const midnight = await tomorrow(db, country.timeZone)
      return done({ data: settings.list(by.may), tomorrow: midnight.toISOString() })
    },
    async settingHistory({ key }, { by }) {
      const of = settings.named(key)
      if (!of || !isSeen(of, by.may)) return refused('not_found')
      const data = (await historyOf(db, key, historyMax)).map((row) => ({
        id: row.id.toString(),
        value: row.value,
        from: row.effectiveAt.toISOString(),
        by: row.author,
        confirmed_by: row.confirmedBy,
        reason: row.reason,
        at: row.at.toISOString(),
      }))
      return done({ data })
    },
    changeSetting: openChange(settings),
  }
}
