import { fantasy } from '@nare/contract/fantasy'
import { league } from '@nare/contract/league'
import { checkScorers, isWeek } from '@nare/fantasy/verify-files'
import { checkFiles } from '@nare/league/verify-files'
import { fetchText, runVerifyCommand } from './verify-command.ts'

const usage = `npm run league:verify -- <round_id> [address of a server]
npm run league:verify -- <file>...   the answers of GET /v1/nare-league/rounds/<round_id> and, if wanted, of
                                     GET /v1/nare-league/seasons/<season_id>, POST /v1/nare-league/matches and
                                     GET /v1/fantasy/weeks/<week_id>`

/** Checks a round of the league, with its scorers where it is in a fantasy week, from files or from the public calls of a server. */
await runVerifyCommand({
  usage,
  checkFiles(texts) {
    const { steps, ...checked } = checkFiles(texts.filter((text) => !isWeek(text)))
    return { ...checked, steps: steps.length > 0 ? [...steps, ...checkScorers(texts)] : steps }
  },
  fetchTexts: publicAnswers,
})

/** Fetches the public responses about a round: the round, its season, the prices of its matches, and its fantasy week if there is one. */
async function publicAnswers(roundId: string, address: string | undefined): Promise<string[]> {
  const round = await fetchText(league.round.path.replace(':round_id', encodeURIComponent(roundId)), { address })
  const { data } = JSON.parse(round) as { data: { competition_id: string; season_id: string; start_time?: string } }
  const season = await fetchText(league.season.path.replace(':season_id', encodeURIComponent(data.season_id)), {
    address,
  })
  const body = { competition_id: data.competition_id, round_id: roundId }
  return [
    round,
    season,
    await fetchText(league.matches.path, { address, body }),
    ...(await weekAt(data.start_time, address)),
  ]
}

/** Fetches the latest fantasy week of the Nare league that had begun when a round kicked off. The check finds out whether the week contains the round. */
async function weekAt(start = '', address: string | undefined): Promise<string[]> {
  const list = await fetchText(fantasy.weeks.path, { address })
  const { data } = JSON.parse(list) as { data: { week_id: string; kind: string; deadline: string }[] }
  const [latest] = data
    .filter(({ kind, deadline }) => kind === 'nare' && deadline <= start)
    .toSorted((a, b) => (a.deadline < b.deadline ? 1 : -1))
  if (!latest) return []
  return [await fetchText(fantasy.week.path.replace(':week_id', encodeURIComponent(latest.week_id)), { address })]
}
