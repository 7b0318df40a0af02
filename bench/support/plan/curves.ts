import type { Bump, Curve } from './demand.ts'

/**
 * Assumed, not measured, days of an operator in one time zone. Replace values that you know, or pass a curve as CSV.
 */
const time = (hours: number, minutes: number): number => hours * 60 + minutes

/** Visits by hour: few at night, more at lunch and in the evening. */
const weekHours = [3, 2, 1, 1, 1, 2, 4, 6, 7, 7, 8, 9, 11, 10, 9, 9, 10, 12, 14, 15, 14, 12, 9, 5]

const each: Curve['each'] = {
  ...{ visits: 5, pages: 12, matchPages: 8, balances: 10, bets: 5, cashOutQuotes: 1.5, cashOuts: 0.3 },
  ...{ logins: 0.3, codes: 0.15, deposits: 0.8, crashBets: 6, leagueBets: 2, walletCalls: 10 },
}

/** Kick-off: most bets are placed in the half hour before it, and none after it. */
const kickOff = (at: number, share: number): Bump => ({ at: at - 4, share, rise: 22, fall: 4 })
/** A goal: bettors open the app within seconds. */
const goal = (at: number, share: number): Bump => ({ at, share, rise: 0.4, fall: 2.5 })
/** The end of a round of matches: its legs are settled as results are confirmed. */
const whistle = (at: number, share: number): Bump => ({ at, share, rise: 0.5, fall: 4 })

const derbyGoals = [time(19, 51), time(20, 14), time(20, 59), time(21, 13)]

export const curves: Readonly<Record<string, Curve>> = {
  derby: {
    about: 'a Saturday with matches at 14:30 and 17:00 and a derby with four goals at 19:30',
    hours: weekHours,
    bumps: [
      kickOff(time(14, 30), 0.08),
      kickOff(time(17, 0), 0.14),
      kickOff(time(19, 30), 0.24),
      ...derbyGoals.map((at) => goal(at, 0.025)),
      { at: time(21, 22), share: 0.04, rise: 1, fall: 6 },
    ],
    own: {
      bets: [
        kickOff(time(14, 30), 0.12),
        kickOff(time(17, 0), 0.18),
        kickOff(time(19, 30), 0.32),
        ...derbyGoals.map((at) => goal(at, 0.015)),
      ],
      deposits: [kickOff(time(14, 30), 0.1), kickOff(time(17, 0), 0.16), kickOff(time(19, 30), 0.3)],
      logins: [kickOff(time(14, 30), 0.08), kickOff(time(17, 0), 0.15), kickOff(time(19, 30), 0.3)],
      codes: [kickOff(time(17, 0), 0.15), kickOff(time(19, 30), 0.3)],
      cashOutQuotes: derbyGoals.map((at) => goal(at, 0.12)),
      cashOuts: derbyGoals.map((at) => goal(at, 0.12)),
      settledLegs: [whistle(time(16, 22), 0.18), whistle(time(18, 52), 0.34), whistle(time(21, 24), 0.42)],
      crashBets: [],
      walletCalls: [],
    },
    each,
    visitMinutes: 9,
    legs: 3,
    prices: { rest: 20, live: 100, from: time(14, 30), to: time(21, 30) },
  },
  saturday: {
    about: 'a Saturday of four rounds of matches without a main match',
    hours: weekHours,
    bumps: [time(14, 30), time(17, 0), time(19, 30), time(22, 0)].map((at) => kickOff(at, 0.1)),
    own: {
      settledLegs: [time(16, 22), time(18, 52), time(21, 22), time(23, 50)].map((at) => whistle(at, 0.22)),
      crashBets: [],
      walletCalls: [],
    },
    each,
    visitMinutes: 9,
    legs: 4,
    prices: { rest: 20, live: 100, from: time(14, 30), to: time(23, 50) },
  },
  weekday: {
    about: 'a day with few matches: league, crash and casino',
    hours: weekHours,
    bumps: [kickOff(time(19, 0), 0.06)],
    own: { settledLegs: [whistle(time(20, 52), 0.3)], crashBets: [], walletCalls: [] },
    each: { ...each, bets: 2, crashBets: 10, leagueBets: 5, walletCalls: 18 },
    visitMinutes: 11,
    legs: 3,
    prices: { rest: 10, live: 40, from: time(19, 0), to: time(21, 0) },
  },
  launch: {
    about: 'a campaign on television at 20:00: sign-ups, codes, logins and first deposits in a quarter of an hour',
    hours: weekHours,
    bumps: [{ at: time(20, 1), share: 0.5, rise: 0.7, fall: 8 }],
    own: { settledLegs: [whistle(time(21, 50), 0.5)] },
    each: { ...each, visits: 2, bets: 1, logins: 1.2, codes: 1.1, deposits: 0.6 },
    visitMinutes: 8,
    legs: 2,
    prices: { rest: 20, live: 60, from: time(19, 0), to: time(22, 0) },
  },
}
