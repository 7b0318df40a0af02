import type { FailureCode } from '@nare/contract/failures'
import type { Outcome } from '@nare/contract/outcome'
import { formatMoney } from '@nare/money/money'
import type { GivenTerms, Jackpots } from '#modules/jackpot/jackpot'
import type { By, Logged } from './operator.ts'

/** The operators' actions on jackpots, each logged with its reason. Opening and cancelling one need two operators. */
export function jackpotActions(jackpots: Jackpots['operator'], logged: Logged) {
  const change =
    <T, F extends FailureCode>(what: string, work: (by: { id: number; operator: string }) => Promise<Outcome<T, F>>) =>
    (id: number, { operator, reason }: By): Promise<Outcome<T, F>> =>
      logged({ operator, reason, action: `jackpot.${what}`, subject: `jackpot ${id}`, facts: {} }, () =>
        work({ id, operator }),
      )

  return {
    jackpots: jackpots.list,

    /** Drafts a jackpot, which another operator opens. */
    createJackpot: (terms: GivenTerms, { operator, reason }: By) =>
      logged(
        {
          ...{ operator, reason, action: 'jackpot.create', subject: `jackpot ${terms.name}` },
          facts: { mode: terms.mode, stake: formatMoney(terms.stake), matches: terms.match_ids.join(' ') },
        },
        () => jackpots.create(terms, operator),
      ),

    /** Opens a draft of another operator. */
    openJackpot: change('open', jackpots.open),
    /** Closes a jackpot for tickets. */
    closeJackpot: change('close', jackpots.close),
    /** Asks for the end of a jackpot, or confirms it: all stakes go back. */
    cancelJackpot: change('cancel', jackpots.cancel),
    /** Settles a jackpot whose results are all confirmed. */
    settleJackpot: change('settle', jackpots.settle),
  }
}
