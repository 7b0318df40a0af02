import { manualCheck, openSmileId, type IdentityCheck } from '#modules/identity/identity'
import type { Clock } from '#platform/clock'
import type { Log } from '#platform/log'
import type { Config } from './config.ts'
import type { Country } from './country/country.ts'

type Given = {
  readonly config: Pick<Config, 'smileId' | 'sandbox'>
  readonly clock: Clock
  readonly log: Log
  readonly country: Pick<Country, 'code'>
}

/** The electronic source that checks identities: Smile ID if it is set up, else the sandbox's, else none: people look at every document. */
export async function identityCheckOf({ config, clock, log, country }: Given): Promise<IdentityCheck> {
  const { smileId, sandbox } = config
  if (smileId) return openSmileId({ ...smileId, country: country.code.toUpperCase(), clock, log })
  return sandbox ? (await import('#sandbox/identity-check')).sandboxCheck : manualCheck
}
