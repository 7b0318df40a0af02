import type { Country } from '#country/country'
import type { Log } from '#platform/log'
import type { Programs } from '#platform/programs'
import type { openArcade as OpenArcade } from '#sandbox/arcade'
import type { Config } from './config.ts'

type Deps = {
  readonly config: Config
  readonly log: Log
  readonly programs: Programs
  readonly country: Country
  /** The address at which the games reach the wallet, once the server listens. */
  readonly platform: () => string | undefined
}

/** Opens the sandbox's game provider, unless it is switched off. */
export async function openConfiguredArcade(deps: Deps): Promise<ReturnType<typeof OpenArcade> | undefined> {
  if (!deps.config.sandbox || !deps.config.launch.arcade) return undefined
  const { openArcade } = await import('#sandbox/arcade')
  return openArcade(deps)
}
