import type { FailureCode } from '@nare/contract/failures'
import type { Outcome } from '@nare/contract/outcome'
import { formatMoney } from '@nare/money/money'
import type { GivenTerms, Jackpots } from '#modules/jackpot/jackpot'
import type { By, Logged } from './logged.ts'

/** The operators' actions on jackpots, each logged with its reason. Opening or cancelling a jackpot needs two operators. */
export function jackpotActions(jackpots: Jackpots['operator'], logged: Logged) {
  const change =
    <T, F extends FailureCode>(what: string, work: (by: { id: number; operator: string }) => Promise<Outcome<T, F>>) =>
    (id: number, { operator, reason }: By): Promise<Outcome<T, F>> =>
      logged({ operator, reason, action: `jackpot.${what}`, subject: `jackpot ${id}`, facts: {} }, () =>
        work({ id, operator }),
      )

  return {
    jackpots: jackpots.list,

    /** Drafts a jackpot. Another operator must open it. */
    createJackpot: (terms: GivenTerms, { operator, reason }: By) =>
      logged(
        {
          ...{ operator, reason, action: 'jackpot.create', subject: `jackpot ${terms.name}` },
          facts: { mode: terms.mode, stake: formatMoney(terms.stake), matches: terms.match_ids.join(' ') },
        },
        () => jackpots.create(terms, operator),
      ),

    /** Opens a draft that another operator made. */
    openJackpot: change('open', jackpots.open),
    /** Closes a jackpot for tickets. */
    closeJackpot: change('close', jackpots.close),
    /** Proposes or confirms the cancellation of a jackpot. All stakes are refunded. */
    cancelJackpot: change('cancel', jackpots.cancel),
    /** Settles a jackpot after all its results were confirmed. */
    settleJackpot: change('settle', jackpots.settle),
  }
}
