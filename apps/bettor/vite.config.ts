import { defineConfig } from 'vite'
import { classNames } from './vite-class-names.ts'
import { firstPage, transforms } from './vite-first-page.ts'
import {
  inlineStart,
  nameEarlyParts,
  orderParts,
  preloadMainPart,
  sprite,
  withoutFailures,
  withoutIndents,
} from './vite-shell.ts'
import { serviceWorker } from './vite-worker.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'
const apiPaths =
  /^\/(v1|api|stk|jp|redeem-points|withdraw|sandbox|wallet|cb|healthz|readyz|metrics|openapi\.json)(\/|$|\?)/

/** One file for the libraries that every page needs: fewer requests, smaller together, and kept over our own releases. */
const libraries = {
  name: 'libraries',
  test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt|react-redux|redux|redux-thunk|@lingui|use-sync-external-store)\//,
}

/** What runs before the main part is there: it loads the rest, and must not wait for it. */
const start = {
  name: 'start',
  test: /loading\/chunk\.ts|i18n\/(catalogues|loaded-market-texts)\.ts|client\/src\/storage|preload-helper|rolldown\/runtime/,
  priority: 1,
}

/** The app around every page, in one file, and in another the styles of every page that a first visit begins with. */
const frontPage = {
  name: 'front',
  test: /bettor\/src\/(wire|app\.|routes|(pages\/(?!message-pages|nothing-here|page-bar|signed-in|titles|use-login)|play\/use-back|(loading|notices)\/)|frame\/(?!foot-links|left-column|left-nav-lists|followed-links|account-menu|break-banner|open-bets|sport-icon)|i18n\/(?!failure-text|market-texts-sw|phone-text|count-text|pick-te)|preferences\/(?!casino-winners|keys|preferences|speak-scores|live-choices)|pwa\/install-prompt|state\/(?!calls-|league-|endpoint-call|signed-command|bet-now|use-bet-now|open-bets|live-polling|left-sessions|picked|puzzle|slip-commands|undo-tap|use-now|use-exclusion|exclusion))|packages\/(client\/src\/(?!envelope|read-rows|download|live-poll|live-socket|log-outs|passkey)|contract\/src\/(catalog|content|failures|route|shapes)|ui\/src\/(button|notice|icon|amount|price|format|(sheet|chip-row|empty-state|table)\.module)|money\/src\/(?!tax))|(features\/catalog\/(?!match(-head|-market)?\.)|pages\/(?!page-bar))[\w-]+\.module\.css/,
}

/** What the pages with prices need. */
const prices = {
  name: 'prices',
  test: /bettor\/src\/(odds\/(?!pick-notice|arrows)|state\/(picked|slip-commands|use-now)|features\/catalog\/(clock\.tsx|listed-market|failed-text|days|day-name))/,
}

/** The lists of matches with home, and what every list has, of matches or of games. */
const lists = {
  name: 'lists',
  test: /bettor\/src\/(features\/catalog\/(home|sorts|soccer|use-wide-markets|sport-chips|match-list|match-row)\.tsx?|paging\/)|ui\/src\/chip-row\.tsx/,
}

/** What forms share with the popular picks of home, which need no form. */
const once = { name: 'once', test: /bettor\/src\/forms\/use-once|contract\/src\/typed-text/ }

/** What every form and every command is made of, in one file: a page of fields is not kept waiting for five small ones. */
const forms = {
  name: 'forms',
  test: /bettor\/src\/(forms\/(?!number-field|use-once)|i18n\/(phone-text|failure-text)|state\/calls-identity|features\/identity\/(password-field|phone-field|safe-path|use-enter))|ui\/src\/field/,
}

/** A match, with what the list's heads share with it. */
const match = {
  name: 'match',
  test: /bettor\/src\/(screens\/match\.tsx|features\/catalog\/((match|follows|follow-star)\.tsx?|match(-head|-market)?\.module\.css)|preferences\/(speak-scores|live-choices))/,
}

/** What a live match has in its row and on its page, in small pieces. */
const liveRows = {
  name: 'live-rows',
  test: /features\/catalog\/(flag\.tsx|live\/(event-rows|reds|goal-sports|live\.module))|contract\/src\/match-events/,
}

/** The facts of a match: events, statistics, form. */
const liveFacts = {
  name: 'live-facts',
  test: /features\/catalog\/live\/(match-live-part|statistics|event-icon|event-text|timeline|use-events|form|form-marks|kits?)\.tsx?/,
}

