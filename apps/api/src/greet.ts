import type { Config } from './config.ts'

/** The address of the server, and how to log in as its demo bettor and its demo people. */
export type Greeting = {
  readonly address: string
  readonly demo?: string
  readonly console?: readonly string[]
  readonly dataPlace?: string
}

/** Prints the address of the server. */
export function greet(
  { address, demo, console: consoleLines = [], dataPlace }: Greeting,
  { sandbox }: Pick<Config, 'sandbox'>,
): void {
  console.log(`Nare is listening on ${address}`)
  if (demo !== undefined) console.log(demo)
  for (const line of consoleLines) console.log(line)
  if (dataPlace !== undefined) console.log(`Where the data lies: ${dataPlace}`)
  if (sandbox) console.log('The sandbox is on: nothing outside this machine is called, no money is real')
}

type DemoLogin = {
  readonly name: string
  readonly role: string
  readonly password: string
  readonly otpauthUrl?: string
}

/**
 * Where the console is, and how its demo people log in; without any, how to add the first person. On this machine it is named as localhost:
 * a passkey belongs to a name, and browsers make none at an address of numbers.
 */
export function consoleLines(address: string, people: readonly DemoLogin[]): string[] {
  const at = `The console is at ${address.replace('//127.0.0.1', '//localhost')}/console`
  const [first] = people
  if (!first) return [`${at}. Add yourself with: npm run staff -- add <name> --roles admin`]
  if (first.otpauthUrl !== undefined)
    return [
      at,
      ...people.map(({ name, role, password, otpauthUrl }) => `  ${name} (${role}): ${password} ${otpauthUrl}`),
    ]
  const names = people.map(({ name, role }) => `${name} (${role})`).join(', ')
  return [
    `${at}. Log in as ${names} with the password ${first.password}`,
    `Their one-time codes: ${address}/sandbox/staff/${first.name}`,
  ]
}
