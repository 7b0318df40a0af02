import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk
export type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Chunk>>

/** The icons are drawn once, in the shell. */
export function sprite(root: string): Plugin {
  const drawing = (): string => readFileSync(`${root}/src/frame/sprite.svg`, 'utf8').replaceAll('\n', '')
  return {
    name: 'sprite',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!--sprite-->', drawing()) },
  }
}

/** The main part is loaded lazily; naming it in the shell saves the second round trip. */
export function preloadMainPart(): Plugin {
  return {
    name: 'preload-main-part',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const main = chunks(bundle).filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/app.tsx')))
        const files = [...new Set(main.flatMap((chunk) => filesOf(bundle, chunk.fileName)))]
        return files
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: file.endsWith('.css')
              ? { rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` }
              : { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}

/**
 * Names the files that every page needs after the request for the page's data and before its own files. Without HTTP/2 a
 * browser begins six requests at a time, in the order in which it reads of them: the data and the largest file must be among
 * the first.
 */
export function orderParts(): Plugin {
  const named = /[ \t]*<link rel="(?:modulepreload|preload|stylesheet)"[^>]*>\n?/g
  return {
    name: 'order-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const size = (link: string): number => {
          const part = bundle[/href="\/([^"]+)"/.exec(link)?.[1] ?? '']
          return part?.type === 'chunk' ? part.code.length : (part?.source.length ?? 0)
        }
        const links = (html.match(named) ?? []).toSorted((a, b) => size(b) - size(a))
        return html.replaceAll(named, '').replace('</script>', () => `</script>\n    ${links.join('').trim()}`)
      },
    },
  }
}

/** Common entry pages; `texts` are the catalogues that they need beyond the front page's. */
const arrivals: readonly { page: string; module: string; texts?: readonly string[] }[] = [
  { page: '', module: 'features/catalog/home.tsx' },
  { page: 'match', module: 'screens/match.tsx', texts: ['match'] },
  { page: 'b', module: 'features/betting/code-page.tsx', texts: ['betting', 'slip', 'forms'] },
  { page: 'login', module: 'features/identity/login.tsx', texts: ['identity', 'forms'] },
  { page: 'signup', module: 'features/identity/signup.tsx', texts: ['identity', 'forms'] },
  { page: 'deposit', module: 'features/payments/deposit.tsx', texts: ['payments', 'forms'] },
  { page: 'casino', module: 'features/casino/casino.tsx', texts: ['casino', 'forms'] },
]

const texts = { en: ['locales/front/en.po'], sw: ['locales/front/sw.po', 'i18n/market-texts-sw.ts'] }

/**
 * Names in the shell what loads beside the main part: by language its texts, by page its own part, and by both the
 * texts of that page.
 */
export function nameEarlyParts(): Plugin {
  return {
    name: 'name-early-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const parts: Record<string, string[]> = {}
        const add = (name: string, modules: readonly string[]): void => {
          const files = modules.flatMap((module) => filesOf(bundle, fileOf(bundle, module)))
          const names = files.filter((file) => !html.includes(file)).map((file) => file.replace('assets/', ''))
          parts[name] = [...new Set([...(parts[name] ?? []), ...names])]
        }
        for (const [language, modules] of Object.entries(texts)) add(language, modules)
        for (const { page, module, texts: more = [] } of arrivals) {
          add(page, [module])
          for (const language of more.length > 0 ? Object.keys(texts) : [])
            add(
              `${page}:${language}`,
              more.map((name) => `locales/${name}/${language}.po`),
            )
        }
        return html.replace('// parts', `var earlyParts = ${JSON.stringify(parts)}`)
      },
    },
  }
}

/**
 * Inlines the script that starts the app, a kilobyte, so that it costs no request. The shell already names the files that
 * it loads, except the styles, which the app waits for.
 */
export function inlineStart(): Plugin {
  return {
    name: 'inline-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const entry = chunks(bundle).find(({ isEntry }) => isEntry)
        if (!entry) return html
        const files = entry.dynamicImports.flatMap((file) => filesOf(bundle, file))
        const styles = files.filter((file) => file.endsWith('.css') && html.includes(file))
        const code = entry.code
          .replaceAll(/(from\s*|import\()(["'`])\.\//g, '$1$2/assets/')
          .replaceAll('__VITE_PRELOAD__', JSON.stringify([...new Set(styles)]))
          .trim()
        const named = `<script type="module" crossorigin src="/${entry.fileName}"></script>`
        if (!html.includes(named)) throw new Error('The shell does not name what begins the app')
        return html.replace(named, '').replace('</body>', () => `<script type="module">${code}</script></body>`)
      },
    },
  }
}

/** Takes indents and comments out of the shell, whose inline scripts are sent as they are written. */
export function withoutIndents(): Plugin {
  return {
    name: 'without-indents',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll(/^ +/gm, '').replaceAll(/^\/\/ .*\n/gm, ''),
    },
  }
}

/** Leaves out the failures that a call lists: they are for the server and the types, and no browser reads them. */
export function withoutFailures(): Plugin {
  return {
    name: 'without-failures',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/contract\/src\/[\w-]+\.ts$/.test(id) ? code.replaceAll(/^ +failures: \[[^\]]*\],$/gm, '') : undefined,
  }
}

const chunks = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((part) => part.type === 'chunk')

/** The file of the part that begins with a module. */
export function fileOf(bundle: Bundle, module: string): string {
  const found = chunks(bundle).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)))
  if (!found) throw new Error(`No part of the app begins with ${module}`)
  return found.fileName
}

/** A part with its styles and with all that it imports. */
export function filesOf(bundle: Bundle, fileName: string, seen: Set<string> = new Set()): string[] {
  const chunk = bundle[fileName]
  if (chunk?.type !== 'chunk' || seen.has(fileName)) return []
  seen.add(fileName)
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])]
  return [fileName, ...styles, ...chunk.imports.flatMap((next) => filesOf(bundle, next, seen))]
}
