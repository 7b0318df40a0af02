import type { Catalog } from '#modules/catalog/catalog'
import { openFirstPage, type FirstPage } from '#platform/first-page'
import type { Log } from '#platform/log'

type Deps = {
  readonly folder: string
  readonly catalog: Pick<Catalog, 'matches' | 'sports'>
  readonly settings: () => Promise<object>
  readonly log: Log
}

/** The list of matches that the app requests for the front page (first-page.tsx of the app), the same for every visitor. */
const frontPageList = { sport_id: '79', when: 'highlights', sort: 'top', page: 1, limit: 50 } as const

/** Renders the rows of the front page for a first visit, with the renderer that was built with the app in `folder`. */
export function openFrontPage({ folder, catalog, settings, log }: Deps): FirstPage {
  return openFirstPage({
    file: `${folder}/.server/first-page.js`,
    log,
    async read() {
      const [matches, sports, app] = await Promise.all([catalog.matches(frontPageList), catalog.sports(), settings()])
      return { matches, sports: { data: sports }, settings: app }
    },
  })
}
