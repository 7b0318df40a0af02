import { readFile, stat } from 'node:fs/promises'
import { league } from '@nare/contract/league'
import { checkFiles } from '@nare/league/verify-files'
import { readConfig } from './config.ts'

const usage = `npm run league:verify -- <round_id> [address of a server]
npm run league:verify -- <file>...   the answers of GET /v1/nare-league/rounds/<round_id> and, if wanted, of
                                     GET /v1/nare-league/seasons/<season_id> and POST /v1/nare-league/matches`

/**
 * Checks a round of the league as any stranger can: from files, or from the public calls of a server, which is this one's address
 * unless another is given. Exits 1 where something is wrong, 2 where nothing could be checked.
 */
async function main([first, ...more]: readonly string[]): Promise<number> {
  if (first === undefined) return fail(usage)
  const isFile = await stat(first).then(
    (found) => found.isFile(),
    () => false,
  )
  const texts = isFile
    ? await Promise.all([first, ...more].map((path) => readFile(path, 'utf8')))
    : await ask(first, more[0])
  const { title, steps, missing } = checkFiles(texts)
  if (missing !== undefined) return fail(`${title} ${missing}`.trim())
  console.log(title)
  for (const { ok, text } of steps) console.log(`${ok ? 'ok   ' : 'WRONG'}  ${text.replace(/^WRONG: /, '')}`)
  return steps.every(({ ok }) => ok) ? 0 : 1
}

/** The public answers about a round: the round itself, its season, and the prices of its matches. */
async function ask(roundId: string, address = ownAddress()): Promise<string[]> {
  const get = async (path: string, body?: object) => {
    const answer = await fetch(new URL(path, address), {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status} to ${path}`)
    return answer.text()
  }
  const round = await get(league.round.path.replace(':round_id', encodeURIComponent(roundId)))
  const { data } = JSON.parse(round) as { data: { competition_id: string; season_id: string } }
  const season = await get(league.season.path.replace(':season_id', encodeURIComponent(data.season_id)))
  const prices = await get(league.matches.path, { competition_id: data.competition_id, round_id: roundId })
  return [round, season, prices]
}

function ownAddress(): string {
  const { publicUrl, host, port } = readConfig()
  return publicUrl ?? `http://${host}:${port}`
}

function fail(text: string): number {
  console.error(text)
  return 2
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
)
