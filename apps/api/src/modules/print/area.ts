import { done, type Outcome } from '@nare/contract/outcome'
import { fieldFacts } from '@nare/contract/field-codes'
import { print as calls, printJackpotInput, printMatchesInput } from '@nare/contract/print'
import type * as z from 'zod/mini'
import type { Area, AreaDeps } from '#area'
import { mount, type Mounting } from '#platform/calls'
import { answerRefusal } from '#platform/http'
import { asAnswer } from '#platform/json-text'
import { readInput } from '#platform/read-input'
import { networkOf } from '#platform/network-of'
import { openThread } from '#platform/thread'
import type { ToDraw } from './draw-thread.ts'
import { openPdfFiles } from './pdf-files.ts'
import { openPrints, printedText, type PrintDeps, type PrintedMatches } from './print.ts'

type Deps = AreaDeps &
  Pick<PrintDeps, 'catalog' | 'jackpots'> & {
    /** The name of the house now. */
    readonly brand: () => string
    readonly publicUrl: string
  }

type Drawn = Outcome<Buffer, 'not_found'>

const pdfsAMinute = 30
const drawingMsMax = 10_000

/** Printed lists of matches and jackpots, as data and as PDF. */
export function openPrintArea(deps: Deps) {
  const prints = openPrints({ ...deps, site: deps.publicUrl })
  const of = () => ({
    brand: deps.brand(),
    amounts: deps.country.amounts,
    timeZone: deps.country.timeZone,
    smsNumber: shortCode(deps.config.sms.sender),
  })

  const module = new URL('draw-thread.ts', import.meta.url)
  const thread = openThread({ module, memoryMb: 256, hangsAfterMs: drawingMsMax })
  const draw = async (list: ToDraw): Promise<Drawn> => done(Buffer.from((await thread.ask(list)) as Uint8Array))

  async function matchesPdf(query: z.output<typeof printMatchesInput>): Promise<Drawn> {
    const list = await prints.matches(query)
    return draw({ kind: 'matches', list, query, of: of() })
  }
  async function jackpotPdf(query: z.output<typeof printJackpotInput>): Promise<Drawn> {
    const list = await prints.jackpot(query)
    if (!list.ok) return list
    return draw({ kind: 'jackpot', list: list.value, query, of: of() })
  }

  const matches = async (query: z.output<typeof printMatchesInput>) =>
    done(asAnswer<PrintedMatches>(printedText(await prints.matches(query))))
  const area: Area = {
    routes(mounting) {
      const { jackpot } = prints
      mount(mounting, calls, { matches, matchesPosted: matches, jackpot, jackpotPosted: jackpot })
      const files = openPdfFiles()
      servePdf(mounting, files, { name: 'matches', input: printMatchesInput, draw: matchesPdf })
      servePdf(mounting, files, { name: 'jackpot', input: printJackpotInput, draw: jackpotPdf })
    },
    close: () => thread.close(),
  }
  return { prints, area }
}

/** The sender of our SMS if people can reply to it: a number, not a name. */
const shortCode = (sender: string | undefined): string | undefined =>
  /^\d{3,8}$/.test(sender ?? '') ? sender : undefined

type PdfFile<I extends z.ZodMiniType> = {
  readonly name: 'matches' | 'jackpot'
  readonly input: I
  readonly draw: (query: z.output<I>) => Promise<Drawn>
}

function servePdf<I extends z.ZodMiniType>(
  { app }: Mounting,
  files: ReturnType<typeof openPdfFiles>,
  { name, input, draw }: PdfFile<I>,
): void {
  // A function, because the limit of an address is not multiplied here: no caller has a session.
  const options = { config: { byAddress: true, rateLimit: { max: () => pdfsAMinute } } }
  app.get(`/v1/print/${name}.pdf`, options, async (request, reply) => {
    const query = readInput(input, request.query)
    if (!query.ok) return answerRefusal(reply, { ok: false, code: 'invalid_input', facts: fieldFacts(query.faults) })
    const key = `${name} ${JSON.stringify(query.value)}`
    const file = await files({ key, address: networkOf(request.ip) }, () => draw(query.value))
    if (!file.ok) return answerRefusal(reply, file)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${name}.pdf"`)
      .header('cache-control', 'public, max-age=60')
      .send(file.value)
  })
}
