import { bgaming } from './bgaming-client.ts'
import type { Dialect } from './client.ts'
import { hub88 } from './hub88-client.ts'
import { pragmatic } from './pragmatic-client.ts'
import { smartsoft } from './smartsoft-client.ts'

/** The clients of all providers, for tests that every adapter must pass. */
export const dialects: readonly Dialect[] = [pragmatic, smartsoft, hub88, bgaming]
