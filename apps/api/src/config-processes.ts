import cluster from 'node:cluster'
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
  LISTEN_FDS: z.coerce.number().int().min(0).optional(),
  LISTEN_PID: z.string().optional(),
  DRAIN_S: z.coerce.number().min(0).max(60).default(0),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .refine((text) => URL.canParse(text), 'must be an address such as redis://user:password@host:6379/0')
    .optional(),
}

/** `host` is never looked up: a name with several addresses would be listened on more than once. */
export type PassedSocket = { readonly fd: number; readonly host: string }

export type ProcessSettings = {
  /** The number of processes that share the port. If it is more than one, a primary process runs that many workers. */
  readonly count: number
  /** The roles of these processes. */
  readonly roles: ReadonlySet<Role>
  /** How long a process keeps serving after it was asked to stop, so that a load balancer can choose other processes, in milliseconds. */
  readonly drainMs: number
  /** The listening socket that systemd passed to the process or to its primary; undefined if the process opens its own. */
  readonly socket: PassedSocket | undefined
  /** The Redis or Valkey server through which processes on several machines communicate. */
  readonly redisUrl: string | undefined
}

type Given = z.output<z.ZodObject<typeof processVariables>>

/** With a passed socket, connections that come while a process stops wait for its successor; those that are open get this long to move. */
const passedDrainMsMin = 2000

export function processesOf(e: Given): ProcessSettings {
  const socket = passedSocket(e)
  return {
    count: e.PROCESSES,
    roles: new Set(e.ROLES.split(',').filter(isRole)),
    drainMs: Math.max(e.DRAIN_S * 1000, socket ? passedDrainMsMin : 0),
    socket,
    redisUrl: e.REDIS_URL,
  }
}

/** The first socket by the protocol of sd_listen_fds(3). LISTEN_PID names the process that it was passed to, so that children do not take it for theirs. */
function passedSocket({ LISTEN_FDS = 0, LISTEN_PID }: Given): PassedSocket | undefined {
  const passedTo = cluster.isWorker ? process.ppid : process.pid
  return LISTEN_FDS > 0 && LISTEN_PID === String(passedTo) ? { fd: 3, host: '127.0.0.1' } : undefined
}
