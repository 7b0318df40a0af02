import { crash } from '@nare/contract/crash'
import type { Answer } from '@nare/contract/route'
import { checkFiles } from '@nare/games/verify-files'
import { readConfig } from './config.ts'
import { publishedRound } from './modules/games/games.ts'
import { withDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'
import { fetchText, runVerifyCommand } from './verify-command.ts'

const usage = `npm run games:verify -- <round_id>             a round of an own game, from this server's database
npm run games:verify -- <round_id> [address]   a crash round, from the public calls of a server, by default of this one
npm run games:verify -- <file>...              the answers of GET /v1/games/rounds, GET /v1/games/rounds/<round_id> and
                                               POST /v1/games/seeds/rotate, or of GET /v1/games/crash/rounds and …/chain`

/** Verifies rounds of the own games and of crash. A server seed that was not revealed yet stays secret. */
await runVerifyCommand({
  usage,
  checkFiles,
  fetchTexts: (name, address) => (/^\d{1,18}$/.test(name) ? storedRound(BigInt(name)) : crashRound(name, address)),
})

/** Reads a round of an own game, as its bettor gets it. */
async function storedRound(betId: bigint): Promise<string[]> {
  const round = await runOrExit(() => withDatabase(readConfig(), ({ db }) => publishedRound(db, betId)))
  return round ? [JSON.stringify({ data: round })] : []
}

/** Fetches the public responses about a crash round: the round and its chain. */
async function crashRound(roundId: string, address: string | undefined): Promise<string[]> {
  const get = ({ path }: { path: string }, query: Record<string, string>) =>
    fetchText(`${path}?${new URLSearchParams(query)}`, { address })
  const found = await get(crash.rounds, { round_id: roundId })
  const [round] = (JSON.parse(found) as Answer<typeof crash.rounds>).data
  return round ? [found, await get(crash.chain, { chain_id: round.chain_id })] : []
}
