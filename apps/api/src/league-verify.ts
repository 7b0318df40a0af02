import { league } from '@nare/contract/league'
import { checkFiles } from '@nare/league/verify-files'
import { fetchText, runVerifyCommand } from './verify-command.ts'

const usage = `npm run league:verify -- <round_id> [address of a server]
npm run league:verify -- <file>...   the answers of GET /v1/nare-league/rounds/<round_id> and, if wanted, of
                                     GET /v1/nare-league/seasons/<season_id> and POST /v1/nare-league/matches`

/** Checks a round of the league, from files or from the public calls of a server. */
await runVerifyCommand({ usage, checkFiles, fetchTexts: publicAnswers })

/** The public answers about a round: the round itself, its season, and the prices of its matches. */
async function publicAnswers(roundId: string, address: string | undefined): Promise<string[]> {
  const round = await fetchText(league.round.path.replace(':round_id', encodeURIComponent(roundId)), { address })
  const { data } = JSON.parse(round) as { data: { competition_id: string; season_id: string } }
  const season = await fetchText(league.season.path.replace(':season_id', encodeURIComponent(data.season_id)), {
    address,
  })
  const body = { competition_id: data.competition_id, round_id: roundId }
  return [round, season, await fetchText(league.matches.path, { address, body })]
}
