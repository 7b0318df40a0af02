import { fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import { operatedGames, type OperatedGame } from '@nare/contract/operator-games'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, type Money } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Db } from '#platform/db'
import { roundNamed } from './crash/crash.ts'
import { changeSetting, largestWin, limitsOf, settingsOf, type GameLimits } from './settings.ts'

export { roundsAtRisk } from './at-risk.ts'
export { roundsExpected } from './expected.ts'
export { gamesPlayed, lastWonRounds, type PlayedGame } from './played.ts'
export { gameTitles } from './tickets.ts'
export { publishedRound, seedRetention } from './own/own.ts'
export { crashLosses, crashRetention, crashWins } from './crash/crash.ts'
export { gamesOfBettor } from './own-rows.ts'
export type Games = ReturnType<typeof openGames>

/** Limits that an operator sets. An undefined limit is the house's. */
type NewLimits = { readonly [K in keyof GameLimits]: Money | undefined }

/** The settings of the own games for operators. The return is part of the rules and cannot be changed. */
export function openGames({ db, rules: rulesNow }: { readonly db: Db; readonly rules: () => Country['games'] }) {
  return {
    /** Every game with its current limits, and the operator who paused it. */
    async settings() {
      const settings = await settingsOf(db)
      const rules = rulesNow()
      return operatedGames.map((game) => {
        const setting = settings.get(game)
        const operator = setting?.pausedBy ?? null
        return { game, setting, operator, limits: limitsOf(rules, game, setting), largestWin: largestWin(rules, game) }
      })
    },

    /** The crash round with this id or number, for operators. */
    crashRound: (id: string) => roundNamed(db, id),

    /** Pauses a game for new rounds, or resumes it (`pausedBy` null). No round is placed after a pause has returned. */
    pause: (game: OperatedGame, pausedBy: string | null): Promise<void> => changeSetting(db, game, { pausedBy }),

    /** Sets the limits of a game for new rounds. Refused if no stake would be possible, or the largest win exceeds the house's. */
    async limit(game: OperatedGame, given: NewLimits): Promise<Outcome<{ limits: GameLimits }, 'invalid_input'>> {
      const rules = rulesNow()
      const { minStake = rules.minStake, maxStake = rules.maxStake, maxWin } = given
      const allowed = largestWin(rules, game)
      if (minStake === 0n || minStake > maxStake)
        return wrong('min_stake', 'The minimum stake must be at most the maximum')
      if (maxWin !== undefined && (maxWin < minStake || maxWin > allowed))
        return wrong(
          'max_win',
          `The largest win must be at least the minimum stake and at most ${formatMoney(allowed)}`,
        )
      await changeSetting(db, game, {
        minStake: given.minStake ?? null,
        maxStake: given.maxStake ?? null,
        maxWin: maxWin ?? null,
      })
      return done({ limits: { minStake, maxStake, maxWin: maxWin ?? allowed } })
    },
  }
}

function wrong(field: string, sentence: string) {
  const fault: FieldFault = { code: 'not_valid', sentence }
  return refused('invalid_input', fieldFacts({ [field]: fault }))
}
