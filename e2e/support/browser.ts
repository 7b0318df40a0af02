import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

export type Browser = { readonly executablePath: string; readonly args: string[]; readonly env: Record<string, string> }

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser's sandbox is off, because root and most containers cannot use it. The other flags block access to the internet. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
]

const bundledFlags = ['--headless=shell', '--use-angle=swiftshader']

/**
 * The machine's Chromium if installed, else the one from npm, unpacked on first use.
 * `NARE_BROWSER` is a path to another browser, or `bundled` for the one from npm.
 */
export async function findBrowser(requested = process.env['NARE_BROWSER']): Promise<Browser> {
  const named = requested === undefined || requested === '' ? installed.find((path) => existsSync(path)) : requested
  const env = environment()
  if (named !== undefined && named !== 'bundled') return { executablePath: named, args: flags, env }
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const ownFonts = { ...env, FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const ownLibraries = { ...ownFonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  const starts = spawnSync(executablePath, ['--version'], { env: ownFonts }).status === 0
  return { executablePath, args: [...flags, ...bundledFlags], env: starts ? ownFonts : ownLibraries }
}

/** A browser needs a writable home folder, and a service account may have none. */
function environment(): Record<string, string> {
  const variables = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const env = Object.fromEntries(variables)
  return env['HOME'] !== undefined && existsSync(env['HOME']) ? env : { ...env, HOME: tmpdir() }
}

/**
 * The folder with the browser from npm, its fonts, and the libraries the machine may lack. It is built next to its final
 * place and then renamed, so that an aborted run leaves no half-built folder. Each user has a separate folder,
 * because only the owner can read the files.
 */
async function unpacked(): Promise<string> {
  const home = new URL('..', import.meta.resolve('@sparticuz/chromium'))
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(new URL('package.json', home), 'utf8')))
  const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))
  const final = join(cache, `chromium-${version}-${process.getuid?.() ?? 'user'}`)
  if (existsSync(join(final, 'chromium'))) return final
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(`${final}.`)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await inflate(fileURLToPath(new URL('bin/al2023.tar.br', home)))
    await writeFile(join(folder, 'fonts.conf'), fontSettings)
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await rename(folder, final).catch(() => rm(folder, { recursive: true, force: true }))
  return final
}

/** The font settings of the package point to folders that exist only on AWS Lambda. These are right wherever the folder is copied. */
const fontSettings = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
