import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { paymentFaults, promptActions } from '@nare/contract/sandbox'
import { openBooks, type Books, type Prompt } from './books.ts'
import { openFakeAirtel } from './fake-airtel.ts'
import { openFakeDaraja } from './fake-daraja.ts'
import { openFakeMixx } from './fake-mixx.ts'
import { openFakeVodacom } from './fake-vodacom.ts'
import { afterwards, delivered, serve, textIn, type Answered, type Asked } from './http.ts'

export type FakeName = 'mpesa' | 'airtel' | 'mixx'

/** The address of the fakes, and the public key that encrypts the initiator's password for M-Pesa. */
export type FakeProviders = { readonly url: string; readonly certificate: string; close(): Promise<void> }

/** The short codes of the sandbox, each with its initiator. */
export const shortcodes = { collect: '174379', payout: '600996' } as const
export const initiators = {
  collect: { initiator: 'collector', initiatorPassword: 'sandbox-collector' },
  payout: { initiator: 'sandbox', initiatorPassword: 'sandbox-initiator' },
} as const
const passwords = new Map(
  (['collect', 'payout'] as const).map((of) => [
    `${initiators[of].initiator} ${shortcodes[of]}`,
    initiators[of].initiatorPassword,
  ]),
)

const fakeNames = ['mpesa', 'airtel', 'mixx'] as const satisfies readonly FakeName[]

const notFound: Answered = { status: 404, body: { error: 'not found' } }

/** Runs the fakes of all providers on one port, with the controls for people and tests under /control. */
export async function openFakeProviders(): Promise<FakeProviders> {
  const keys = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const books: Record<FakeName, Books> = { mpesa: openBooks(), airtel: openBooks(), mixx: openBooks() }
  const daraja = openFakeDaraja({ books: books.mpesa, sealed: keys.privateKey, passwords })
  const airtel = openFakeAirtel({ books: books.airtel })
  const mixx = openFakeMixx({ books: books.mixx })
  // M-Pesa of both countries has one set of books: a server speaks to one of them.
  const vodacom = openFakeVodacom({ books: books.mpesa, sealed: keys.privateKey })
  const deliverers = {
    mpesa: async (prompt: Prompt) => (vodacom.answer(prompt) ? undefined : daraja.deliverPrompt(prompt)),
    airtel: airtel.deliverPrompt,
    mixx: mixx.deliverPrompt,
  }

  async function control({ path, query, body }: Asked): Promise<Answered> {
    const given = body['provider'] ?? query.get('provider')
    const name: FakeName = given === 'airtel' || given === 'mixx' ? given : 'mpesa'
    const text = (field: string) => textIn(body, field)
    switch (path) {
      case '/control/prompts':
        return { status: 200, body: promptsOf(query.get('msisdn') ?? '') }
      case '/control/books': {
        const { movements, questions, prompts, payouts } = books[name]
        const body = { movements, questions, prompts: [...prompts.values()], payouts: [...payouts.values()] }
        return { status: 200, body }
      }
      case '/control/act':
        return act(text('msisdn'), text('id'), text('action'))
      case '/control/faults': {
        const fault = paymentFaults.find((one) => one === text('fault'))
        if (fault) books[name].plan(fault, Number(body['next'] ?? 1))
        return fault ? { status: 200, body: {} } : notFound
      }
      case '/control/pay': {
        const given = { msisdn: text('msisdn'), account: text('account'), amount: Number(body['amount']) }
        const receipt = await daraja.pay({ ...given, unasked: body['unasked'] === true })
        return { status: 200, body: receipt === undefined ? {} : { receipt } }
      }
      case '/control/callbacks-to': {
        const fake = name === 'mixx' ? mixx : airtel
        fake.setCallback(text('url'))
        return { status: 200, body: {} }
      }
      case '/control/waiting-for-pin':
        return { status: 200, body: { count: vodacom.waiting() } }
      case '/control/paybill': {
        const [confirmation, validation] = [text('confirmation'), text('validation')]
        daraja.remember({ confirmation, validation, shortcode: text('shortcode'), version: text('version') })
        return { status: 200, body: {} }
      }
      case '/control/quiet':
        await delivered()
        return { status: 200, body: {} }
      case '/control/flush':
        await daraja.flush()
        return { status: 200, body: {} }
      default:
        return notFound
    }
  }

  function promptsOf(msisdn: string): object[] {
    const all = Object.values(books).flatMap(({ prompts }) => [...prompts.values()])
    return all
      .filter((prompt) => prompt.msisdn === msisdn)
      .map(({ id, amount, reference, state }) => ({ id, amount, reference, state }))
  }

  async function act(msisdn: string, id: string, asked: string): Promise<Answered> {
    const action = promptActions.find((one) => one === asked)
    const name = fakeNames.find((one) => books[one].prompts.has(id)) ?? 'mpesa'
    const waiting = books[name].prompts.get(id)
    if (!action || waiting?.msisdn !== msisdn) return notFound
    const prompt = books[name].act(id, action)
    if (prompt) afterwards(async () => deliverers[name](prompt))
    return { status: 200, body: { state: waiting.state } }
  }

  const server = await serve(async (asked) => {
    if (asked.path.startsWith('/control/')) return control(asked)
    for (const fake of [daraja, airtel, vodacom, mixx]) {
      const answered = await fake.handle(asked)
      if (answered) return answered
    }
    return notFound
  })
  const certificate = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return { ...server, certificate }
}
