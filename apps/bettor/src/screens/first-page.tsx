import './no-browser.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { address, type Answer } from '@nare/contract/route'
import { catalog } from '@nare/contract/catalog'
import type { Settings } from '@nare/contract/content'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { Router } from 'wouter'
import { Home } from '../features/catalog/home.tsx'
import { perPage } from '../features/catalog/match-list.tsx'
import { soccer } from '../features/catalog/soccer.ts'
import { Frame } from '../frame/frame.tsx'
import { showCountry } from '../state/country.ts'
import { data } from '../state/data.ts'
import { appStore } from '../state/store.ts'
import { messages as en } from '../locales/front/en.po'
import { messages as sw } from '../locales/front/sw.po'
import { known } from '../i18n/loaded-market-texts.ts'
import { words } from '../i18n/market-texts-sw.ts'

const catalogues = { en, sw }
known.set('sw', words)

export type FirstPage = {
  language: keyof typeof catalogues
  matches: Answer<typeof catalog.matches>
  sports: Answer<typeof catalog.sports>
  settings: Settings
}

/** The input of the front page's list. */
const listInput = { sport_id: soccer, when: 'highlights', sort: 'top', page: 1, limit: perPage } as const

/** Renders the front page of a guest on a phone as HTML, with the settings as JSON in a script element. */
export function render({ language, matches, sports, settings }: FirstPage): string {
  showCountry(settings)
  i18n.loadAndActivate({ locale: language, messages: catalogues[language] })
  const read = (body: unknown) => ({ body, loading: false, atMs: 0 })
  const store = appStore(async () => ({ ok: false }) as never, {
    data: { ...data.defaults, app_config: settings },
    reads: {
      [`GET ${address(catalog.matches, listInput).url}`]: read(matches),
      [`GET ${address(catalog.sports, {}).url}`]: read(sports),
    },
  })
  const rows = renderToString(
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <Router ssrPath="/" ssrSearch="">
          <Frame>
            <Home />
          </Frame>
        </Router>
      </I18nProvider>
    </Provider>,
  )
  return `${rows}<script type="application/json" id="first-settings">${inScript({ status_code: 200, message: settings })}</script>`
}

/** JSON that is safe inside a script element: it cannot contain the end tag. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
