import { configureGlobal } from 'fast-check'

/**
 * Properties try the same cases in each run of `npm test`, so that a change is never refused by a case that another change would have met
 * too. `npm run test:long` tries new ones; a failure prints its seed, and SEED repeats it.
 */
const seed = process.env['SEED'] ?? ((process.env['SUITE'] ?? 'core') === 'core' ? '20261129' : undefined)
if (seed !== undefined) configureGlobal({ seed: Number(seed) })
