import { bettingOfBettor } from '#modules/betting/betting'
import { boardsOfBettor } from '#modules/boards/boards'
import { bonusOfBettor } from '#modules/bonus/bonus'
import { casinoOfBettor } from '#modules/casino/casino'
import { complaintsOfBettor } from '#modules/complaints/complaints'
import { contentOfBettor } from '#modules/content/content'
import { fantasyOfBettor } from '#modules/fantasy/fantasy'
import { gamesOfBettor } from '#modules/games/games'
import { identityOfBettor, messageConsentOfBettor, passkeysOfBettor } from '#modules/identity/identity'
import { leagueOfBettor } from '#modules/league/league'
import { ledgerOfBettor } from '#modules/ledger/ledger'
import { noticesOfBettor } from '#modules/notices/notices'
import { paymentsOfBettor } from '#modules/payments/payments'
import { pointsOfBettor } from '#modules/points/points'
import { promotionsOfBettor } from '#modules/promotions/promotions'
import { protectionOfBettor, shownOfBettor } from '#modules/protection/protection'
import { ticketsOfBettor } from '#modules/tickets/tickets'
import type { OwnRows } from '#platform/own-rows'

/** The parts of a bettor's download, in their order. A part keeps its place: a download that is being made goes on by it. */
export const ownParts: readonly OwnRows[] = [
  ...ticketsOfBettor,
  ...bettingOfBettor,
  ...leagueOfBettor,
  ...gamesOfBettor,
  ...casinoOfBettor,
  ...boardsOfBettor,
  ...bonusOfBettor,
  ...complaintsOfBettor,
  ...fantasyOfBettor,
  ...identityOfBettor,
  ...ledgerOfBettor,
  ...paymentsOfBettor,
  ...pointsOfBettor,
  ...promotionsOfBettor,
  ...protectionOfBettor,
  ...contentOfBettor,
  ...shownOfBettor,
  ...messageConsentOfBettor,
  ...passkeysOfBettor,
  ...noticesOfBettor,
]

/** The tables with a bettor's column that are not in the download, each with its reason. */
export const notInDownload: Readonly<Record<string, string>> = {
  'aml.alert': 'a suspicion: the law forbids to tell the person',
  'aml.case_file': 'a suspicion: the law forbids to tell the person',
  'aml.day': 'sums that the rules of money laundering read',
  'aml.link': 'what the rules of money laundering read',
  'aml.movement': 'payments that the rules of money laundering read: they are in the download',
  'care.contact': 'notes of staff on conversations',
  'care.marker': 'markers of harm: an assessment for staff',
  'care.play_day': 'sums of a day of play',
  'betting.reservation': 'a stake being placed: it is gone within seconds',
  'betting.edit_wait': 'an edit of a bet being decided: it is gone within seconds',
  'betting.bettor_sum': 'a sum of tickets',
  'betting.bettor_summed': 'a mark of what the sums hold',
  'betting.bettor_open': 'a mark of open tickets',
  'betting.bettor_lost': 'a mark of lost tickets',
  'boards.bet': 'a mark of what the scores hold',
  'boards.day_total': 'a sum of winnings shown for days',
  'fantasy.command': 'ids by which a repeated request is known',
  'games.crash_ask': 'cash-outs of the crash game as they were read: their outcome is in the bets',
  'games.seeds': 'which seed is in use: the seeds are in the download',
  'identity.bettor_note': 'notes of staff',
  'identity.mail_link': 'links that are valid for minutes, with the hash of a secret',
  'identity.signup': 'an account whose number nobody has confirmed yet',
  'notices.sms_day': 'a count of messages of a day',
  'notices.waiting': 'notices that wait for minutes: what they tell is in the bets and payments',
  'operator.staff': 'who of the staff has an account: asked of the employer',
  'protection.account_setting': 'markers of staff',
  'protection.marker': 'markers of harm: an assessment for staff',
  'protection.marker_failure': 'tries of an assessment',
  'protection.excluded_person': 'the register of excluded persons, by hash',
  'report.active_month': 'a mark of what the reports count',
  'report.bettor_month': 'a mark of what the reports count',
  'report.depositor_month': 'a mark of what the reports count',
  'report.unplaced': 'a sum of tickets that wait for their place in the reports',
  'rights.download': 'the downloads themselves',
  'rights.erasure': 'that the account was erased',
}
