import { expect, test } from 'vitest'
import { findingsOf, samplesOf } from './doctor-findings.ts'

const well = `# HELP nare_health What the house watches
# TYPE nare_health gauge
nare_health{part="feed"} 0
nare_health{part="backup"} 0
nare_queue_oldest_seconds{part="withdrawals"} 40
nare_queue_promise_seconds{part="withdrawals"} 900
nare_disk_free_ratio{part="data"} 0.42
nare_certificate_seconds 5184000
nare_clock_skew_seconds 0.02
nare_data_place{part="Nairobi, Kenya"} 1
nare_row_failing_seconds{part="a payment"} 0
nare_http_seconds_bucket{le="+Inf",route="/v1/bet"} 12
process_cpu_seconds_total NaN
`
const wrongOf = (text: string) =>
  findingsOf(samplesOf(text)).flatMap(({ state, text }) => (state === 'ok' ? [] : `${state}: ${text}`))

test('a server that is well has nothing wrong', () => {
  expect(wrongOf(well)).toEqual([])
  expect(findingsOf(samplesOf(well)).map(({ text }) => text)).toContain('42 % of the disk of data is free')
})

test.each([
  ['feed"} 0', 'feed"} 2', 'down: feed: Today in the console says what to do'],
  ['backup"} 0', 'backup"} 1', 'late: backup: Today in the console says what to do'],
  ['"} 40', '"} 901', 'late: the queue withdrawals waits longer than its promise'],
  ['0.42', '0.04', 'down: 4 % of the disk of data is free'],
  ['5184000', '86400', 'late: the certificate is valid for 1 days'],
  ['5184000', '-5', 'down: the certificate of PUBLIC_URL has ended'],
  ['Nairobi, Kenya', 'not declared', 'late: where the data lies is not declared: house.data_place in Settings'],
  ['0.02', '7.5', 'down: the clocks of server and database differ by 7.5 s: start NTP'],
  ['payment"} 0', 'payment"} 4000', 'down: work on a payment fails again and again: the journal has the reason'],
])('%s as %s is wrong', (from, to, said) => {
  expect(wrongOf(well.replace(from, to))).toEqual([said])
})

test('metrics of something else say so', () => {
  expect(wrongOf('process_cpu_seconds_total 3\n')).toEqual(['down: the metrics have nothing of Nare'])
})
