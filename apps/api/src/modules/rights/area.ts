import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused } from '@nare/contract/outcome'
import { myDataFile, rights as calls } from '@nare/contract/rights'
import { zText } from '@nare/contract/shapes'
import type { Area, AreaDeps } from '#area'
import { bearerOf } from '#platform/bearer'
import { mount, type Mounting } from '#platform/calls'
import { answerRefusal } from '#platform/http'
import { oneAtATime } from '#platform/money-command'
import { readInput } from '#platform/read-input'
import { askErasure, type ErasureDeps, type VerifiedPassword } from './ask-erasure.ts'
import { openRights, type RightsDeps } from './rights.ts'
import { rightsSettings } from './settings.ts'

type Deps = AreaDeps & Pick<RightsDeps, 'identity' | 'vault'> & ErasureDeps
type Rights = ReturnType<typeof openRights>

/** What bettors may ask of what the house keeps about them. */
export function openRightsArea(deps: Deps) {
  const rights = openRights(deps)
  const inTurn = oneAtATime(deps.turns)
  deps.settings.declare(rightsSettings)
  const eraseInTurn = inTurn('erase-my-data', (password: VerifiedPassword, { session }) =>
    askErasure(deps, session.bettor, password),
  )
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, {
        askMyData: inTurn('my-data', (sent, { session }) => rights.ask(session.bettor, sent)),
        myData: async (_input, { session }) => done(await rights.last(session.bettor)),
        async eraseMyData({ password }, call) {
          const { bettor, verified } = call.session
          if (!verified) return refused('not_verified')
          const right = await deps.protection.verifyPasswordOf(bettor, password)
          return right.ok ? eraseInTurn(right.value, call) : right
        },
      })
      serveFile(mounting, rights)
    },
    jobs: [
      { name: 'downloads of own data', everyMs: 5_000, run: () => rights.make() },
      { name: 'expired downloads of own data', everyMs: 3_600_000, run: () => rights.removeExpired() },
    ],
  }
  return { rights, area }
}

const fileInput = z.object({ password: zText(200).check(z.minLength(1)) })

/** Serves the file in pieces, so that memory holds one of them, after a check of the password. */
function serveFile({ app, authenticate }: Mounting, rights: Rights): void {
  app.post(myDataFile, { config: { private: true } }, async (request, reply) => {
    const token = bearerOf(request)
    const session = token === undefined ? undefined : await authenticate(token)
    if (typeof session !== 'object') {
      const ended = token !== undefined
      return answerRefusal(reply, refused(ended ? 'session_expired' : 'session_required'), { withStatus: ended })
    }
    const input = readInput(fileInput, request.body)
    if (!input.ok) return answerRefusal(reply, refused('invalid_input', fieldFacts(input.faults)))
    const file = await rights.open(session.bettor, input.value.password)
    if (!file.ok) return answerRefusal(reply, file)
    return reply
      .type('application/x-ndjson')
      .header('content-disposition', 'attachment; filename="nare-my-data.ndjson"')
      .send(Readable.from(file.value))
  })
}
