import { Plural, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useSearch } from 'wouter'
import { blocksReload } from '../pwa/blocks-reload.ts'
import { newRelease } from '../pwa/register.ts'
import { stored } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import type { RootState } from '../state/store.ts'
import { BottomNav } from './bottom-nav.tsx'
import { ErrorBoundary } from '../loading/error-boundary.tsx'
import style from './frame.module.css'
import { BackBar, TopBar } from './header.tsx'
import { layoutOf, pageOf } from '../pages/layout.ts'
import pages from '../pages/pages.module.css'
import { LeftNav } from './left-nav.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Notices } from '../notices/notice-list.tsx'
import { loadWithMessages } from '../i18n/locale.ts'
import { loadChunk } from '../loading/chunk.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { InstallPrompt } from '../pwa/install-prompt.tsx'
import { MenuSheet } from './menu-opener.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchSheet } from './search-opener.tsx'
import { useSingleKey } from '../preferences/single-keys.ts'
import { Foot } from './foot.tsx'
import { useMedia } from '../state/use-media.ts'
import { useScrollOnNavigation } from './use-scroll.ts'
import { whenUsed } from '../loading/when-used.ts'

const SlipColumn = lazyPart(() =>
  loadWithMessages(() => import('../features/betting/slip.tsx'), ['slip']).then((slip) => slip.SlipColumn),
)
const loadSlipBar = () => loadWithMessages(() => import('../features/betting/slip-bar.tsx'), ['slip'])
const SlipBar = lazyPart(() => loadSlipBar().then((bar) => bar.SlipBar))

const LeagueSlip = lazyPart(() => loadChunk(() => import('../screens/league-slip.tsx')).then((slip) => slip.LeagueSlip))
const JackpotSlip = lazyPart(() =>
  loadChunk(() => import('../screens/jackpot-slip.tsx')).then((slip) => slip.JackpotSlip),
)

const BreakBanner = lazyPart(
  () => loadWithMessages(() => import('./break-banner.tsx'), ['device']).then((part) => part.BreakBanner),
  { loading: <BreakRoom />, failed: null },
)

/** Everything around a screen: bars, columns, slip and notices, as the layout of the page defines them. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const [path] = useLocation()
  const page = pageOf(path)
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const layout = layoutOf(page, useSearch())
  const wide = useMedia('(min-width: 60em)')
  useScrollOnNavigation(path)
  useReleaseOnNavigation(path)
  useFocusOnNavigation(path)
  useSingleKey('b', showSlip)
  const searchBox = layout.searchBox && (wide || !layout.searchIcon)

  return (
    <div className={style.app} data-nav={layout.bottomNav || undefined}>
      <a href="#content" className={style.skip}>
        {t`Skip to content`}
      </a>
      {signedIn && <BreakBanner />}
      {layout.header &&
        (layout.backNav && !wide ? (
          <BackBar page={page} searchBox={searchBox} />
        ) : (
          <TopBar profile={layout.profileHeader} searchBox={searchBox} wide={wide} />
        ))}
      <div className={style.columns} data-alone={!layout.sides || undefined}>
        {layout.sides && <LeftNav />}
        <main id="content" tabIndex={-1} className={layout.backNav ? `${style.main} ${pages.titled}` : style.main}>
          {searchBox && layout.header && !wide && <SearchBox />}
          <ErrorBoundary at={path}>{children}</ErrorBoundary>
          {layout.downloadPrompt && <InstallPrompt />}
          {layout.sides && <Foot />}
        </main>
        {layout.slipColumn && wide && (
          <aside id="slip" className={style.aside} aria-label={t`Slip`}>
            {layout.leagueSlip ? <LeagueSlip /> : layout.jackpotSlip ? <JackpotSlip /> : <SlipColumn />}
          </aside>
        )}
      </div>
      {layout.slipBar &&
        !wide &&
        (layout.leagueSlip ? <LeagueSlip bar /> : layout.jackpotSlip ? <JackpotSlip bar /> : <PhoneSlipBar />)}
      <ConnectionNotice />
      {layout.bottomNav && !wide && <BottomNav />}
      <SearchSheet />
      <MenuSheet />
      <Notices />
      <SlipStatus />
    </div>
  )
}

/** The room of the banner of a break that is known from the last visit: a page that moved down under a tap would lose the tap. */
function BreakRoom() {
  return stored.read('exclusion') ? <div className={style.break} data-break /> : null
}

/** Announces the number of picks in the slip when it changes. */
function SlipStatus() {
  const picks = useApp(({ betting }) => betting.slip.length)
  return (
    <div role="status" className="unseen">
      <Plural value={picks} one="# pick in the slip" other="# picks in the slip" />
    </div>
  )
}

/** The slip bar, with its space at the end of the page, while the slip has picks or receipts; loaded with the first use of the page. */
function PhoneSlipBar() {
  const isShown = useApp(({ betting }) => betting.slip.length + betting.receipts.length > 0)
  useEffect(() => whenUsed(loadSlipBar), [])
  return isShown ? (
    <>
      <div className={style.room} />
      <SlipBar />
    </>
  ) : null
}

/** Loads a new release at the next navigation, unless a command is outstanding or a receipt is open. */
function useReleaseOnNavigation(path: string): void {
  const { getState } = useStore<RootState>()
  useEffect(() => {
    if (newRelease() && !blocksReload(getState().betting)) location.reload()
  }, [path, getState])
}

/** After a navigation, moves the focus to the content if the followed link is gone or hidden. A visible link keeps the focus. */
function useFocusOnNavigation(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    const moved = before.current !== path
    before.current = path
    if (moved && !document.activeElement?.closest('body *')?.getClientRects().length)
      document.getElementById('content')?.focus({ preventScroll: true })
  }, [path])
}

/** Shows the slip: focuses the stake in the slip column on wide screens, opens the slip sheet on a phone. */
function showSlip(): void {
  const focus = (controls: string) => document.querySelector<HTMLElement>(`#slip ${controls}`)?.focus()
  focus(':is(button,input,a)')
  focus('[inputmode]')
  dispatchEvent(new Event('nare:slip'))
}
