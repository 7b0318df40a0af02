import { readFile, writeFile } from 'node:fs/promises'
import { rolldown } from 'rolldown'

const entry = new URL('../packages/games/src/verify-files.ts', import.meta.url).pathname
const template = new URL('games-page.html', import.meta.url)
const page = new URL('../docs/games-verify.html', import.meta.url)

/** The page that checks rounds of the own games and of crash without a network: `packages/games` inside one HTML file. */
export async function gamesPage(): Promise<string> {
  const bundle = await rolldown({ input: entry })
  const { output } = await bundle.generate({ format: 'iife', name: 'nareGames', minify: true })
  await bundle.close()
  const code = output[0].code.trim().replaceAll('</script', '<\\/script')
  return (await readFile(template, 'utf8')).replace('/*bundle*/', () => code)
}

/** `npm run games:page` writes docs/games-verify.html, as it must be after each change of the rules. */
if (process.argv[1] === import.meta.filename) await writeFile(page, await gamesPage())
