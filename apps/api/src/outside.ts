import { join } from 'node:path'
import { openVault, type Mail } from '#modules/identity/identity'
import { openSmtp } from '#modules/identity/smtp'
import type { Log } from '#platform/log'
import type { Config } from './config.ts'

/** Where documents are kept; in production only under a key of the operator's own, elsewhere one is made in the data folder. */
export function vaultOf({ kyc: { folder, key }, production, dataDir }: Config) {
  if (!key && production) return undefined
  return openVault({ folder, from: key ? { key } : { keyFile: join(dataDir, 'documents.key') } })
}

/** Mail by SMTP where it is set up; without it nothing is sent, and the log says so. */
export function mailOf({ mail }: Config, log: Log): Mail {
  if (mail.smtpUrl) return openSmtp({ url: mail.smtpUrl, from: mail.from, log })
  return {
    async send() {
      log.warn('SMTP_URL is not set: a mail was not sent')
      return 'failed'
    },
  }
}
