import { betting } from './betting.ts'
import { catalog } from './catalog.ts'
import { content } from './content.ts'
import { identity } from './identity.ts'
import { sandbox } from './sandbox.ts'

/** Every call of the platform, by area. */
export const areas = { identity, catalog, betting, content, sandbox } as const
