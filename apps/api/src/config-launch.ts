import * as z from 'zod'

const template = z
  .string()
  .refine((text) => URL.canParse(text.replaceAll(/\{\w+\}/g, 'x')), 'must be an address, with {token} and {game} in it')
  .refine((text) => /^https?:/.test(text) && text.includes('{game}'), 'must be an http address with {game} in it')
  .optional()

/** The environment variables with the addresses of games. */
export const launchVariables = {
  PRAGMATIC_LAUNCH_URL: template,
  SMARTSOFT_LAUNCH_URL: template,
  HUB88_LAUNCH_URL: template,
  BGAMING_LAUNCH_URL: template,
  ARCADE: z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] }).optional(),
  ARCADE_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  ARCADE_SPEED: z.coerce.number().positive().max(10_000).default(1),
  ARCADE_URL: z.url({ protocol: /^https?$/ }).optional(),
}

type Given = z.output<z.ZodObject<typeof launchVariables>> & { readonly PORT: number }

/**
 * The addresses at which games are opened. `templates` are the addresses of configured providers, with {token}, {game}, {mode}, {lang},
 * {currency}, {player} and {return_url}. `arcade` is the provider of the sandbox, undefined if it is off: `port` is ARCADE_PORT, otherwise
 * the port after PORT if it is free; `url` is its address for browsers if another server is in front of it; `speed` is the factor by which
 * its flights and its wheel are faster, for tests.
 */
export function launchOf(e: Given, { sandbox, wrong }: { sandbox: boolean; wrong: string[] }) {
  if (!sandbox && e.ARCADE) wrong.push('ARCADE: the sandbox provider runs only with the sandbox')
  const on = sandbox && (e.ARCADE ?? true)
  const given = {
    pragmatic: e.PRAGMATIC_LAUNCH_URL,
    smartsoft: e.SMARTSOFT_LAUNCH_URL,
    hub88: e.HUB88_LAUNCH_URL,
    bgaming: e.BGAMING_LAUNCH_URL,
  }
  const templates = Object.entries(given).flatMap(([provider, at]) =>
    at === undefined ? [] : [[provider, at] as const],
  )
  return {
    templates: new Map<string, string>(templates),
    origins: templates.map(([, at]) => new URL(at.replaceAll(/\{\w+\}/g, 'x')).origin),
    arcade: on
      ? {
          port: e.ARCADE_PORT ?? (e.PORT === 0 ? 0 : (e.PORT + 1) % 65_536),
          isFixed: e.ARCADE_PORT !== undefined,
          url: e.ARCADE_URL,
          speed: e.ARCADE_SPEED,
        }
      : undefined,
  }
}