/** What the parts beyond the front page share in small pieces. Nothing of it needs another part: the casino waits for this one alone. */
const partsShare = {
  name: 'shared',
  test: /bettor\/src\/(preferences\/casino-winners|state\/(endpoint-call|calls-banners)|pages\/(nothing-here|signed-in|use-login)|play\/(?!save-file|totals|match-score|use-moves|cash-out-texts|use-fresh-read|use-open-bets))|ui\/src\/((sheet|table)\.tsx|frame-source)|contract\/src\/(products|standing)|games\/src\/(flight|hundredths)/,
}

/** The open bets of a bettor, as home, a match and My bets show them. */
const openBets = {
  name: 'open-bets',
  test: /bettor\/src\/(state\/(bet-now|use-bet-now|open-bets)|play\/(match-score|use-moves|cash-out-texts|use-fresh-read|use-open-bets))|contract\/src\/betting/,
}

/** The lobby of the casino, with what it shares with the screens of games. */
const casino = { name: 'casino', test: /features\/casino\/(?!break-notice|gameplay|games-part|smart-soft)[\w-]+\.tsx?/ }

/** What the slips share, and what every command for money is made of: its button, its id, and the look-ups after a lost response. */
const slips = {
  name: 'slips',
  test: /bettor\/src\/(forms\/number-field\.tsx|slip\/(preview|kept-choices|placement|bar|slip|foot|stakes?|receipt|clear-slip|restore-slip|cta|deposit-sum|use-[\w-]+)\.|commands\/|tax\/)/,
}

/** The names of picks and the codes of slips, which popular picks, slips, bets and the builder of combinations share. */
const pickNames = {
  name: 'picks',
  test: /bettor\/src\/(i18n\/pick-te|slip\/(leg-parts|merge-picks|open-pick))|contract\/src\/(slip-codes|typed-code|leg-parts)/,
}

/** A bet as a card, in My bets, in the history and below the slip, with its styles. */
const bets = {
  name: 'bets',
  test: /screens\/jackpot-ticket|features\/betting\/((bet-\w+|game-ticket|ticket-parts|use-fresh-bet|use-bets-in-lite|play-days|won\/(is-win|won-head)|open-bets\/(open-bets?|open-sum|own-play|settled-today|week-net))\.tsx?|(bet|my-bets|game-sessions|open-bets\/open-bets|won\/won)\.module\.css)/,
}

/** Styles that are met together are pressed together: apart they would be an eighth heavier. */
const looks = [
  {
    name: 'slip-look',
    test: /features\/betting\/(slip|receipt)\.module\.css|src\/slip\/(leg|choices|slip|bar|foot|receipt)\.module\.css|forms\/number-field\.module\.css|ui\/src\/low-sheet\.module/,
  },
  {
    name: 'account-look',
    test: /features\/(account\/account|content\/content|identity\/profile|protection\/protection|payments\/payments)\.module\.css|preferences\/(preferences|keys)\.module\.css|frame\/account-menu\.module\.css/,
  },
  { name: 'league-look', test: /features\/league\/(league|playout|table|records|league-slip)\.module\.css/ },
  { name: 'find-look', test: /features\/catalog\/find\/[\w-]+\.module\.css/ },
  {
    name: 'live-look',
    test: /features\/catalog\/(build\/entry|live\/(match-live|results|ended-match|match-tabs|timeline|statistics|switcher))\.module\.css/,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  css: { modules: { generateScopedName: classNames(import.meta.dirname) } },
  plugins: [
    ...transforms(import.meta.dirname),
    sprite(import.meta.dirname),
    preloadMainPart(),
    nameEarlyParts(),
    inlineStart(),
    orderParts(),
    serviceWorker(import.meta.dirname),
    firstPage(import.meta.dirname),
    withoutIndents(),
    withoutFailures(),
  ],
  resolve: {
    alias: [
      // wouter includes a replacement for a hook that React has had since 18.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      { find: /^\.\/field-codes\.ts$/, replacement: `${import.meta.dirname}/src/wire/field-codes.ts` },
      { find: /^zod\/mini$/, replacement: `${import.meta.dirname}/src/wire/shapes.ts` },
    ],
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            start,
            libraries,
            frontPage,
            prices,
            lists,
            ...looks,
            once,
            pickNames,
            forms,
            match,
            liveRows,
            partsShare,
            openBets,
            casino,
            slips,
            bets,
            liveFacts,
          ],
        },
      },
      onwarn: (warning, warn) => {
        if (warning.code === 'IMPORT_IS_UNDEFINED') throw new Error(warning.message)
        warn(warning)
      },
    },
  },
  server: { proxy: { [apiPaths.source]: { target: api, ws: true, bypass: screenOnGet } } },
})

/** An API POST path that is also a screen serves the app on GET (API.md section 1). */
function screenOnGet(request: { method?: string | undefined; url?: string | undefined }): string | undefined {
  return request.method === 'GET' && request.url?.startsWith('/withdraw') ? '/index.html' : undefined
}
