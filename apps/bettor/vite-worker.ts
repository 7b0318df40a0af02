import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

/** The parts that must be there without a network: besides the front page, own bets, how to play, the slip and limits. */
const offlineParts =
  /^assets\/(start|libraries|front|rolldown-runtime|en|sw|slip|account-look|sheet|my-bets|how-to-play|page|content|failure-text|live-socket|market-words-sw)[.-]/
const worthPressing = /\.(js|css|svg|html|webmanifest)$/

/**
 * Builds the service worker after the app, knowing the files of the shell, and lays every file down pressed beside itself.
 * The release is named after the shell's contents, so a build that changes nothing updates nobody.
 */
export function serviceWorker(root: string): Plugin {
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) =>
      void (outDir = config.build.outDir.startsWith('/') ? config.build.outDir : join(root, config.build.outDir)),
    async closeBundle() {
      const assets = (await readdir(join(outDir, 'assets')))
        .map((name) => `assets/${name}`)
        .filter((name) => offlineParts.test(name))
      const hash = createHash('sha256').update(await readFile(join(outDir, 'index.html')))
      for (const file of assets.toSorted()) hash.update(file)
      const files = ['/', '/icon.svg', '/manifest.webmanifest', ...assets.toSorted().map((file) => `/${file}`)]
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
      await press(outDir)
    },
  }
}

async function press(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !worthPressing.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (bytes.length < 600) continue
    await writeFile(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
