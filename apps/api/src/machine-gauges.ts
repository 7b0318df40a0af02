import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Area } from '#area'
import type { Config } from '#config'
import { monotonicMs, realClock } from '#platform/clock'

/** The certificate of the address is looked at this often at most: scrapes come every few seconds. */
const certificateEveryMs = 10 * 60_000
const connectMsMax = 5_000

/** The gauges of what the server stands on: the free part of its disks, and how long the certificate of its public address is valid. */
export function machineGauges({
  dataDir,
  backup,
  publicUrl,
}: Pick<Config, 'dataDir' | 'backup' | 'publicUrl'>): NonNullable<Area['gauges']> {
  const folders = { data: dataDir, ...(backup.folder !== undefined && { backup: backup.folder }) }
  const free = async () =>
    Promise.all(
      Object.entries(folders).map(async ([part, folder]) => {
        const { bavail, blocks } = await statfs(folder)
        return { labels: { part }, value: Number(bavail) / Number(blocks) }
      }),
    )
  const validFor = openValidFor(publicUrl)
  return [
    { name: 'nare_disk_free_ratio', help: 'The free part of the disk of a folder', read: free },
    {
      name: 'nare_certificate_seconds',
      help: 'Seconds until the certificate of PUBLIC_URL ends',
      read: async () => {
        const value = await validFor()
        return value === undefined ? [] : [{ labels: {}, value }]
      },
    },
  ]
}

/** Reads how many seconds the certificate of an https address is still valid: below zero if it has ended, undefined of any other address. */
function openValidFor(url: string | undefined): () => Promise<number | undefined> {
  const at = url?.startsWith('https://') ? new URL(url) : undefined
  let read: { readonly atMs: number; readonly ends: Promise<number> } | undefined
  return async () => {
    if (!at) return undefined
    if (!read || monotonicMs() - read.atMs > certificateEveryMs) read = { atMs: monotonicMs(), ends: endOf(at) }
    return ((await read.ends) - realClock.now()) / 1000
  }
}

/** When the certificate that an address shows ends, in milliseconds since 1970, whoever has signed it. */
function endOf({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const to = { host: hostname, servername: hostname, port: Number(port || 443), rejectUnauthorized: false }
    const socket = connect({ ...to, timeout: connectMsMax }, () => {
      const { valid_to: end } = socket.getPeerCertificate()
      socket.destroy()
      resolve(Date.parse(end))
    })
    socket.once('timeout', () => socket.destroy(new Error('the address does not answer')))
    socket.once('error', reject)
  })
}
