import { readFileSync } from 'node:fs'
import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './vite-worker.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'
const apiPaths =
  /^\/(v1|api|stk|jp|redeem-points|withdraw|sandbox|wallet|cb|healthz|readyz|metrics|openapi\.json)(\/|$|\?)/

/** One file for the libraries that every page needs: fewer requests, smaller together, and kept over our own releases. */
const libraries = {
  name: 'libraries',
  test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt|react-redux|redux|redux-thunk|reselect|@reduxjs|immer|@lingui|use-sync-external-store)\//,
}

/** What runs before the main part is there: it loads the rest, and must not wait for it. */
const start = {
  name: 'start',
  test: /shell\/(part|catalogues|words-kept)\.ts|client\/src\/storage|preload-helper|rolldown\/runtime/,
  priority: 1,
}

/** What the front page needs of our own, in one file too. */
const frontPage = {
  name: 'front',
  test: /bettor\/src\/(wire|shell\/(?!preferences|failure-text|market-words-sw|speak-scores|install-card|left-nav-lists)|state\/(?!calls-|given-call)|routes|features\/catalog\/(home|match-list|match-row|clock|markets|sport-chips))|packages\/(client\/src\/(?!envelope|download|live-poll|live-socket)|contract\/src\/(catalog|content|failures|route|shapes)|money)/,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    lingui({ cwd: import.meta.dirname, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset({}, { cwd: import.meta.dirname })] }),
    sprite(),
    preloadMainPart(),
    nameRouteParts(),
    serviceWorker(import.meta.dirname),
  ],
  resolve: {
    alias: [
      // wouter brings a stand-in for a hook that React has had since 18.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
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
      output: { codeSplitting: { groups: [start, libraries, frontPage] } },
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

/** The icons are drawn once, in the shell. */
function sprite(): Plugin {
  const drawing = (): string => readFileSync(`${import.meta.dirname}/src/shell/sprite.svg`, 'utf8').replaceAll('\n', '')
  return {
    name: 'sprite',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!--sprite-->', drawing()) },
  }
}

/** Pages that many arrive at from outside: their parts are named in the shell, so that they load beside the main one. */
const arrivals: Readonly<Record<string, string>> = {
  match: 'features/catalog/match.tsx',
  login: 'features/identity/login.tsx',
}

function nameRouteParts(): Plugin {
  return {
    name: 'name-route-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const parts = Object.entries(arrivals).map(([page, module]) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
          const files = chunk ? [chunk.fileName, ...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])] : []
          return [page, files.filter((file) => !html.includes(file))]
        })
        return html.replace('// parts', `var earlyParts = ${JSON.stringify(Object.fromEntries(parts))}`)
      },
    },
  }
}

/** The main part is loaded lazily; naming it in the shell saves the second round trip. */
function preloadMainPart(): Plugin {
  return {
    name: 'preload-main-part',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const wanted = new Set<string>()
        const styles = new Set<string>()
        const visit = (fileName: string): void => {
          const chunk = chunks.find((one) => one.fileName === fileName)
          if (!chunk || wanted.has(fileName)) return
          wanted.add(fileName)
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
          for (const next of chunk.imports) visit(next)
        }
        for (const chunk of chunks) {
          if (chunk.moduleIds.some((id) => id.endsWith('/src/shell/app.tsx'))) visit(chunk.fileName)
        }
        const fresh = [...wanted].filter((file) => !html.includes(file))
        return [
          ...fresh.map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          })),
          ...[...styles].map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` },
          })),
        ].map((tag) => ({ ...tag, injectTo: 'head' as const }))
      },
    },
  }
}
