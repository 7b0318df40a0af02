import { join } from 'node:path'
import { openVault } from '#modules/identity/identity'
import type { Config } from './config.ts'

/** The store of identity documents. Production requires a configured key; elsewhere a key is created in the data folder. */
export function vaultOf({ kyc: { folder, key }, production, dataDir }: Config) {
  if (!key && production) return undefined
  return openVault({ folder, from: key ? { key } : { keyFile: join(dataDir, 'documents.key') } })
}
