/**
 * Waiting in a queue with Poisson arrivals, exponential service and equal servers (M/M/c). Formulas: L. Kleinrock, Queueing Systems,
 * volume 1 (1975), sections 3.2 and 3.8, after A. K. Erlang (1917).
 */
export type Queue = {
  readonly servers: number
  /** Arrivals per millisecond. */
  readonly arrivals: number
  /** The mean time of one server for an arrival. */
  readonly serviceMs: number
}

/** The share of arrivals that have to wait (Erlang C); 1 if the servers cannot keep up. `load` is arrivals times service. */
export function erlangC(servers: number, load: number): number {
  if (load >= servers) return 1
  // Erlang B by its recursion, which stays exact for hundreds of servers.
  let blocked = 1
  for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked)
  return blocked / (1 - (load / servers) * (1 - blocked))
}

/** The wait in milliseconds that a share of arrivals, such as 0.99, does not exceed; Infinity if the servers cannot keep up. */
export function waitMs({ servers, arrivals, serviceMs }: Queue, part: number): number {
  const load = arrivals * serviceMs
  if (load >= servers) return Infinity
  const waiting = erlangC(servers, load)
  const rest = 1 - part
  return waiting <= rest ? 0 : (Math.log(waiting / rest) * serviceMs) / (servers - load)
}
