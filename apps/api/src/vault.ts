import { join } from 'node:path'
import { openVault } from '#modules/identity/identity'
import type { Config } from './config.ts'

/** Where documents are kept; in production only under a key of the operator's own, elsewhere one is made in the data folder. */
export function vaultOf({ kyc: { folder, key }, production, dataDir }: Config) {
  if (!key && production) return undefined
  return openVault({ folder, from: key ? { key } : { keyFile: join(dataDir, 'documents.key') } })
}
