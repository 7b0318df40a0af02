import { done, type Outcome } from '@nare/contract/outcome'
import { fieldFacts } from '@nare/contract/field-codes'
import { print as calls, printJackpotInput, printMatchesInput } from '@nare/contract/print'
import type * as z from 'zod/mini'
import type { Area, AreaDeps } from '#area'
import { mount, type Mounting } from '#platform/calls'
import { answerRefusal } from '#platform/http'
import { readInput } from '#platform/read-input'
import { drawSheet } from './draw.ts'
import { openPdfFiles } from './pdf-files.ts'
import { openPrints, type PrintDeps } from './print.ts'
import { jackpotSheet, matchesSheet } from './sheets.ts'

type Deps = AreaDeps &
  Pick<PrintDeps, 'catalog' | 'jackpots'> & {
    readonly brand: string
    readonly publicUrl: string
  }

type Drawn = Outcome<Buffer, 'not_found'>

const pdfsAMinute = 30

/** Printed lists of matches and jackpots, as data and as PDF. */
export function openPrintArea(deps: Deps) {
  const prints = openPrints({ ...deps, site: deps.publicUrl })
  const of = { brand: deps.brand, timeZone: deps.country.timeZone, smsNumber: shortCode(deps.config.sms.sender) }

  async function matchesPdf(query: z.output<typeof printMatchesInput>): Promise<Drawn> {
    const list = await prints.matches(query)
    return done(await drawSheet(matchesSheet(list, query, of), new Date(list.meta.printed_at)))
  }
  async function jackpotPdf(query: z.output<typeof printJackpotInput>): Promise<Drawn> {
    const list = await prints.jackpot(query)
    if (!list.ok) return list
    return done(await drawSheet(jackpotSheet(list.value, query, of), new Date(list.value.meta.printed_at)))
  }

  const matches = async (query: z.output<typeof printMatchesInput>) => done(await prints.matches(query))
  const area: Area = {
    routes(mounting) {
      const { jackpot } = prints
      mount(mounting, calls, { matches, matchesPosted: matches, jackpot, jackpotPosted: jackpot })
      const files = openPdfFiles()
      servePdf(mounting, files, { name: 'matches', input: printMatchesInput, draw: matchesPdf })
      servePdf(mounting, files, { name: 'jackpot', input: printJackpotInput, draw: jackpotPdf })
    },
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
  const options = { config: { byAddress: true, rateLimit: { max: pdfsAMinute } } }
  app.get(`/v1/print/${name}.pdf`, options, async (request, reply) => {
    const query = readInput(input, request.query)
    if (!query.ok) return answerRefusal(reply, { ok: false, code: 'invalid_input', facts: fieldFacts(query.faults) })
    const key = `${name} ${JSON.stringify(query.value)}`
    const file = await files({ key, address: request.ip }, () => draw(query.value))
    if (!file.ok) return answerRefusal(reply, file)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${name}.pdf"`)
      .header('cache-control', 'public, max-age=20')
      .send(file.value)
  })
}
