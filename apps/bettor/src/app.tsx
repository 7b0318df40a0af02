import '@nare/ui/tokens.css'
import './frame/global.css'
import './frame/print.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { t } from '@lingui/core/macro'
import { LiveContext } from '@nare/client/use-live'
import { currencySign, timeZone } from '@nare/ui/format'
import { Fragment, StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { navigate } from 'wouter/use-browser-location'
import { Background, preloadScreen, Screens } from './routes.tsx'
import { forgetOwn, registerWorker } from './pwa/register.ts'
import { auth } from './state/auth.ts'
import { onSessionEnd, stored } from './state/browser.ts'
import { showCountry, showPageCountry } from './state/country.ts'
import { live, onPointerDown } from './state/live-connection.ts'
import { forgetUserOnChange } from './state/forget-user.ts'
import { useApp } from './state/hooks.ts'
import { earlyReads } from './state/reads.ts'
import { sessionEnd } from './state/session-end.ts'
import { startStore } from './state/start.ts'
import type { AppStore } from './state/store.ts'
import type { Catalogue } from './i18n/catalogues.ts'
import { ErrorBoundary } from './loading/error-boundary.tsx'
import { Frame } from './frame/frame.tsx'
import { activateLocale } from './i18n/locale.ts'
import { notify } from './notices/notices.ts'

/** Mounts the app into its root element in the loaded language. */
export function mount(root: HTMLElement, catalogue: Catalogue): void {
  showPageCountry()
  activateLocale(catalogue)
  const store = startStore()
  onSessionEnd(
    sessionEnd({
      currentAddress: () => location.pathname + location.search,
      navigate,
      notify: () => notify({ message: t`Session expired`, description: t`Please login again`, top: true }),
      signOut: () => signOut(store),
      isSignedIn: () => store.getState().auth.isLoggedIn,
      after: (ms, run) => void setTimeout(run, ms),
    }),
  )
  addEventListener('pointerdown', onPointerDown, { capture: true, passive: true })
  registerWorker()
  forgetUserOnChange(store, { stored, forgetCaches: forgetOwn })
  void firstScreen(store).then(() => render(root, store))
}

/**
 * The maximum time that the first render waits for the requests that index.html began and for the chunk of the first screen. It is
 * longer while server-rendered rows are shown, because a render without data would replace them by a placeholder.
 */
const earlyWaitMs = () => (firstPage?.isShown() ? 5000 : 30)

function firstScreen(store: AppStore): Promise<unknown> {
  const reads = earlyReads(Object.keys(globalThis.early ?? {})).map((read) => store.dispatch(read))
  const timeout = new Promise((done) => setTimeout(done, earlyWaitMs()))
  return Promise.race([Promise.all([preloadScreen(location.pathname), ...reads]), timeout])
}

function render(root: HTMLElement, store: AppStore): void {
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <I18nProvider i18n={i18n}>
          <LiveContext value={live}>
            <Country>
              <ErrorBoundary at="">
                <Frame>
                  <Screens />
                </Frame>
              </ErrorBoundary>
              <Background />
            </Country>
          </LiveContext>
        </I18nProvider>
      </Provider>
    </StrictMode>,
  )
}

/** Amounts, times and phone numbers of the country; when another one comes with the settings, the app is shown anew in it. */
function Country({ children }: { children: ReactNode }) {
  const settings = useApp(({ data }) => data.app_config)
  if (settings) showCountry(settings)
  return <Fragment key={timeZone() + currencySign()}>{children}</Fragment>
}

function signOut(store: AppStore): void {
  store.dispatch(auth.actions.reset('user'))
  store.dispatch(auth.actions.reset('isLoggedIn'))
}
