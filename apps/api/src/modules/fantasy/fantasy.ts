import type { fantasy as calls, FantasyWeek } from '@nare/contract/fantasy'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import { maskedName, type Identity } from '#modules/identity/identity'
import type { Protection } from '#modules/protection/protection'
import { shareReading } from '#platform/concurrency'
import { JsonText, openTexts } from '#platform/json-text'
import { random } from '#platform/random'
import type { Session } from '#platform/session'
import { leagueByCode, leaguesOf } from './league-store.ts'
import { createLeague, joinLeague } from './mini-leagues.ts'
import { openOperating } from './operating.ts'
import { prizesOf } from './prize-store.ts'
import { saveTeam } from './saving.ts'
import * as teams from './team-store.ts'
import { teamView, weekView } from './views.ts'
import { openWeekDetails } from './week-details.ts'
import * as weeks from './week-store.ts'
import { openWeeks, type WeeksDeps } from './weeks.ts'

export { eraseFantasy } from './erase.ts'
export { fantasyOfBettor } from './own-rows.ts'

export type Fantasy = ReturnType<typeof openFantasy>
type Deps = WeeksDeps & {
  readonly identity: Pick<Identity, 'bettorFacts'>
  readonly protection: Pick<Protection, 'excluded' | 'locked'>
}
type Table = Answer<typeof calls.table>

const weeksMax = 13
const textsMax = 40

/** The fantasy contest: weeks, teams, tables and mini-leagues. It is free and pays promo points only. */
export function openFantasy({ identity, protection, ...deps }: Deps) {
  const { db } = deps
  const running = openWeeks(deps)
  const details = openWeekDetails({ db, seedOf: running.seedOf })
  const publicTexts = openTexts(textsMax)
  /** Counts the teams of open weeks. Concurrent readers share one count, because counting a million teams takes a tenth of a second. */
  const openCounts = shareReading(() => teams.openTeamCounts(db))

  async function teamsIn(list: readonly weeks.WeekRow[]): Promise<(week: weeks.WeekRow) => number> {
    const counts = list.some(({ state }) => state === 'open') ? await openCounts() : new Map<number, number>()
    return (week) => (week.state === 'open' ? (counts.get(week.weekNo) ?? 0) : week.teams)
  }

  /** Refuses a bettor who is not verified or is on a break from betting; undefined if the bettor may take part. */
  async function refusalOf({ bettor, verified }: Session) {
    if (!verified) return refused('not_verified')
    if ((await protection.locked([bettor])).has(bettor)) return refused('account_locked')
    const until = (await protection.excluded([bettor])).get(bettor)
    return until && refused('self_excluded', { until: until.toISOString() })
  }

  async function views(list: readonly weeks.WeekRow[], bettor: bigint | undefined): Promise<FantasyWeek[]> {
    const teamsOf = await teamsIn(list)
    const prizes =
      bettor === undefined
        ? new Map<number, number>()
        : await prizesOf(
            db,
            bettor,
            list.map(({ weekNo }) => weekNo),
          )
    return Promise.all(
      list.map(async (week) => {
        const { weekNo } = week
        const place = bettor === undefined ? undefined : await teams.placeOf(db, { weekNo, bettor })
        const prize = prizes.get(weekNo)
        const mine = place && { points: place.points, rank: place.rank, ...(prize !== undefined && { prize }) }
        return weekView(week, { teams: teamsOf(week), ...(mine && { mine }) })
      }),
    )
  }

  /** The answer with a week: what is the same for all as it is kept, and what is the bettor's. */
  async function answerOf(week: weeks.WeekRow, bettor: bigint | undefined): Promise<JsonText> {
    const [{ players, squads, ...texts }, [view]] = await Promise.all([details.squadsOf(week), views([week], bettor)])
    const matches = await details.matchesText(week, squads)
    const team = bettor === undefined ? undefined : await teams.teamOf(db, week.weekNo, bettor)
    const { competitionId, firstRound, lastRound } = week
    const rounds = { competition_id: competitionId, from: Number(firstRound), to: Number(lastRound) }
    const rest = {
      ...(view ?? weekView(week, { teams: week.teams })),
      ...(week.kind === 'nare' && { rounds }),
      ...(week.commitment !== null && { commitment: week.commitment }),
      ...(week.seed !== null && { seed: week.seed }),
      ...(team && { team: teamView(team, players) }),
    }
    const shared = `"clubs":${texts.clubsText},"players":${texts.playersText},"matches":${matches}`
    const text = `{"data":{${shared},${JSON.stringify(rest).slice(1)}}`
    return bettor === undefined ? publicTexts(week.weekId, text) : new JsonText(text, { isKept: false })
  }

  async function wholePage(week: weeks.WeekRow, page: teams.Page): Promise<{ rows: teams.TableRow[]; total: number }> {
    const [rows, teamsOf] = await Promise.all([teams.tablePage(db, page), teamsIn([week])])
    return { rows, total: teamsOf(week) }
  }

  return {
    /** The commands of operators on weeks. */
    operator: openOperating({ db, ...running }),
    advanceAll: running.advanceAll,
    payPrizes: running.payPrizes,
    forgetCommands: (): Promise<void> => teams.forgetCommands(db),

    weeks: async (bettor: bigint | undefined): Promise<FantasyWeek[]> =>
      views(await weeks.listWeeks(db, weeksMax), bettor),

    /** The answer with a week, its players and its matches, and the bettor's own team. */
    async week(weekId: string, bettor: bigint | undefined): Promise<Outcome<JsonText, 'not_found'>> {
      const week = await weeks.weekById(db, weekId)
      return week ? done(await answerOf(week, bettor)) : refused('not_found')
    },

    saveTeam: async (input: Received<typeof calls.saveTeam>, session: Session) =>
      (await refusalOf(session)) ?? saveTeam(db, input, session.bettor),

    /** A page of a week's table, of all teams or of a mini-league, and the bettor's own row even if it is on another page. */
    async table({ week_id, league, page, limit }: Received<typeof calls.table>, bettor: bigint | undefined) {
      const week = await weeks.weekById(db, week_id)
      const code = league
      if (!week || (code !== undefined && !(await leagueByCode(db, code)))) return refused('not_found')
      const { weekNo } = week
      const wanted = { weekNo, limit, offset: (page - 1) * limit }
      const [{ rows, total }, own] = await Promise.all([
        code === undefined ? wholePage(week, wanted) : teams.leaguePage(db, { ...wanted, code }),
        bettor === undefined ? undefined : teams.placeOf(db, { weekNo, bettor, code }),
      ])
      const names = await identity.bettorFacts([...rows, ...(own ? [own] : [])].map((row) => row.bettor))
      const rowOf = ({ rank, bettor: of, points }: teams.TableRow): Table['data'][number] => ({
        rank,
        player: maskedName(names.get(of)),
        points,
        mine: of === bettor,
      })
      return done({ data: rows.map(rowOf), meta: { page, limit, total }, ...(own && { mine: rowOf(own) }) })
    },

    leagues: (bettor: bigint) => leaguesOf(db, bettor),
    createLeague: async ({ id = random.uuid(), name }: { id?: string | undefined; name: string }, session: Session) =>
      (await refusalOf(session)) ?? createLeague(db, { id, name, bettor: session.bettor }),
    joinLeague: async (code: string, session: Session) =>
      (await refusalOf(session)) ?? joinLeague(db, { code, bettor: session.bettor }),
  }
}
