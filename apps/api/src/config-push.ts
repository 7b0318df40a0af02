import { createECDH } from 'node:crypto'
import * as z from 'zod'

/** The hosts of the push services of browsers; `*.` stands for every host below a name. */
const knownHosts = [
  ...['fcm.googleapis.com', 'android.googleapis.com', 'jmt17.google.com', 'web.push.apple.com', '*.push.apple.com'],
  ...['updates.push.services.mozilla.com', '*.push.services.mozilla.com', '*.notify.windows.com'],
]

const host = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/

/** The environment variables of notices by Web Push. */
export const pushVariables = {
  PUSH_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .refine(isKey, 'must be a number below the order of the curve P-256, and not 0')
    .optional(),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto: with an address, or an https address')
    .optional(),
  PUSH_HOSTS: z
    .string()
    .refine(
      (text) => text.split(',').every((name) => host.test(name.trim())),
      'must be hosts such as fcm.googleapis.com or *.notify.windows.com, with commas',
    )
    .optional(),
}

type PushEnvironment = z.output<z.ZodObject<typeof pushVariables>> & { PUBLIC_URL?: string | undefined }

/** The settings of notices by Web Push. Without a key there are none, but in the sandbox, which makes its own. */
export const pushOf = (e: PushEnvironment) => ({
  key: e.PUSH_KEY === undefined ? undefined : Buffer.from(e.PUSH_KEY, 'hex'),
  /** Whom a push service may write to about our requests. */
  contact: e.PUSH_CONTACT ?? (e.PUBLIC_URL?.startsWith('https://') ? e.PUBLIC_URL : 'mailto:no-reply@localhost'),
  hosts: e.PUSH_HOSTS === undefined ? knownHosts : e.PUSH_HOSTS.split(',').map((name) => name.trim()),
})

/** Whether these digits are a private key of the curve P-256. */
function isKey(digits: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(digits, 'hex'))
    return true
  } catch {
    return false
  }
}
