import type { Catalog } from '#modules/catalog/catalog'
import { openFirstPage, type FirstPage } from '#platform/first-page'
import type { Log } from '#platform/log'

type Deps = {
  readonly folder: string
  readonly catalog: Pick<Catalog, 'matches' | 'sports'>
  readonly settings: () => Promise<object>
  readonly log: Log
}

/** What the app asks for at the front page (first-page.tsx of the app): the answers of the same two calls, for everybody the same. */
const asked = { sport_id: '79', when: 'highlights', sort: 'top', page: 1, limit: 50 } as const

/** The front page's rows for a first visit, rendered by what was built with the app in `folder`. */
export function openFrontPage({ folder, catalog, settings, log }: Deps): FirstPage {
  return openFirstPage({
    file: `${folder}/.server/first-page.js`,
    log,
    async read() {
      const [matches, sports, app] = await Promise.all([catalog.matches(asked), catalog.sports(), settings()])
      return { matches, sports: { data: sports }, settings: app }
    },
  })
}
