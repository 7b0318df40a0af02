import * as z from 'zod'

/** The roles of a process: calls and sockets, the feed, the rounds of the league and crash, and background jobs. */
export const roles = ['web', 'feed', 'rounds', 'jobs'] as const
export type Role = (typeof roles)[number]

const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** The environment variables about several processes on one database. */
export const processVariables = {
  PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  ROLES: z
    .string()
    .refine((text) => text.split(',').every(isRole), `must be some of ${roles.join(',')}`)
    .default(roles.join(',')),
  DRAIN_S: z.coerce.number().min(0).max(60).default(0),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .refine((text) => URL.canParse(text), 'must be an address such as redis://user:password@host:6379/0')
    .optional(),
}

export type ProcessSettings = {
  /** The number of processes that share the port. If it is more than one, a primary process runs that many workers. */
  readonly count: number
  /** The roles of these processes. */
  readonly roles: ReadonlySet<Role>
  /** How long a process keeps serving after it was asked to stop, so that a load balancer can choose other processes, in milliseconds. */
  readonly drainMs: number
  /** The Redis or Valkey server through which processes on several machines communicate. */
  readonly redisUrl: string | undefined
}

type Given = z.output<z.ZodObject<typeof processVariables>>

export function processesOf(e: Given): ProcessSettings {
  return {
    count: e.PROCESSES,
    roles: new Set(e.ROLES.split(',').filter(isRole)),
    drainMs: e.DRAIN_S * 1000,
    redisUrl: e.REDIS_URL,
  }
}
