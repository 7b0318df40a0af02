import type { BettorDetails } from '@nare/contract/console-bettors'
import type { Permission } from '@nare/contract/permissions'
import { countOf, moneyText } from '../../parts/format.ts'
import type { IconName } from '../../parts/icon.tsx'

/** The key and the drawing of each action; a `second` person confirms it. */
const looks = {
  lock: { key: 'l', icon: 'lock' },
  sessions: { key: 'e', icon: 'phone' },
  identity: { key: 'i', icon: 'bettors' },
  stake: { key: 'f', icon: 'gauge' },
  note: { key: 'n', icon: 'note' },
  message: { key: 'm', icon: 'chat' },
  balance: { key: 'b', icon: 'payments', second: true },
  bonus: { key: 'u', icon: 'payments', second: true },
  limits: { key: 'd', icon: 'down' },
  break: { key: 'p', icon: 'pause' },
  exclude: { key: 'x', icon: 'pause' },
  number: { key: 'h', icon: 'phone', second: true },
  case: { key: 'o', icon: 'search' },
  close: { key: 'c', icon: 'x' },
} as const satisfies Readonly<Record<string, { key: string; icon: IconName; second?: true }>>

export type ActionName = keyof typeof looks

/** An action as it stands in the panel. */
export type Action = {
  readonly name: ActionName
  readonly title: string
  readonly detail: string
  readonly key: string
  readonly icon: IconName
  readonly second?: true
}

type May = (permission: Permission) => boolean

/** What a person with these permissions may do with the account as it is. */
export function actionsOf(bettor: BettorDetails, may: May): readonly Action[] {
  const { locked, identity, accounts } = bettor
  const isOpen = bettor.state !== 'closed'
  const mayProtect = may('bettors.protect')
  const mayDecide = mayProtect && may('protection.act')
  const maySupport = may('bettors.support')
  const mayCorrect = may('bettors.money')
  const sessions = bettor.sessions.length
  const wantsIdentity = isOpen && !identity.wanted && identity.state !== 'passed'
  const proposed = 'you propose, another confirms'
  const all: readonly (readonly [may: boolean, name: ActionName, title: string, detail: string])[] = [
    locked
      ? [mayDecide, 'lock', 'Unlock account', 'bets, log-in and payments again']
      : [mayProtect && isOpen, 'lock', 'Lock account', 'no bets, no log-in, money stays'],
    [maySupport && sessions > 0, 'sessions', `End ${countOf(sessions, 'session')}`, 'the bettor can log in again'],
    [maySupport && wantsIdentity, 'identity', 'Require identity', 'before the next withdrawal'],
    [may('bettors.stake'), 'stake', 'Stake percent', `of every limit, now ${bettor.stake_percent} %`],
    [maySupport, 'note', 'Write a note', countOf(bettor.notes, 'note')],
    [maySupport && isOpen, 'message', 'Send a message', 'an SMS about the account'],
    [mayCorrect, 'balance', 'Correct balance', proposed],
    [mayCorrect && isOpen, 'bonus', 'Give a bonus', proposed],
    [mayProtect && isOpen, 'limits', 'Lower a limit', 'at once, as the bettor asks'],
    [mayProtect && isOpen, 'break', 'Take a break', '24 hours to 6 weeks, as the bettor asks'],
    [mayDecide && isOpen, 'exclude', 'Exclude', '6 months or longer, also for good'],
    [maySupport && isOpen, 'number', 'Change number', proposed],
    [may('aml.act'), 'case', 'Open a case', 'a suspicion of money laundering'],
    [mayDecide && isOpen, 'close', 'Close account', `for good; ${moneyText(accounts.cash)} can be withdrawn`],
  ]
  return all.filter(([mayDo]) => mayDo).map(([, name, title, detail]) => ({ name, title, detail, ...looks[name] }))
}

/** What stands beside the list of actions: that they are written down, or that there are none. */
export function aboutActions(count: number, mayReveal: boolean): string {
  if (count > 0) return 'all are written down with your name'
  return mayReveal ? 'you only read, and reveal the number' : 'you only read'
}
