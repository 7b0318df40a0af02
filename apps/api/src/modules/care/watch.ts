import type { Ledger, PostedTransfer } from '#modules/ledger/ledger'
import { failedDepositsOf } from '#modules/payments/payments'
import { exclusionsEnded, latestSigns, limitsRaisedOf } from '#modules/protection/protection'
import type { Settings } from '#modules/settings/settings'
import type { Clock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import * as markers from './markers.ts'
import { addMoves, forgetPlay, movesOf, playKinds, playOf } from './play.ts'
import { judge, leastOfSign } from './rules.ts'
import { careSettings } from './settings.ts'

type Deps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'follow'>
  readonly settings: Pick<Settings, 'now'>
  readonly clock: Clock
  readonly zone: string
}

const dayMs = 86_400_000

/** The reader of the ledger that raises markers of harm. */
export const careReader = 'markers of harm'

/**
 * Raises markers of harm: for those who have just deposited or staked, by what they did in days and weeks, and for those in whose last days signs were
 * found. What each bettor moved is summed as the ledger is read, so that a run looks only at those who moved money.
 */
export function openWatch({ db, ledger, settings, clock, zone }: Deps) {
  async function add(tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> {
    const moves = movesOf(transfers)
    await addMoves(tx, moves, zone)
    const since = clock.now() - dayMs
    const bettors = [...new Set(moves.filter(({ at }) => at.getTime() > since).map(({ bettor }) => bettor))]
    if (bettors.length === 0) return
    const values = settings.now()
    const play = await playOf(tx, bettors, zone)
    const failed = await failedDepositsOf(tx, bettors, 24)
    const raised = await limitsRaisedOf(tx, bettors, 30)
    const ended = await exclusionsEnded(tx, bettors, values(careSettings.afterExclusionDays))
    const found = play.flatMap((of) => {
      const { bettor } = of
      const known = {
        play: of,
        failedDeposits: failed.get(bettor) ?? 0,
        limitsRaised: raised.get(bettor) ?? 0,
        excludedUntil: ended.get(bettor),
      }
      return judge(known, values).map((one) => ({ ...one, bettor, at: new Date(clock.now()) }))
    })
    await markers.raise(tx, found)
  }

  /** Raises markers of the signs that were found in the last two days. */
  async function raiseSigns(): Promise<void> {
    const least = leastOfSign(settings.now())
    const found = (await latestSigns(db, 2)).flatMap(({ bettor, day, at, reasons }) =>
      reasons
        .filter(({ sign, times }) => times >= least[sign])
        .map(({ sign, times }) => ({ bettor, at, rule: sign, facts: { times: times.toString(), day } })),
    )
    await transact(db, (tx) => markers.raise(tx, found))
  }

  return {
    follow: () => ledger.follow({ name: careReader, kinds: playKinds }, add),
    raiseSigns,
    sweep: () => forgetPlay(db),
  }
}
