import { storedDocuments } from './modules/identity/identity.ts'
import { readConfig } from './config.ts'
import { withDatabase } from './platform/reach.ts'
import { runOrExit } from './platform/start-error.ts'
import { vaultOf } from './vault.ts'

/**
 * `npm run documents:reseal` encrypts all identity documents by the first key of KYC_KEY, so that the keys after it may be removed. The server may run
 * meanwhile. Exits with 1 if no key opens a document.
 */
const shownEvery = 1_000

process.exitCode = await runOrExit(async () => {
  const config = readConfig()
  const vault = vaultOf(config)
  if (!vault) throw new Error('KYC_KEY is not set')
  return withDatabase(config, async ({ db }) => {
    let sealed = 0
    const lost: string[] = []
    for await (const { name } of storedDocuments(db)) {
      if (await vault.reseal(name)) sealed++
      else lost.push(name)
      if (sealed % shownEvery === 0) console.log(`...    ${sealed} documents`)
    }
    console.log(`ok     ${sealed} documents are encrypted by the current key`)
    if (lost.length > 0)
      console.error(`WRONG  no key opens ${lost.length} documents, or they are missing: ${lost.join(', ')}`)
    return lost.length > 0 ? 1 : 0
  })
})
