import { join } from 'node:path'
import { openVault } from '#modules/identity/identity'
import { documentsFolder } from './backup/documents.ts'
import type { Config } from './config.ts'

/**
 * Opens the store of bettors' downloads, encrypted as the documents are and beside them. They are made again on request, so no copy of them
 * is kept in the backups.
 */
export function downloadVaultOf({ kyc: { folder, key }, production, dataDir }: Config) {
  if (!key && production) return undefined
  return openVault({
    folder: join(folder, 'downloads'),
    from: key ?? { keyFile: join(dataDir, 'documents.key') },
  })
}

/** Opens the store of identity documents. Production requires a configured key; otherwise a key is created in the data folder. */
export function vaultOf(config: Config) {
  return config.kyc.key || !config.production ? openDocuments(config) : undefined
}

/** Removes a document and its copy beside the backups, for which no key is needed. */
export const documentRemoval = (config: Config): ((file: string) => Promise<void>) => openDocuments(config).remove

function openDocuments({ kyc: { folder, key }, dataDir, backup }: Config) {
  const copies = backup.folder === undefined ? undefined : join(backup.folder, documentsFolder)
  return openVault({ folder, copies, from: key ?? { keyFile: join(dataDir, 'documents.key') } })
}
