const id = /^[1-9]\d*$/
/** The page of each kind of subject whose rest is an id, or a word that a filter takes. */
const pages: Readonly<Record<string, (rest: string) => string | undefined>> = {
  bettor: (rest) => (id.test(rest) ? `/bettors/${rest}` : undefined),
  ticket: (rest) => (id.test(rest) ? `/bets/${rest}` : undefined),
  withdrawal: (rest) => (id.test(rest) ? `/payments/withdrawals/${rest}` : undefined),
  match: (rest) => (id.test(rest) ? `/trading/matches/${rest}` : undefined),
  deposit: (rest) => (id.test(rest) ? `/payments/deposits/${rest}` : undefined),
  receipt: (rest) => `/payments/unmatched?q=${encodeURIComponent(rest)}`,
  jackpot: (rest) => (id.test(rest) ? `/house/jackpots?id=${rest}` : undefined),
  promotion: (rest) => (id.test(rest) ? `/house/promotions?id=${rest}` : undefined),
  text: (rest) => `/house/texts?page=${encodeURIComponent(rest)}`,
  banner: (rest) => (id.test(rest) ? `/house/banners?id=${rest}` : undefined),
  message: (rest) => (id.test(rest) ? `/house/messages?id=${rest}` : undefined),
  season: (rest) => (id.test(rest) ? `/house/boards?id=${rest}` : undefined),
  fantasy: (rest) => (rest.startsWith('week ') ? `/house/fantasy?id=${encodeURIComponent(rest.slice(5))}` : undefined),
  setting: (rest) => `/house/settings?setting=${encodeURIComponent(rest)}`,
  marker: (rest) => (id.test(rest) ? `/house/protection/markers?marker=${rest}` : undefined),
  aml: (rest) => (/^alert [1-9]\d*$/.test(rest) ? `/house/aml/alerts?alert=${rest.slice('alert '.length)}` : undefined),
  case: (rest) => (id.test(rest) ? `/house/aml/cases/${rest}` : undefined),
  complaint: (rest) => (id.test(rest) ? `/house/complaints?complaint=${rest}` : undefined),
  regulator: (rest) => (/^\d{4}-/.test(rest) ? `/house/regulator?day=${rest}` : undefined),
  game: (rest) =>
    rest.includes(':')
      ? `/house/products/casino?id=${encodeURIComponent(rest)}`
      : `/house/products/games?id=${encodeURIComponent(rest)}`,
  competition: (rest) => `/house/products/league?id=competition-${encodeURIComponent(rest)}`,
  staff: (rest) => `/house/staff?person=${encodeURIComponent(rest)}`,
}

/** The console's page about a subject of the audit log and of proposals: "withdrawal 12"; undefined where there is none. */
export function pageOfSubject(subject: string): string | undefined {
  const [kind = '', ...rest] = subject.split(' ')
  return rest.length === 0 ? undefined : pages[kind]?.(rest.join(' '))
}
