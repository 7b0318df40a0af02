import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { compressFiles } from '../../scripts/compress-files.mjs'

/** What must be there without a network, by its source or its name: the lists with home, a match, the slip, own bets, how to play, the profile with its limits. */
const offlineSources = [
  ...['i18n/market-texts-sw.ts', 'client/src/live-socket.ts', 'features/betting/slip.tsx'],
  ...['lists', 'match', 'features/betting/slip-bar.tsx', 'screens/my-bets.tsx'],
  ...['features/content/how-to-play.tsx', 'features/content/page.tsx', 'screens/profile.tsx', 'pages/titles.ts'],
]

/**
 * Builds the service worker after the app, with the list of the shell's files, and writes a compressed copy beside every
 * file. The release is named after the shell's contents, so a build without changes causes no update.
 */
export function serviceWorker(root: string): Plugin {
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) =>
      void (outDir = config.build.outDir.startsWith('/') ? config.build.outDir : join(root, config.build.outDir)),
    async closeBundle() {
      const built = new Set((await readdir(join(outDir, 'assets'))).map((name) => `assets/${name}`))
      const manifest = JSON.parse(await readFile(join(outDir, '.vite', 'manifest.json'), 'utf8'))
      const assets = offlineFiles(manifest).filter((file) => built.has(file))
      const hash = createHash('sha256').update(await readFile(join(outDir, 'index.html')))
      for (const file of assets.toSorted()) hash.update(file)
      const files = ['/', ...assets.toSorted().map((file) => `/${file}`)]
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        define: { __SHELL__: JSON.stringify({ release: hash.digest('hex').slice(0, 12), files }) },
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: join(root, 'src/pwa/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
      await compressFiles(outDir)
    },
  }
}

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }

/**
 * The files of the front page, of every language and of the offline sources, with all that they import. The league, the casino, the
 * games, live betting, payments, the statement, cashing out, jackpots, rewards, fantasy, the boards, complaints, printing and bets with a trader need the network, so their
 * texts are left out. A source that no longer has its own chunk fails the build, because the mistake would show only without a network.
 */
function offlineFiles(manifest: Readonly<Record<string, Chunk>>): string[] {
  const keys = Object.keys(manifest)
  const files = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of ['index.html', ...(manifest['index.html']?.dynamicImports ?? [])]) visit(key)
  for (const key of keys.filter((each) =>
    /\/locales\/(?!(?:account|league|games|crash|casino|live|cashout|payments|boards|complaints|rewards|referred|jackpot|fantasy|print|wide)\/)\w+\/\w+\.po$/.test(
      each,
    ),
  ))
    visit(key)
  for (const source of offlineSources) {
    const key = keys.find((each) => each.endsWith(source) || manifest[each]?.name === source)
    if (key === undefined) throw new Error(`${source} is no part of its own, so it cannot be kept for offline`)
    visit(key)
  }
  return [...files]
}
