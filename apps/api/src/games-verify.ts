import { readFile, stat } from 'node:fs/promises'
import { crash } from '@nare/contract/crash'
import type { Answer } from '@nare/contract/route'
import { checkFiles } from '@nare/games/verify-files'
import { readConfig } from './config.ts'
import { publishedRound } from './modules/games/games.ts'
import { reachDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'

const usage = `npm run games:verify -- <round_id>             a round of an own game, from this server's database
npm run games:verify -- <round_id> [address]   a crash round, from the public calls of a server, by default of this one
npm run games:verify -- <file>...              the answers of GET /v1/games/rounds, GET /v1/games/rounds/<round_id> and
                                               POST /v1/games/seeds/rotate, or of GET /v1/games/crash/rounds and …/chain`

/**
 * Checks rounds of the own games and of crash as any stranger can. Exits 1 where something is wrong, 2 where nothing could be checked:
 * a server seed that was not revealed yet is not opened for it.
 */
async function main([first, ...more]: readonly string[]): Promise<number> {
  if (first === undefined) return fail(usage)
  const texts = await textsOf(first, more)
  if (texts.length === 0) return fail(`There is no round ${first}`)
  const { title, steps, missing } = checkFiles(texts)
  if (missing !== undefined) return fail(`${title} ${missing}`.trim())
  console.log(title)
  for (const { ok, text } of steps) console.log(`${ok ? 'ok   ' : 'WRONG'}  ${text.replace(/^WRONG: /, '')}`)
  return steps.every(({ ok }) => ok) ? 0 : 1
}

async function textsOf(first: string, more: readonly string[]): Promise<string[]> {
  const isFile = await stat(first).then(
    (found) => found.isFile(),
    () => false,
  )
  if (isFile) return Promise.all([first, ...more].map((path) => readFile(path, 'utf8')))
  return /^\d{1,18}$/.test(first) ? stored(BigInt(first)) : flown(first, more[0])
}

/** A round of an own game as its bettor gets it. */
async function stored(betId: bigint): Promise<string[]> {
  const { db, close } = await runOrExit(async () => reachDatabase(readConfig()))
  try {
    const round = await publishedRound(db, betId)
    return round ? [JSON.stringify({ data: round })] : []
  } finally {
    await close()
  }
}

/** The public answers about a crash round: the round, and the chain that it belongs to. */
async function flown(roundId: string, address = ownAddress()): Promise<string[]> {
  const get = async ({ path }: { path: string }, query: Record<string, string>) => {
    const answer = await fetch(new URL(`${path}?${new URLSearchParams(query)}`, address))
    if (!answer.ok) throw new Error(`${address} answered ${answer.status} to ${path}`)
    return answer.text()
  }
  const found = await get(crash.rounds, { round_id: roundId })
  const [round] = (JSON.parse(found) as Answer<typeof crash.rounds>).data
  return round ? [found, await get(crash.chain, { chain_id: round.chain_id })] : []
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
