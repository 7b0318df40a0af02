import * as z from 'zod'

/** The environment variables about several processes on one database. */
export const processVariables = {
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .refine((text) => URL.canParse(text), 'must be an address such as redis://user:password@host:6379/0')
    .optional(),
}

export type ProcessSettings = {
  /** The Redis or Valkey server by which processes on several machines reach each other. */
  readonly redisUrl: string | undefined
}

type Given = z.output<z.ZodObject<typeof processVariables>>

export function processesOf(e: Given): ProcessSettings {
  return { redisUrl: e.REDIS_URL }
}
