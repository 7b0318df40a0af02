import type { BetView } from '@nare/contract/betting'
import { formatMoney } from '@nare/money/money'
import { firstLanguage } from '#country/writing'
import type { Identity, Sms } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Tickets } from '#modules/tickets/tickets'
import type { Background } from '#platform/background'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { readCommand, type SmsPick } from './commands.ts'
import { smsText, wordsOf } from './replies.ts'
import { markTold, referredMessages, type ReferredMessage } from './store.ts'
import { betText, payoutNow } from './texts-of-bets.ts'

export type NewsDeps = {
  readonly db: Db
  readonly background: Background
  readonly sms: Sms
  readonly identity: Pick<Identity, 'bettorByMsisdn'>
  readonly ledger: Pick<Ledger, 'balances' | 'winTax'>
  readonly tickets: Pick<Tickets, 'bet'>
  readonly clock: Pick<Clock, 'now'>
  /** Whether senders are told what became of bets that waited for a trader. */
  readonly tellsReferred: () => boolean
}

/** An offer that ends sooner is not told: nobody could take it any more. */
const offerMsLeast = 10_000

/**
 * Tells who bet by SMS what became of a bet that waited for a trader: that it is placed, refused, or offered at other terms. Each is one text, as a
 * reply is. What the bettor took back is not told.
 */
export function openNews(deps: NewsDeps) {
  const { db, background, sms, tickets, identity } = deps

  async function work(message: ReferredMessage): Promise<void> {
    const bettor = await identity.bettorByMsisdn(message.msisdn)
    const found = bettor === undefined ? undefined : await tickets.bet(bettor, message.referred.toString())
    const bet = found?.ok ? found.value.data : undefined
    const news = bet && newsOf(bet)
    if (bet && (news === undefined || news === message.told)) return
    const isFirst = await markTold(db, { id: message.id, told: news ?? 'ended' })
    if (!isFirst || bettor === undefined || !bet || !news || !deps.tellsReferred()) return
    const { balance } = await deps.ledger.balances(bettor)
    const text = textOf(deps, message, { bet, balance: formatMoney(balance) })
    if (text !== undefined) await sms.send({ to: message.msisdn, text: smsText(text) })
  }

  return {
    run: () =>
      background.workThroughDue({
        what: 'news of a bet by SMS',
        id: ({ id }) => id,
        next: ({ after, count }) => referredMessages(db, { after: after?.referred, count }),
        work,
      }),
  }
}

/** What there is to tell of a referred bet; undefined while a trader has not answered, or its delay runs. */
function newsOf({ state, referral }: BetView): 'offered' | 'ended' | undefined {
  if (state !== 'referred') return 'ended'
  return referral?.state === 'offered' ? 'offered' : undefined
}

/** The text about a bet; undefined for what its bettor did. */
function textOf(
  { ledger, clock }: Pick<NewsDeps, 'ledger' | 'clock'>,
  { text, language }: ReferredMessage,
  { bet, balance }: { bet: BetView; balance: string },
): string | undefined {
  const command = readCommand(text)
  const words = wordsOf(command.language ?? language ?? firstLanguage())
  const { referral } = bet
  if (bet.state === 'referred') {
    const isLate = referral === undefined || Date.parse(referral.until) - clock.now() < offerMsLeast
    const offer = isLate ? undefined : referral.offer
    return offer && words.offered(bet.bet_id, offer, payoutNow(ledger, { ...bet, ...offer }))
  }
  if (referral?.state === 'withdrawn') return undefined
  if (bet.state === 'refused') return words.notAccepted(bet, balance)
  const picks: readonly SmsPick[] = command.kind === 'bet' ? command.picks : []
  return betText({ words, ledger }, picks, { bet, balance })
}
