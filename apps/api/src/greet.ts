import type { Config } from './config.ts'

/** Where the server listens, and how to log in to its demo. */
export type Greeting = { readonly address: string; readonly demo?: string }

/** Prints how to reach the server. */
export function greet({ address, demo }: Greeting, { sandbox }: Pick<Config, 'sandbox'>): void {
  console.log(`Nare is listening on ${address}`)
  if (demo !== undefined) console.log(demo)
  if (sandbox) console.log('The sandbox is on: nothing outside this machine is called, no money is real')
}
