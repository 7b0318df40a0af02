// Compares the transfer sizes of the apps with their budget.json; builds the apps first if their sources changed.
// Sizes are gzip level 9 for scripts and styles, brotli for the shell.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { nodePath, root, run } from './tools.mjs'

/** The files that only one part of the app loads: the files of its sources, except files that another screen or the frame loads. */
function filesOfPart(manifest, isOfPart) {
  const closure = (keys, isFollowed) => {
    const visited = new Set()
    const visit = (key) => {
      if (visited.has(key) || !manifest[key] || !isFollowed(key)) return
      visited.add(key)
      for (const next of [...(manifest[key].imports ?? []), ...(manifest[key].dynamicImports ?? [])]) visit(next)
    }
    for (const key of keys) visit(key)
    return new Set([...visited].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]))
  }
  const keys = Object.keys(manifest)
  const others = closure(['index.html'], (key) => !isOfPart(key))
  return [...closure(keys.filter(isOfPart), () => true)].filter((file) => !others.has(file))
}

/** The files that sources load immediately, with their imports. */
function filesLoadedFirst(manifest, sources) {
  const visited = new Set()
  const visit = (key) => {
    if (visited.has(key) || !manifest[key]) return
    visited.add(key)
    for (const next of manifest[key].imports ?? []) visit(next)
  }
  for (const key of sources) visit(key)
  return new Set([...visited].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]))
}

const ownGames = ['dice', 'limbo', 'mines', 'plinko', 'keno', 'wheel', 'roulette', 'hi-lo', 'blackjack']

/** The parts with separate lines in the budget, and the folder of each part's feature, or its sources. */
const parts = {
  betting: /^_bets-|src\/(screens\/(my-bets|bet-history)\.tsx|features\/betting\/(open-bets|won)\/)/,
  boards: 'boards',
  complaints: 'complaints',
  rewards: 'rewards',
  league: 'league',
  casino: /^_casino-|src\/features\/casino\//,
  crash: 'crash',
  jackpot: 'jackpot',
  fantasy: 'fantasy',
  print: 'print',
  // Its tabs of statistics and table are a chunk of their own that shares the rows of events and the styles.
  live: /^_live-(facts|rows)-|src\/(features\/catalog\/(live|insight)|locales\/insight)\//,
  wide: 'catalog/wide',
  find: 'catalog/find',
  build: 'catalog/build',
  cashout: /src\/features\/betting\/(cash-out|edit)\//,
}

/**
 * Transfer sizes of a built app in bytes. `routes` are the chunks that screens load lazily; the in-house games are also a separate part.
 */
export function weigh(folder) {
  const gz = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
  const html = readFileSync(join(folder, 'index.html'))
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const named = [...html.toString().matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file)
  const words = ['en', 'sw'].map((locale) => manifest[`src/locales/front/${locale}.po`].file)
  const first = [...new Set(named.filter((file) => file.endsWith('.js')))]
  const files = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
  const styles = files.filter((file) => file.endsWith('.css'))
  const routes = files.filter((file) => file.endsWith('.js') && !first.includes(file) && !words.includes(file))
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8')
  // The worker lists a file more than once.
  const installed = new Set([...worker.matchAll(/\/(assets\/[\w.-]+\.(?:js|css))/g)].map(([, file]) => file))
  const games = filesOfPart(manifest, (key) =>
    /src\/(features\/games\/|screens\/nare-games|locales\/games\/)/.test(key),
  )
  /** The files that a game adds to the first page: the games' screen, the game with its shared chunks, and one language. */
  const ofGame = (name) => {
    const sources = ['screens/nare-games.tsx', `features/games/${name}.tsx`, 'locales/games/en.po']
    const files = filesLoadedFirst(
      manifest,
      sources.map((path) => `src/${path}`),
    )
    return games.filter((file) => files.has(file))
  }
  const filesOf = Object.fromEntries(
    Object.entries(parts).map(([part, sources]) => {
      const isSource = (key) =>
        typeof sources === 'string' ? key.includes(`src/features/${sources}/`) : sources.test(key)
      return [part, filesOfPart(manifest, (key) => isSource(key) || key.includes(`locales/${part}/`))]
    }),
  )
  const inParts = new Set([...Object.values(filesOf).flat(), ...games])
  const sum = (list) => list.reduce((total, file) => total + gz(file), 0)
  const scripts = (list = []) => list.filter((file) => file.endsWith('.js'))
  const shortNames = JSON.parse(/var earlyParts = (\{.*\})/.exec(html.toString())[1])
  const early = Object.fromEntries(
    Object.entries(shortNames).map(([page, names]) => [page, names.map((name) => `assets/${name}`)]),
  )
  const shared = sum(first) + Math.max(...words.map(gz))
  const weighPart = (part, list) => {
    // A bettor loads only one language.
    const swahili = manifest[`src/locales/${part}/sw.po`]?.file
    return {
      [`${part}_js_gz`]: sum(scripts(list).filter((file) => file !== swahili)),
      [`${part}_styles_gz`]: sum(list.filter((file) => file.endsWith('.css'))),
    }
  }
  const arriving = (page) =>
    shared +
    sum(scripts(early[page])) +
    Math.max(...['en', 'sw'].map((locale) => sum(scripts(early[`${page}:${locale}`]))))
  return {
    first_load_js_gz: arriving(''),
    match_js_gz: arriving('match'),
    login_js_gz: arriving('login'),
    front_styles_gz: sum([...new Set([...named, ...early['']])].filter((file) => file.endsWith('.css'))),
    all_styles_gz: sum(styles.filter((file) => !inParts.has(file))),
    ...Object.assign({}, ...Object.keys(parts).map((part) => weighPart(part, filesOf[part]))),
    // The largest of the nine games.
    game_js_gz: Math.max(...ownGames.map((name) => sum(scripts(ofGame(name))))),
    games_styles_gz: sum(games.filter((file) => file.endsWith('.css'))),
    shell_br: brotliCompressSync(html).length,
    route_js_gz: Math.max(0, ...routes.map(gz)),
    worker_gz: gz('sw.js'),
    installed: html.length + sum([...installed]),
  }
}

/**
 * The transfer sizes of the built console in bytes: what its first page loads, which is its page, the entry with all that it imports, and
 * Today; and the largest room, which is loaded when it is opened.
 */
export function weighConsole(folder) {
  const gz = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
  const sum = (files) => [...files].reduce((total, file) => total + gz(file), 0)
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const first = filesLoadedFirst(manifest, ['index.html'])
  const rooms = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry)
  const ofRoom = (key) => sum([...filesLoadedFirst(manifest, [key])].filter((file) => !first.has(file)))
  return { first_load_gz: gz('index.html') + sum(first), room_gz: Math.max(0, ...rooms.map(ofRoom)) }
}

const apps = { bettor: weigh, console: weighConsole }

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const built = await run(nodePath(), [join(root, 'scripts', 'setup.mjs'), '--build'], { quiet: true })
  if (built.code !== 0) {
    console.log(built.output)
    process.exit(1)
  }
  for (const [app, weighApp] of Object.entries(apps)) {
    const budget = JSON.parse(readFileSync(join(root, 'apps', app, 'budget.json'), 'utf8'))
    const weight = weighApp(join(root, 'apps', app, 'dist'))
    for (const [part, bytesMax] of Object.entries(budget)) {
      const over = !(weight[part] <= bytesMax)
      const name = `${app} ${part}`.padEnd(26)
      console.log(`${over ? 'OVER' : 'ok  '} ${name} ${String(weight[part]).padStart(7)} of ${bytesMax} bytes`)
      if (over) process.exitCode = 1
    }
  }
}
