import { banners } from './banners.ts'
import { betEdit } from './bet-edit.ts'
import { betting } from './betting.ts'
import { boards } from './boards.ts'
import { bonus } from './bonus.ts'
import { cashOut } from './cash-out.ts'
import { operatorCare } from './care.ts'
import { casino } from './casino.ts'
import { catalog } from './catalog.ts'
import { combinations } from './combinations.ts'
import { complaints, operatorComplaints } from './complaints.ts'
import { rights } from './rights.ts'
import { consents } from './consents.ts'
import { consoleBettorActions } from './console-bettor-actions.ts'
import { consoleBettors } from './console-bettors.ts'
import { consoleCodes } from './operator-codes.ts'
import { consoleReports } from './console-reports.ts'
import { consoleTaxes } from './console-taxes.ts'
import { consoleSearch } from './console-search.ts'
import { consoleAlerts } from './operator-trading-alerts.ts'
import { consoleReferrals } from './operator-trading-referrals.ts'
import { consoleTickets } from './console-tickets.ts'
import { consoleToday } from './console-today.ts'
import { content } from './content.ts'
import { crash } from './crash.ts'
import { fantasy } from './fantasy.ts'
import { games } from './games.ts'
import { identity } from './identity.ts'
import { jackpot } from './jackpot.ts'
import { jackpotHeads } from './jackpot-heads.ts'
import { kyc } from './kyc.ts'
import { ledger } from './ledger.ts'
import { leagueBets, leagueReads } from './league.ts'
import { live } from './live.ts'
import { messages, operatorMessages } from './messages.ts'
import { matchEvents } from './match-events.ts'
import { notices } from './notices.ts'
import { operator } from './operator.ts'
import { operatorAml } from './operator-aml.ts'
import { operatorBoard } from './operator-trading-board.ts'
import { operatorBanners } from './operator-banners.ts'
import { operatorFantasy } from './operator-fantasy.ts'
import { operatorPromotions } from './operator-promotions.ts'
import { operatorProposals } from './operator-proposals.ts'
import { operatorIncidents } from './operator-incidents.ts'
import { operatorRegister } from './operator-register.ts'
import { operatorRegulator } from './operator-regulator.ts'
import { operatorReturns } from './operator-returns.ts'
import { operatorStaff } from './operator-staff.ts'
import { operatorTexts } from './operator-texts.ts'
import { operatorStaffChanges } from './operator-staff-changes.ts'
import { operatorTradingHands, operatorTradingLimits } from './operator-trading-hands.ts'
import { operatorFixtures, operatorResults } from './operator-trading-results.ts'
import { pages } from './pages.ts'
import { passkeys, sessions } from './passkeys.ts'
import { payments } from './payments.ts'
import { points } from './points.ts'
import { popular } from './popular.ts'
import { print } from './print.ts'
import { promotions } from './promotions.ts'
import { protection } from './protection.ts'
import { referrals } from './referrals.ts'
import { sandbox } from './sandbox.ts'
import { operatorSettings } from './settings.ts'
import { shown } from './shown.ts'
import { terms } from './terms.ts'

/** Every call of the platform, by area. */
export const areas = {
  identity,
  passkeys,
  sessions,
  kyc,
  consents,
  notices,
  ledger,
  catalog,
  matchEvents,
  betting,
  bonus,
  cashOut,
  combinations,
  betEdit,
  referrals,
  jackpot,
  jackpotHeads,
  payments,
  points,
  popular,
  print,
  boards,
  protection,
  shown,
  complaints,
  banners,
  messages,
  terms,
  rights,
  content,
  pages,
  leagueReads,
  leagueBets,
  games,
  fantasy,
  crash,
  casino,
  live,
  operator,
  promotions,
  operatorBoard,
  operatorFantasy,
  operatorPromotions,
  operatorIncidents,
  operatorRegulator,
  operatorComplaints,
  operatorAml,
  operatorTexts,
  operatorBanners,
  operatorMessages,
  operatorRegister,
  operatorCare,
  operatorReturns,
  operatorStaff,
  operatorStaffChanges,
  operatorProposals,
  operatorFixtures,
  operatorResults,
  operatorSettings,
  operatorTradingHands,
  operatorTradingLimits,
  consoleToday,
  consoleSearch,
  consoleBettors,
  consoleBettorActions,
  consoleTickets,
  consoleReferrals,
  consoleReports,
  consoleTaxes,
  consoleAlerts,
  consoleCodes,
  sandbox,
} as const
