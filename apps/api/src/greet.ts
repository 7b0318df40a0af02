import type { Config } from './config.ts'

/** The address of the server, and how to log in as its demo bettor. */
export type Greeting = { readonly address: string; readonly demo?: string }

/** Prints the address of the server. */
export function greet({ address, demo }: Greeting, { sandbox }: Pick<Config, 'sandbox'>): void {
  console.log(`Nare is listening on ${address}`)
  if (demo !== undefined) console.log(demo)
  if (sandbox) console.log('The sandbox is on: nothing outside this machine is called, no money is real')
}
