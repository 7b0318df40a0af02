const id = /^[1-9]\d*$/
/** The page of each kind of subject whose rest is an id, or a word that a filter takes. */
const pages: Readonly<Record<string, (rest: string) => string | undefined>> = {
  bettor: (rest) => (id.test(rest) ? `/bettors/${rest}` : undefined),
  ticket: (rest) => (id.test(rest) ? `/bets/${rest}` : undefined),
  withdrawal: (rest) => (id.test(rest) ? `/payments/withdrawals/${rest}` : undefined),
  match: (rest) => (id.test(rest) ? `/trading/matches/${rest}` : undefined),
  deposit: (rest) => (id.test(rest) ? `/payments/deposits/${rest}` : undefined),
  receipt: (rest) => `/payments/unmatched?q=${encodeURIComponent(rest)}`,
  setting: (rest) => `/house/settings?setting=${encodeURIComponent(rest)}`,
  complaint: (rest) => (id.test(rest) ? `/house/complaints?complaint=${rest}` : undefined),
  regulator: (rest) => (/^\d{4}-/.test(rest) ? `/house/regulator?day=${rest}` : undefined),
  staff: (rest) => `/house/staff?person=${encodeURIComponent(rest)}`,
}

/** The console's page about a subject of the audit log and of proposals: "withdrawal 12"; undefined where there is none. */
export function pageOfSubject(subject: string): string | undefined {
  const [kind = '', ...rest] = subject.split(' ')
  return rest.length === 0 ? undefined : pages[kind]?.(rest.join(' '))
}
