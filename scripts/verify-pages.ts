import { readFile, writeFile } from 'node:fs/promises'
import { rolldown } from 'rolldown'

const template = new URL('verify-page.html', import.meta.url)

/** The pages that check draws offline. Each is an HTML file that contains the rules; `files` describes the files to save first. */
const pages = {
  'league-verify.html': {
    title: 'Check a round of the Nare league',
    rules: 'league',
    files: [
      'The round: <code>/v1/nare-league/rounds/&lt;round_id&gt;</code>, once it has ended',
      'Its season: <code>/v1/nare-league/seasons/&lt;season_id&gt;</code>, best saved before the round was played',
    ],
  },
  'games-verify.html': {
    title: 'Check a round of the own games',
    rules: 'games',
    files: [
      'A round of yours: <code>/v1/games/rounds/&lt;round_id&gt;</code>, or a page of them: <code>/v1/games/rounds</code>, saved after you changed your seeds',
      'Or the round as it was saved before, and the answer to the change of seeds, which has the server seed',
      'For crash: <code>/v1/games/crash/rounds</code>, and <code>/v1/games/crash/chain</code>, best saved before the round was played; that of an earlier round has its <code>chain_id</code>: <code>/v1/games/crash/chain?chain_id=&lt;chain_id&gt;</code>',
    ],
  },
} as const

export type PageName = keyof typeof pages

/** The text of a page, built from the current rules. */
export async function verifyPage(name: PageName): Promise<string> {
  const { title, rules, files } = pages[name]
  const bundle = await rolldown({
    input: new URL(`../packages/${rules}/src/verify-files.ts`, import.meta.url).pathname,
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'nareRules', minify: true })
  await bundle.close()
  const code = output[0].code.trim().replaceAll('</script', '<\\/script')
  return (await readFile(template, 'utf8'))
    .replaceAll('/*title*/', title)
    .replace('<!--files-->', files.map((file) => `<li>${file}</li>`).join('\n      '))
    .replace('/*bundle*/', () => code)
}

/** `npm run verify:pages` writes the pages in docs. Run it after each change of the rules. */
if (process.argv[1] === import.meta.filename)
  for (const name of Object.keys(pages) as PageName[])
    await writeFile(new URL(`../docs/${name}`, import.meta.url), await verifyPage(name))
