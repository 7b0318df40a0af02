import { readFile, writeFile } from 'node:fs/promises'
import { rolldown } from 'rolldown'

const entry = new URL('../packages/league/src/verify-files.ts', import.meta.url).pathname
const template = new URL('league-page.html', import.meta.url)
const page = new URL('../docs/league-verify.html', import.meta.url)

/** The page that checks a round without a network: `packages/league` inside one HTML file. */
export async function leaguePage(): Promise<string> {
  const bundle = await rolldown({ input: entry })
  const { output } = await bundle.generate({ format: 'iife', name: 'nareLeague', minify: true })
  await bundle.close()
  const code = output[0].code.trim().replaceAll('</script', '<\\/script')
  return (await readFile(template, 'utf8')).replace('/*bundle*/', () => code)
}

/** `npm run league:page` writes docs/league-verify.html, as it must be after each change of the rules. */
if (process.argv[1] === import.meta.filename) await writeFile(page, await leaguePage())
