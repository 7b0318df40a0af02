/** A value of /metrics with its labels. */
type Sample = { readonly name: string; readonly labels: Readonly<Record<string, string>>; readonly value: number }
/** What the doctor says of one thing: whether it is well, and if not, what it is and what to do. */
export type Finding = { readonly state: 'ok' | 'late' | 'down'; readonly text: string }

/** Reads the text that Prometheus reads. Lines that are no values are passed over. */
export function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, inside = '', number] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (name === undefined || number === undefined || Number.isNaN(Number(number))) return []
    const labels = Object.fromEntries(
      [...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    )
    return { name, labels, value: Number(number) }
  })
}

const states = ['ok', 'late', 'down'] as const
const daysS = 86_400
/** The bounds of values of /metrics beyond which something is wrong: also those of the alerts in packaging/watching, which a test compares. */
export const bounds = {
  nare_disk_free_ratio: 0.1,
  nare_certificate_seconds: 14 * daysS,
  nare_clock_skew_seconds: 1,
  nare_backup_age_seconds: 26 * 3_600,
  nare_archive_failing: 0,
  nare_row_failing_seconds: 600,
  nare_provider_faults: 0,
} as const

/** Judges a running server by its metrics: what Today watches, queues past their promise, disks, certificate, and work that fails again and again. */
export function findingsOf(samples: readonly Sample[]): Finding[] {
  const of = (name: string) => samples.filter((one) => one.name === name)
  const promises = new Map(of('nare_queue_promise_seconds').map(({ labels, value }) => [labels['part'], value]))
  const health = of('nare_health').map(({ labels, value }): Finding => {
    const state = states[value] ?? 'down'
    return {
      state,
      text: state === 'ok' ? `${labels['part']}` : `${labels['part']}: Today in the console says what to do`,
    }
  })
  const past = of('nare_queue_oldest_seconds').flatMap(({ labels, value }): Finding[] => {
    const promise = promises.get(labels['part']) ?? Infinity
    return value <= promise
      ? []
      : [{ state: 'late', text: `the queue ${labels['part']} waits longer than its promise` }]
  })
  const above = (name: keyof typeof bounds, what: (part: string, value: number) => string) =>
    of(name).flatMap(({ labels, value }): Finding[] =>
      value <= bounds[name] ? [] : [{ state: 'down', text: what(labels['part'] ?? '', value) }],
    )
  const disks = of('nare_disk_free_ratio').map(({ labels, value }): Finding => ({
    state: value < bounds.nare_disk_free_ratio ? 'down' : 'ok',
    text: `${Math.floor(value * 100)} % of the disk of ${labels['part']} is free`,
  }))
  const certificate = of('nare_certificate_seconds').map(({ value }): Finding => ({
    state: value < 0 ? 'down' : value < bounds.nare_certificate_seconds ? 'late' : 'ok',
    text:
      value < 0
        ? 'the certificate of PUBLIC_URL has ended'
        : `the certificate is valid for ${Math.floor(value / daysS)} days`,
  }))
  const places = of('nare_data_place').map(({ labels: { part = '' } }): Finding => {
    const isDeclared = part !== 'not declared'
    const text = isDeclared
      ? `the data lies in: ${part}`
      : 'where the data lies is not declared: house.data_place in Settings'
    return { state: isDeclared ? 'ok' : 'late', text }
  })
  return [
    ...places,
    ...(health.length > 0 ? health : [{ state: 'down' as const, text: 'the metrics have nothing of Nare' }]),
    ...past,
    ...disks,
    ...certificate,
    ...above(
      'nare_clock_skew_seconds',
      (_, value) => `the clocks of server and database differ by ${value.toFixed(1)} s: start NTP`,
    ),
    ...above('nare_backup_age_seconds', (_, value) => `the last backup is ${Math.floor(value / 3_600)} hours old`),
    ...above(
      'nare_archive_failing',
      () => 'PostgreSQL cannot archive its log: the journal names the command that failed',
    ),
    ...above('nare_row_failing_seconds', (part) => `work on ${part} fails again and again: the journal has the reason`),
    ...above('nare_provider_faults', () => 'a payment provider refuses our set-up: Payments, Float and faults'),
  ]
}
